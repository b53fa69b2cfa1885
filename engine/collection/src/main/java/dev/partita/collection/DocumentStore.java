package dev.partita.collection;

import dev.partita.partition.LogicalKey;
import dev.partita.partition.StoredRecord;
import dev.partita.partition.Transaction;
import org.jspecify.annotations.Nullable;

/**
 * What a transaction on documents reads and writes in one logical partition: a {@link Transaction}
 * of the partition or, where another node leads it, what is to be one there. For one thread.
 */
interface DocumentStore {

  LogicalKey logicalKey();

  long timeMillis();

  long stampMillis();

  @Nullable StoredRecord get(byte[] id);

  byte @Nullable [] index(byte[] suffix);

  void put(byte[] id, @Nullable StoredRecord current, byte[] record);

  void delete(byte[] id, StoredRecord current, boolean expired);

  void putIndex(byte[] suffix, byte[] value);

  void deleteIndex(byte[] suffix);

  /** That of a partition that is led here. */
  record Local(Transaction transaction) implements DocumentStore {

    @Override
    public LogicalKey logicalKey() {
      return transaction.logicalKey();
    }

    @Override
    public long timeMillis() {
      return transaction.timeMillis();
    }

    @Override
    public long stampMillis() {
      return transaction.stampMillis();
    }

    @Override
    public @Nullable StoredRecord get(byte[] id) {
      return transaction.get(id);
    }

    @Override
    public byte @Nullable [] index(byte[] suffix) {
      return transaction.index(suffix);
    }

    @Override
    public void put(byte[] id, @Nullable StoredRecord current, byte[] record) {
      transaction.put(id, current, record);
    }

    @Override
    public void delete(byte[] id, StoredRecord current, boolean expired) {
      transaction.delete(id, current, expired);
    }

    @Override
    public void putIndex(byte[] suffix, byte[] value) {
      transaction.putIndex(suffix, value);
    }

    @Override
    public void deleteIndex(byte[] suffix) {
      transaction.deleteIndex(suffix);
    }
  }
}
