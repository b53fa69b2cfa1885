package dev.partita.collection;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.bson.BsonBuilder;
import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonKeyReader;
import dev.partita.bson.BsonValue;
import dev.partita.partition.LogicalKey;
import dev.partita.partition.RecordKey;
import dev.partita.partition.StoredRecord;
import dev.partita.throughput.ChargeModel;
import dev.partita.throughput.RequestCharge;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes of documents within a transaction of a partition, with all that leads to them. A write
 * that is refused has written nothing, so that others of the transaction may go on. Used by the
 * partition's writer only.
 */
final class CollectionTransaction {

  private static final byte[] PRESENT = new byte[0];

  /** Longer keys are refused, since they would be in the way of all others. */
  private static final int KEY_BYTES_MAX = 64 << 10;

  private final DocumentStore transaction;
  private final CollectionSettings settings;
  private final boolean idInRecords;

  /** Whether documents may lack entries that they should have as they are. */
  private final boolean building;

  private RequestCharge charge = RequestCharge.ZERO;

  CollectionTransaction(DocumentStore transaction, CollectionSettings settings) {
    this.transaction = transaction;
    this.settings = settings;
    // With one logical partition the records have the order of the ids already.
    this.idInRecords = !settings.isSharded();
    this.building = settings.indexes().stream().anyMatch(index -> !index.ready());
  }

  DocumentStore transaction() {
    return transaction;
  }

  LogicalKey logical() {
    return transaction.logicalKey();
  }

  /** What the work so far costs. */
  RequestCharge charge() {
    return charge;
  }

  void charge(RequestCharge more) {
    charge = charge.plus(more);
  }

  @Nullable StoredRecord find(byte[] id) {
    return transaction.get(id);
  }

  /**
   * @throws DuplicateKey if there is another one with its {@code _id} or a unique key
   */
  void insert(byte[] id, BsonDocument document) {
    StoredRecord current = transaction.get(id);
    if (current != null) {
      charge(ChargeModel.rejectedWrite(current.sizeBytes()));
      BsonValue value = document.get("_id");
      throw new DuplicateKey(
          IndexSpec.ID.name(),
          IndexSpec.ID.pattern(),
          BsonDocument.of("_id", value == null ? BsonValue.NULL : value));
    }
    write(id, null, null, document, false);
  }

  /**
   * @param whole whether the document was given as a whole
   */
  void replace(byte[] id, StoredRecord current, BsonDocument document, boolean whole) {
    write(id, current, StoredDocument.document(current), document, whole);
  }

  void delete(byte[] id, StoredRecord current, boolean expired) {
    BsonDocument before = StoredDocument.document(current);
    Entries old = entries(id, before);
    transaction.delete(id, current, expired);
    remove(id, old, Entries.NONE);
    charge(ChargeModel.delete(current.sizeBytes(), old.size()));
  }

  /** Gives a document the entries of an index that it has from before the index was made. */
  void complete(IndexSpec index, byte[] id, StoredRecord current) {
    BsonDocument document = StoredDocument.document(current);
    Entries all = new Entries();
    add(all, index, id, document);
    requireFree(id, all, document);
    put(id, Entries.NONE, all);
    charge(ChargeModel.replace(0, 0, 0, all.size()));
  }

  /** Replaces a document, or inserts one where there is none, once all is known to be possible. */
  private void write(
      byte[] id,
      @Nullable StoredRecord current,
      @Nullable BsonDocument before,
      BsonDocument document,
      boolean whole) {
    requireLength(id);
    Entries old = before == null ? Entries.NONE : entries(id, before);
    Entries now = entries(id, document);
    requireFree(id, now, document);
    byte[] record = StoredDocument.record(document, transaction.stampMillis(), whole);
    int size = record.length;
    // The first write: it may find that the logical partition is full.
    transaction.put(id, current, record);
    int removed = remove(id, old, now);
    int written = put(id, old, now);
    charge(
        current == null
            ? ChargeModel.create(size, written)
            : ChargeModel.replace(current.sizeBytes(), size, removed, written));
  }

  /** The entries of one document. */
  private static final class Entries {

    static final Entries NONE = new Entries();

    private final List<byte[]> scan = new ArrayList<>();
    private final List<byte[]> unique = new ArrayList<>();
    private final List<IndexSpec> uniqueOf = new ArrayList<>();

    int size() {
      return scan.size() + unique.size();
    }
  }

  private Entries entries(byte[] id, BsonDocument document) {
    Entries entries = new Entries();
    for (IndexSpec index : settings.indexes()) {
      if (!index.isId() || !idInRecords) {
        add(entries, index, id, document);
      }
    }
    return entries;
  }

  private void add(Entries entries, IndexSpec index, byte[] id, BsonDocument document) {
    byte[] record = RecordKey.encode(logical(), id);
    for (byte[] entry : IndexEntries.scan(index, document, record)) {
      requireLength(entry);
      entries.scan.add(entry);
    }
    if (index.unique()) {
      for (byte[] entry : IndexEntries.unique(index, logical(), document)) {
        entries.unique.add(entry);
        entries.uniqueOf.add(index);
      }
    }
  }

  private void requireFree(byte[] id, Entries entries, BsonDocument document) {
    for (int i = 0; i < entries.unique.size(); i++) {
      byte[] holder = transaction.index(entries.unique.get(i));
      if (holder != null && !Arrays.equals(holder, id)) {
        charge(ChargeModel.rejectedWrite(document.byteLength()));
        throw duplicate(entries.uniqueOf.get(i), entries.unique.get(i));
      }
    }
  }

  private DuplicateKey duplicate(IndexSpec index, byte[] entry) {
    int offset = 1 + Integer.BYTES + logical().encoded().length;
    BsonKeyReader reader = new BsonKeyReader(Arrays.copyOfRange(entry, offset, entry.length));
    BsonBuilder values = BsonDocument.builder();
    for (IndexKey key : index.keys()) {
      values.put(key.path(), key.descending() ? reader.nextDescending() : reader.next());
    }
    return new DuplicateKey(index.name(), index.pattern(), values.build());
  }

  private int remove(byte[] id, Entries old, Entries now) {
    int removed = 0;
    for (byte[] entry : old.scan) {
      if (!contains(now.scan, entry)) {
        transaction.deleteIndex(entry);
        removed++;
      }
    }
    for (byte[] entry : old.unique) {
      // While the index is built another document may have it, and this one none yet.
      if (!contains(now.unique, entry) && Arrays.equals(transaction.index(entry), id)) {
        transaction.deleteIndex(entry);
        removed++;
      }
    }
    return removed;
  }

  private int put(byte[] id, Entries old, Entries now) {
    int written = 0;
    for (byte[] entry : now.scan) {
      boolean added = !contains(old.scan, entry);
      written += added ? 1 : 0;
      if (added || building) {
        transaction.putIndex(entry, PRESENT);
      }
    }
    for (byte[] entry : now.unique) {
      boolean added = !contains(old.unique, entry);
      written += added ? 1 : 0;
      if (added || building) {
        transaction.putIndex(entry, id);
      }
    }
    return written;
  }

  private static boolean contains(List<byte[]> entries, byte[] entry) {
    for (byte[] each : entries) {
      if (Arrays.equals(each, entry)) {
        return true;
      }
    }
    return false;
  }

  private static void requireLength(byte[] key) {
    if (key.length > KEY_BYTES_MAX) {
      throw new DatabaseException(
              ErrorCode.TOO_LARGE, "The value of an indexed field is too long for a key.")
          .with("bytes", key.length)
          .with("limitBytes", KEY_BYTES_MAX);
    }
  }
}
