package dev.partita.net.http;

import org.jspecify.annotations.Nullable;

/**
 * What answers requests. Called on a virtual thread of its own for each request, hence free to
 * block, and at the same time for requests of different connections or streams. Before that it may
 * be asked for an answer on a thread that serves others, too. What does not wait for others' work
 * has another {@link Urgency}.
 */
@FunctionalInterface
public interface HttpHandler {

  /**
   * Answers one request. A {@link dev.partita.base.error.DatabaseException} becomes the status of
   * its code; anything else that is thrown becomes a 500 that says nothing of the cause, which is
   * logged instead. The thread is interrupted when the server stops and no longer waits.
   */
  Response handle(Request request);

  /** How requests to this path are to be carried out. Called on event loops, for each request. */
  default Urgency urgency(String path) {
    return Urgency.WORK;
  }

  /**
   * Answers a request like {@link #handle}, or begins to, if that takes well below a millisecond as
   * a rule, without a wait for locks, other threads or a sync of the disk; null if it would not, or
   * turns out not to. Nothing may have come of the request then, which is handled as others are.
   */
  default @Nullable Begun begin(Request request) {
    return null;
  }
}
