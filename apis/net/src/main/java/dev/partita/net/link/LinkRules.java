package dev.partita.net.link;

/**
 * The bounds of links. Immutable.
 *
 * @param frameBytes the longest frame of those who are known
 * @param strangerFrameBytes the longest frame of those who are not known yet
 * @param strangers how many links there may be that others have begun and that are not known yet;
 *     one more is closed at once
 * @param connectMillis how long it may take to reach an address
 * @param helloMillis how long the handshake of TLS may take, and after it the other side to become
 *     known
 */
public record LinkRules(
    int frameBytes, int strangerFrameBytes, int strangers, long connectMillis, long helloMillis) {

  public LinkRules {
    if (frameBytes < strangerFrameBytes
        || strangerFrameBytes <= 0
        || strangers <= 0
        || connectMillis <= 0
        || helloMillis <= 0) {
      throw new IllegalArgumentException(
          "Frames of %d and %d bytes, %d strangers, %d and %d ms"
              .formatted(frameBytes, strangerFrameBytes, strangers, connectMillis, helloMillis));
    }
  }

  /** Bounds that suit nodes in one or several data centres. */
  public static LinkRules standard(int frameBytes) {
    return new LinkRules(frameBytes, 1 << 14, 64, 3_000, 5_000);
  }
}
