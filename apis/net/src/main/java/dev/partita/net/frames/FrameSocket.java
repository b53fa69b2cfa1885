package dev.partita.net.frames;

import dev.partita.net.execution.RequestExecutor;
import java.net.InetAddress;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The client's end of a connection with frames. Safe for any number of threads. */
public interface FrameSocket {

  /** Whether it came over TLS. */
  boolean isSecure();

  /** Where the client is; null if that is not known. */
  @Nullable InetAddress remote();

  /** Runs the work that answers take. */
  RequestExecutor executor();

  /** Whether the client has gone, so that work on its requests may be given up. */
  boolean isAbandoned();

  /**
   * To be called when who the client is has been found out, or need not be: clients of whom it is
   * not within the time for receiving a request are cut off.
   */
  void authenticated();

  /**
   * Sends something that answers no frame, or answers one in several parts. Answers that are ready
   * later come later.
   *
   * @return complete when the network has taken it, with false if the connection is gone. More is
   *     to be sent only then: a server holds only so much of what clients do not read, and cuts off
   *     those who leave it for longest
   */
  CompletionStage<Boolean> send(FrameAnswer message);
}
