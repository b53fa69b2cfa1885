package dev.partita.net.frames;

import java.util.Arrays;
import java.util.List;

/**
 * What is sent for a frame. The bytes must not change afterwards.
 *
 * @param parts sent one after the other
 * @param last whether the connection ends with it
 */
public record FrameAnswer(List<byte[]> parts, boolean last) {

  /** Nothing is sent. */
  public static final FrameAnswer NONE = new FrameAnswer(List.of(), false);

  public FrameAnswer {
    parts = List.copyOf(parts);
  }

  public static FrameAnswer of(byte[]... parts) {
    return new FrameAnswer(Arrays.asList(parts), false);
  }

  /** The same, with the end of the connection behind it. */
  public FrameAnswer thenClose() {
    return new FrameAnswer(parts, true);
  }

  long bytes() {
    long sum = 0;
    for (byte[] part : parts) {
      sum += part.length;
    }
    return sum;
  }
}
