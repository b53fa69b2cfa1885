package dev.partita.partition;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.bytes.KeyRange;
import dev.partita.base.bytes.KeyReader;
import dev.partita.base.bytes.KeyWriter;
import java.util.Arrays;

/**
 * The keys of one segment in the store, as docs/formats/records.md lays them down. Every key begins
 * with the segment's number, so a segment is dropped by deleting one range per family. Records lie
 * in order of their position, not of the physical partition that owns it: that is why a split or a
 * merge moves no data.
 */
public final class KeySpace {

  /** What follows the segment's number in the key of a physical partition's state. */
  public static final int PARTITION_STATE = 'P';

  /** What follows the segment's number in the key of a logical partition's size. */
  public static final int LOGICAL_STATE = 'L';

  /** How much there is in front of what {@link RecordKey#encode} gives. */
  static final int PREFIX_BYTES = Integer.BYTES;

  private static final int LOG_KEY_BYTES = 2 * Integer.BYTES + Long.BYTES + Short.BYTES;

  private final int segment;
  private final byte[] prefix;
  private final byte[] logicalStates;

  public KeySpace(int segment) {
    this.segment = segment;
    this.prefix = new KeyWriter(Integer.BYTES).u32(segment).toBytes();
    this.logicalStates = new KeyWriter(5).raw(prefix).u8(LOGICAL_STATE).toBytes();
  }

  public int segment() {
    return segment;
  }

  /** What all keys of the segment begin with; not to be changed. */
  public byte[] prefix() {
    return prefix;
  }

  /** The whole segment, in any family. */
  public KeyRange all() {
    return KeyRange.prefix(prefix);
  }

  public byte[] record(LogicalKey key, byte[] id) {
    byte[] logical = key.encoded();
    byte[] record = Arrays.copyOf(prefix, prefix.length + logical.length + id.length);
    System.arraycopy(logical, 0, record, prefix.length, logical.length);
    System.arraycopy(id, 0, record, prefix.length + logical.length, id.length);
    return record;
  }

  /** The records of one logical partition. */
  public KeyRange records(LogicalKey key) {
    return KeyRange.prefix(Bytes.concat(prefix, key.encoded()));
  }

  /** The records with a position in the range. */
  public KeyRange records(KeyRange positions) {
    return positioned(new KeyWriter().raw(prefix).toBytes(), positions);
  }

  public RecordKey parseRecord(byte[] key) {
    KeyReader reader = new KeyReader(key);
    reader.u32();
    return new RecordKey(LogicalKey.read(reader), reader.rest());
  }

  public byte[] partitionState(int partition) {
    return new KeyWriter(9).raw(prefix).u8(PARTITION_STATE).u32(partition).toBytes();
  }

  public byte[] logicalState(LogicalKey key) {
    return Bytes.concat(logicalStates, key.encoded());
  }

  public KeyRange logicalStates(KeyRange positions) {
    return positioned(logicalStates, positions);
  }

  public LogicalKey parseLogicalState(byte[] key) {
    KeyReader reader = new KeyReader(key);
    reader.u32();
    reader.u8();
    return LogicalKey.read(reader);
  }

  public byte[] logEntry(int partition, long lsn, int sequence) {
    byte[] key = Arrays.copyOf(prefix, LOG_KEY_BYTES);
    Bytes.writeInt(key, Integer.BYTES, partition);
    Bytes.writeLong(key, 2 * Integer.BYTES, lsn);
    key[LOG_KEY_BYTES - 2] = (byte) (sequence >>> 8);
    key[LOG_KEY_BYTES - 1] = (byte) sequence;
    return key;
  }

  /** The change-log entries of one physical partition after one LSN and up to another. */
  KeyRange log(int partition, long afterLsn, long throughLsn) {
    byte[] start = logEntry(partition, afterLsn + 1, 0);
    byte[] end =
        throughLsn == Long.MAX_VALUE
            ? new KeyWriter().raw(prefix).u32(partition + 1).toBytes()
            : logEntry(partition, throughLsn + 1, 0);
    return new KeyRange(start, end);
  }

  /** A key of the segment in the index family; the layer above owns what follows. */
  public byte[] index(byte[] suffix) {
    return within(suffix);
  }

  /** A key as the store has it, given without what all keys of the segment begin with. */
  byte[] within(byte[] key) {
    return Bytes.concat(prefix, key);
  }

  KeyRange within(KeyRange range) {
    return range.behind(prefix);
  }

  private static KeyRange positioned(byte[] base, KeyRange positions) {
    byte[] start = new KeyWriter().raw(base).escapedPrefix(positions.start()).toBytes();
    byte[] last = positions.end();
    byte[] end =
        last == null
            ? Bytes.afterPrefix(base)
            : new KeyWriter().raw(base).escapedPrefix(last).toBytes();
    return new KeyRange(start, end);
  }
}
