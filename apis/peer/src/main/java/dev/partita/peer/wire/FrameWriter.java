package dev.partita.peer.wire;

import dev.partita.base.bytes.KeyWriter;
import java.nio.charset.StandardCharsets;

/** Writer of the parts of a frame. Not for use by several threads. */
public final class FrameWriter {

  private static final int TEXT_CHARS_MAX = 16_000;

  private final KeyWriter bytes;

  public FrameWriter(int capacity) {
    bytes = new KeyWriter(capacity);
  }

  public FrameWriter u8(int value) {
    bytes.u8(value);
    return this;
  }

  public FrameWriter u16(int value) {
    bytes.u16(value);
    return this;
  }

  public FrameWriter u32(int value) {
    bytes.u32(value);
    return this;
  }

  public FrameWriter u64(long value) {
    bytes.u64(value);
    return this;
  }

  /** Text with its length; of a very long one, the beginning. */
  public FrameWriter text(String text) {
    String kept = text.length() > TEXT_CHARS_MAX ? text.substring(0, TEXT_CHARS_MAX) : text;
    byte[] utf8 = kept.getBytes(StandardCharsets.UTF_8);
    bytes.u16(utf8.length).raw(utf8);
    return this;
  }

  /** Bytes with their length. */
  public FrameWriter blob(byte[] blob) {
    bytes.u32(blob.length).raw(blob);
    return this;
  }

  public byte[] toBytes() {
    return bytes.toBytes();
  }
}
