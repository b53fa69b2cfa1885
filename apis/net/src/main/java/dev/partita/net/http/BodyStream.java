package dev.partita.net.http;

/**
 * The body of a response that is written while it goes out, for as long as there is somebody who
 * reads it: what a server sends as events, for example. Runs on a virtual thread of its own and is
 * free to block.
 */
@FunctionalInterface
public interface BodyStream {

  /**
   * Writes the body; the response is complete when this returns. The thread is interrupted when the
   * client has gone or the server stops, which is also what the sink then throws. Anything else
   * that is thrown is logged and cuts the response off, so that the client can tell.
   */
  void writeTo(BodySink sink) throws InterruptedException;
}
