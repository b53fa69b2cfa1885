package dev.partita.net.transport;

/**
 * The bounds on what clients can make the server hold or wait for.
 *
 * @param requestLineBytes the longest first line of a request; beyond it the answer is 414
 * @param headerBytes all header fields of a request together; beyond it the answer is 431
 * @param bodyBytes the longest body of a request; beyond it the answer is 413
 * @param bufferedBytes the bodies of all requests that are arriving or being carried out; beyond it
 *     the answer is 503. Also all answers that clients have not read yet; beyond it, those that
 *     have waited longest are cut off
 * @param connections open connections; one more is answered with 503 and closed
 * @param pipelinedRequests complete requests of one connection that wait for their turn; the server
 *     reads no further until one is answered
 * @param streams requests of one HTTP/2 connection that are carried out at once, and its streams
 * @param idleMillis how long a connection may stay without a complete request head
 * @param receiveMillis how long a body may take to arrive; beyond it the answer is 408
 * @param sendMillis how long the client may take to accept a response; then it is cut off
 */
public record NetLimits(
    int requestLineBytes,
    int headerBytes,
    int bodyBytes,
    long bufferedBytes,
    int connections,
    int pipelinedRequests,
    int streams,
    long idleMillis,
    long receiveMillis,
    long sendMillis) {

  private static final int SHARES = 16;
  private static final int KILOBYTE = 1 << 10;
  private static final int MEGABYTE = 1 << 20;

  public NetLimits {
    requirePositive("requestLineBytes", requestLineBytes);
    requirePositive("headerBytes", headerBytes);
    requirePositive("bodyBytes", bodyBytes);
    requirePositive("bufferedBytes", bufferedBytes);
    requirePositive("connections", connections);
    requirePositive("pipelinedRequests", pipelinedRequests);
    requirePositive("streams", streams);
    requirePositive("idleMillis", idleMillis);
    requirePositive("receiveMillis", receiveMillis);
    requirePositive("sendMillis", sendMillis);
    if (bufferedBytes < bodyBytes) {
      throw new IllegalArgumentException(
          "bufferedBytes is " + bufferedBytes + "; a body of " + bodyBytes + " would never fit");
    }
  }

  /** Bounds that suit a small machine and every well-behaved client. */
  public static NetLimits standard() {
    return new NetLimits(
        16 * KILOBYTE,
        64 * KILOBYTE,
        8 * MEGABYTE,
        128 * MEGABYTE,
        1_000,
        32,
        100,
        120_000,
        30_000,
        60_000);
  }

  /** How much of its answers an HTTP/2 connection may leave unread and still have more made. */
  public int unreadBytesPerConnection() {
    return (int) (bufferedBytes / SHARES);
  }

  /** These limits for another body; where needed, all bodies together are given room for it. */
  public NetLimits withBodyBytes(int newBodyBytes) {
    return new NetLimits(
        requestLineBytes,
        headerBytes,
        newBodyBytes,
        Math.max(bufferedBytes, newBodyBytes),
        connections,
        pipelinedRequests,
        streams,
        idleMillis,
        receiveMillis,
        sendMillis);
  }

  public NetLimits withConnections(int newConnections) {
    return new NetLimits(
        requestLineBytes,
        headerBytes,
        bodyBytes,
        bufferedBytes,
        newConnections,
        pipelinedRequests,
        streams,
        idleMillis,
        receiveMillis,
        sendMillis);
  }

  public NetLimits withIdleMillis(long newIdleMillis) {
    return new NetLimits(
        requestLineBytes,
        headerBytes,
        bodyBytes,
        bufferedBytes,
        connections,
        pipelinedRequests,
        streams,
        newIdleMillis,
        receiveMillis,
        sendMillis);
  }

  private static void requirePositive(String name, long value) {
    if (value <= 0) {
      throw new IllegalArgumentException(name + " is " + value + "; it must be positive");
    }
  }
}
