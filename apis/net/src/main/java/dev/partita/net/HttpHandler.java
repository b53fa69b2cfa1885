package dev.partita.net;

/**
 * What answers requests. Called on a virtual thread of its own for each request, hence free to
 * block, and at the same time for requests of different connections or streams. Only what it calls
 * quick itself may be called on a thread that serves others, too.
 */
@FunctionalInterface
public interface HttpHandler {

  /**
   * Answers one request. A {@link dev.partita.base.error.DatabaseException} becomes the status of
   * its code; anything else that is thrown becomes a 500 that says nothing of the cause, which is
   * logged instead. The thread is interrupted when the server stops and no longer waits.
   */
  Response handle(Request request);

  /**
   * Whether the request is answered in a few microseconds as a rule, without a wait for locks,
   * other threads or a sync of the disk. Asked before {@link #handle}, for each request; must not
   * throw.
   */
  default boolean isQuick(Request request) {
    return false;
  }
}
