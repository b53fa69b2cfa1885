package dev.partita.net.http;

import dev.partita.net.transport.NetLimits;

/** Where a streamed body goes. For the one thread that writes it. */
public interface BodySink {

  /**
   * Sends bytes, which must not change afterwards, and waits until the network has taken them: what
   * a slow client has not read yet is never more than one write. A client that takes longer than
   * {@link NetLimits#sendMillis} is cut off.
   *
   * @throws InterruptedException when the client has gone or the server stops
   */
  void write(byte[] bytes) throws InterruptedException;
}
