package dev.partita.collection;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonValue;
import dev.partita.container.catalogue.ContainerRecord;
import dev.partita.partition.IndexKind;
import dev.partita.partition.LogicalKey;
import dev.partita.partition.RecordKey;
import dev.partita.partition.StoredRecord;
import java.util.ArrayList;
import java.util.List;

/**
 * What lies in the records and entries of one collection, for who reads them without the
 * collection. Immutable; safe for use by any number of threads.
 */
public final class DocumentFormat {

  /** The kinds of entries in the index family. */
  public static final List<IndexKind> INDEX_KINDS =
      List.of(
          IndexKind.derived(IndexEntries.SCAN, "keys of indexes"),
          IndexKind.derived(IndexEntries.UNIQUE, "keys of unique indexes"),
          new IndexKind(StatementRecords.KIND, "results of retryable statements", false));

  /**
   * An entry that a document has.
   *
   * @param suffix its key without the segment
   * @param value its value
   * @param required whether it must be there; it need not while its index is built
   */
  public record Entry(byte[] suffix, byte[] value, boolean required) {

    /** Whether another document may have it in the place of this one, if it is not required. */
    public boolean isUnique() {
      return suffix[0] == IndexEntries.UNIQUE;
    }
  }

  /** What keys of results of statements begin with. */
  public static final int STATEMENT = StatementRecords.KIND;

  private static final byte[] PRESENT = new byte[0];

  private final CollectionSettings settings;
  private final ShardKey shardKey;

  public DocumentFormat(ContainerRecord record) {
    this(
        CollectionSettings.of(record.definition()),
        new ShardKey(
            record.definition().scheme(), CollectionSettings.of(record.definition()).shardKey()));
  }

  private DocumentFormat(CollectionSettings settings, ShardKey shardKey) {
    this.settings = settings;
    this.shardKey = shardKey;
  }

  /**
   * The document of a record, all of whose bytes are validated.
   *
   * @throws DatabaseException CORRUPT or BAD_REQUEST if it has none
   */
  public BsonDocument document(StoredRecord record) {
    return StoredDocument.checked(record);
  }

  public long modifiedMillis(StoredRecord record) {
    return StoredDocument.modifiedMillis(record);
  }

  /**
   * The id that a document is stored under.
   *
   * @throws DatabaseException CORRUPT if it has none
   */
  public byte[] id(BsonDocument document) {
    BsonValue id = document.get("_id");
    if (id == null) {
      throw new DatabaseException(ErrorCode.CORRUPT, "A document of a collection has no _id.");
    }
    return AccessPlanner.id(id);
  }

  /**
   * The logical partition that a document belongs to.
   *
   * @throws DatabaseException CORRUPT if it cannot belong to any
   */
  public LogicalKey logical(BsonDocument document) {
    try {
      return shardKey.logical(shardKey.of(document));
    } catch (ShardKeyArray e) {
      throw new DatabaseException(
          ErrorCode.CORRUPT, "A document has an array on the path of its shard key.", e);
    }
  }

  /**
   * The entries of a document.
   *
   * @throws DatabaseException CORRUPT if it cannot have any
   */
  public List<Entry> entries(RecordKey key, BsonDocument document) {
    byte[] record = RecordKey.encode(key.logical(), key.id());
    List<Entry> entries = new ArrayList<>();
    try {
      for (IndexSpec index : settings.indexes()) {
        if (index.isId() && !settings.isSharded()) {
          continue;
        }
        for (byte[] entry : IndexEntries.scan(index, document, record)) {
          entries.add(new Entry(entry, PRESENT, index.ready()));
        }
        if (index.unique()) {
          for (byte[] entry : IndexEntries.unique(index, key.logical(), document)) {
            entries.add(new Entry(entry, key.id(), index.ready()));
          }
        }
      }
    } catch (ParallelArrays e) {
      throw new DatabaseException(
          ErrorCode.CORRUPT, "A document has arrays on several paths of an index.", e);
    }
    return entries;
  }

  /** Whether an entry follows from a document; those of indexes that were dropped do not. */
  public boolean isOfDocument(byte[] suffix) {
    boolean kind = suffix[0] == IndexEntries.SCAN || suffix[0] == IndexEntries.UNIQUE;
    return kind && !settings.dropped().contains(IndexEntries.index(suffix));
  }

  /** Whether an entry is what became of a statement, and can be read. */
  public boolean isStatement(byte[] suffix, byte[] value) {
    return suffix[0] == StatementRecords.KIND && StatementRecords.isReadable(value);
  }

  /** Whether an entry is of an index that was dropped, or of a statement. */
  public boolean isLeftAlone(byte[] suffix) {
    return suffix[0] == StatementRecords.KIND
        || settings.dropped().contains(IndexEntries.index(suffix));
  }

  /**
   * The record that an entry leads to.
   *
   * @throws DatabaseException CORRUPT if it is not of its form
   */
  public RecordKey target(byte[] suffix, byte[] value) {
    return suffix[0] == IndexEntries.SCAN
        ? RecordKey.decode(IndexEntries.record(suffix))
        : new RecordKey(IndexEntries.logical(suffix), value);
  }
}
