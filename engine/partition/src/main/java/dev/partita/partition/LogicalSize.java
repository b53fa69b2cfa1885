package dev.partita.partition;

import dev.partita.base.bytes.KeyReader;
import dev.partita.base.bytes.KeyWriter;
import org.jspecify.annotations.Nullable;

/** How much a logical partition holds: bytes of records with their keys, and their number. */
public record LogicalSize(long sizeBytes, long recordCount) {

  public static final LogicalSize NONE = new LogicalSize(0, 0);

  public LogicalSize plus(long bytes, long records) {
    return new LogicalSize(sizeBytes + bytes, recordCount + records);
  }

  public byte[] encode() {
    return new KeyWriter(16).u64(sizeBytes).u64(recordCount).toBytes();
  }

  public static LogicalSize decode(byte @Nullable [] bytes) {
    if (bytes == null) {
      return NONE;
    }
    KeyReader reader = new KeyReader(bytes);
    return new LogicalSize(reader.u64(), reader.u64());
  }
}
