package dev.partita.partition;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.bytes.KeyRange;
import dev.partita.base.bytes.KeyReader;
import dev.partita.base.bytes.KeyWriter;
import dev.partita.base.bytes.OrdinalText;

/**
 * The full name of a record: its logical partition and its id within it. Encoded, records have the
 * order of their positions, then of their partition keys, then of their ids; the store has each
 * under its name, behind the number of the key space.
 */
public record RecordKey(LogicalKey logical, byte[] id) {

  public static byte[] encode(LogicalKey logical, byte[] id) {
    return Bytes.concat(logical.encoded(), id);
  }

  public static RecordKey decode(byte[] encoded) {
    KeyReader reader = new KeyReader(encoded);
    return new RecordKey(LogicalKey.read(reader), reader.rest());
  }

  /** The records of a logical partition. */
  public static KeyRange range(LogicalKey logical) {
    return KeyRange.prefix(logical.encoded());
  }

  /** The records with a position in the range. */
  public static KeyRange range(KeyRange positions) {
    byte[] end = positions.end();
    return new KeyRange(
        new KeyWriter().escapedPrefix(positions.start()).toBytes(),
        end == null ? null : new KeyWriter().escapedPrefix(end).toBytes());
  }

  public byte[] encoded() {
    return encode(logical, id);
  }

  public String idText() {
    return OrdinalText.decode(id);
  }
}
