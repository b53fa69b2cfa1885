package dev.partita.collection;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.bson.BsonDocument;
import dev.partita.partition.StoredRecord;

/** How documents lie in records: docs/formats/collections.md. Pure functions. */
final class StoredDocument {

  private static final byte FORMAT = 1;
  private static final int MODIFIED_OFFSET = StoredRecord.PAYLOAD_OFFSET + 1;
  private static final int BSON_OFFSET = MODIFIED_OFFSET + Long.BYTES;

  private StoredDocument() {}

  /** A record to be put, of which the partition fills in the beginning. */
  static byte[] record(BsonDocument document, long modifiedMillis) {
    byte[] record = new byte[BSON_OFFSET + document.byteLength()];
    record[StoredRecord.PAYLOAD_OFFSET] = FORMAT;
    Bytes.writeLong(record, MODIFIED_OFFSET, modifiedMillis);
    document.copyTo(record, BSON_OFFSET);
    return record;
  }

  /**
   * The document of a record, which views the bytes of that.
   *
   * @throws DatabaseException CORRUPT if it has none
   */
  static BsonDocument document(StoredRecord record) {
    requireFormat(record);
    return BsonDocument.trusted(record.bytes(), BSON_OFFSET);
  }

  /** The same where the bytes may be damaged. */
  static BsonDocument checked(StoredRecord record) {
    requireFormat(record);
    return BsonDocument.read(record.bytes(), BSON_OFFSET, record.sizeBytes() - BSON_OFFSET);
  }

  static long modifiedMillis(StoredRecord record) {
    requireFormat(record);
    return Bytes.readLong(record.bytes(), MODIFIED_OFFSET);
  }

  private static void requireFormat(StoredRecord record) {
    if (record.sizeBytes() <= BSON_OFFSET
        || record.bytes()[StoredRecord.PAYLOAD_OFFSET] != FORMAT) {
      throw new DatabaseException(ErrorCode.CORRUPT, "A record is not a document of a collection.")
          .with("bytes", record.sizeBytes());
    }
  }
}
