package dev.partita.collection;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.bytes.KeyRange;
import dev.partita.base.bytes.KeyReader;
import dev.partita.base.bytes.KeyWriter;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.bson.BsonDocument;
import dev.partita.partition.LogicalKey;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * How entries of indexes lie in the index family: docs/formats/collections.md. Entries of documents
 * with one key and with several are apart, since conditions may be combined on the former only.
 * Pure functions.
 */
final class IndexEntries {

  /** What entries for scans begin with. */
  static final int SCAN = 'M';

  /** What entries of unique indexes begin with, whose value is the id of the document. */
  static final int UNIQUE = 'N';

  private static final int PREFIX_BYTES = 1 + Integer.BYTES + 1;

  private IndexEntries() {}

  /** The keys of a document's entries for scans, without the container's number. */
  static List<byte[]> scan(IndexSpec index, BsonDocument document, byte[] record) {
    IndexKeys keys = IndexKeys.of(index, document);
    byte[] prefix = prefix(index.number(), keys.multiple());
    List<byte[]> entries = new ArrayList<>(keys.values().size());
    for (byte[] values : keys.values()) {
      entries.add(
          new KeyWriter(prefix.length + values.length + record.length + Integer.BYTES)
              .raw(prefix)
              .raw(values)
              .raw(record)
              .u32(values.length)
              .toBytes());
    }
    return entries;
  }

  /** The keys of a document's entries in a unique index, without the container's number. */
  static List<byte[]> unique(IndexSpec index, LogicalKey logical, BsonDocument document) {
    List<byte[]> entries = new ArrayList<>(1);
    for (byte[] values : IndexKeys.of(index, document).values()) {
      entries.add(
          new KeyWriter()
              .u8(UNIQUE)
              .u32(index.number())
              .raw(logical.encoded())
              .raw(values)
              .toBytes());
    }
    return entries;
  }

  static byte[] prefix(int index, boolean multiple) {
    return new KeyWriter(PREFIX_BYTES).u8(SCAN).u32(index).u8(multiple ? 1 : 0).toBytes();
  }

  /** All entries of an index of one kind. */
  static KeyRange all(int kind, int index) {
    return KeyRange.prefix(new KeyWriter().u8(kind).u32(index).toBytes());
  }

  /** The key of the record that an entry for scans leads to. */
  static byte[] record(byte[] entry) {
    int values = entry.length < PREFIX_BYTES + Integer.BYTES ? -1 : valuesLength(entry);
    if (values < 0 || values > entry.length - PREFIX_BYTES - Integer.BYTES) {
      throw new DatabaseException(ErrorCode.CORRUPT, "An index entry is not of its form.")
          .with("entry", Bytes.hex(entry));
    }
    return Arrays.copyOfRange(entry, PREFIX_BYTES + values, entry.length - Integer.BYTES);
  }

  /** The number of the index that an entry is of; 0 if it is not of the form of entries. */
  static int index(byte[] entry) {
    return entry.length < 1 + Integer.BYTES ? 0 : Bytes.readInt(entry, 1);
  }

  /** The logical partition that an entry of a unique index is of. */
  static LogicalKey logical(byte[] entry) {
    KeyReader reader = new KeyReader(entry);
    reader.u8();
    reader.u32();
    return LogicalKey.read(reader);
  }

  private static int valuesLength(byte[] entry) {
    return Bytes.readInt(entry, entry.length - Integer.BYTES);
  }
}
