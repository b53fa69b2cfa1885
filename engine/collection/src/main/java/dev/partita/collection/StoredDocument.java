package dev.partita.collection;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.bson.BsonDocument;
import dev.partita.partition.StoredRecord;

/** How documents lie in records: docs/formats/collections.md. Pure functions. */
final class StoredDocument {

  /** A document that operators or a pipeline have changed, or that was inserted. */
  private static final byte FORMAT = 1;

  /** A document that was given as a whole in the place of another one. */
  private static final byte FORMAT_WHOLE = 2;

  private static final int MODIFIED_OFFSET = StoredRecord.PAYLOAD_OFFSET + 1;
  private static final int BSON_OFFSET = MODIFIED_OFFSET + Long.BYTES;

  private StoredDocument() {}

  /** A record to be put, of which the partition fills in the beginning. */
  static byte[] record(BsonDocument document, long modifiedMillis, boolean whole) {
    byte[] record = new byte[BSON_OFFSET + document.byteLength()];
    record[StoredRecord.PAYLOAD_OFFSET] = whole ? FORMAT_WHOLE : FORMAT;
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

  /** Whether the document was given as a whole in the place of another one. */
  static boolean isWhole(StoredRecord record) {
    requireFormat(record);
    return record.bytes()[StoredRecord.PAYLOAD_OFFSET] == FORMAT_WHOLE;
  }

  private static void requireFormat(StoredRecord record) {
    byte format =
        record.sizeBytes() <= BSON_OFFSET ? 0 : record.bytes()[StoredRecord.PAYLOAD_OFFSET];
    if (format != FORMAT && format != FORMAT_WHOLE) {
      throw new DatabaseException(ErrorCode.CORRUPT, "A record is not a document of a collection.")
          .with("bytes", record.sizeBytes());
    }
  }
}
