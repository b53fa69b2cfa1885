package dev.partita.collection;

import dev.partita.base.bytes.Bytes;
import dev.partita.partition.LogicalKey;
import dev.partita.partition.RecordKey;
import dev.partita.partition.SegmentReader;
import dev.partita.partition.StoredRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A transaction that is evaluated on a snapshot of this node and carried out by another: it notes
 * what was read, and what is to be written if all that is still so. For one thread.
 */
final class ObservedStore implements DocumentStore {

  private final LogicalKey logical;
  private final SegmentReader reader;
  private final long nowMillis;
  private final List<DocumentChanges.Read> reads = new ArrayList<>();
  private final List<DocumentChanges.Write> writes = new ArrayList<>();

  // What is seen, with what was written; empty where there is nothing.
  private final Map<byte[], Optional<StoredRecord>> records = new TreeMap<>(Bytes.ORDER);
  private final Map<byte[], Optional<byte[]>> entries = new TreeMap<>(Bytes.ORDER);

  ObservedStore(LogicalKey logical, SegmentReader reader, long nowMillis) {
    this.logical = logical;
    this.reader = reader;
    this.nowMillis = nowMillis;
  }

  List<DocumentChanges.Read> reads() {
    return reads;
  }

  List<DocumentChanges.Write> writes() {
    return writes;
  }

  @Override
  public LogicalKey logicalKey() {
    return logical;
  }

  @Override
  public long timeMillis() {
    return nowMillis;
  }

  @Override
  public long stampMillis() {
    return nowMillis;
  }

  @Override
  public @Nullable StoredRecord get(byte[] id) {
    Optional<StoredRecord> known = records.get(id);
    if (known == null) {
      StoredRecord found = reader.get(RecordKey.encode(logical, id));
      reads.add(
          found == null
              ? new DocumentChanges.Read.Absent(id)
              : new DocumentChanges.Read.Present(id, found.lsn(), found.sequence()));
      known = Optional.ofNullable(found);
      records.put(id, known);
    }
    return known.orElse(null);
  }

  @Override
  public byte @Nullable [] index(byte[] suffix) {
    Optional<byte[]> known = entries.get(suffix);
    if (known == null) {
      byte[] found = reader.index(suffix);
      reads.add(new DocumentChanges.Read.Entry(suffix, found));
      known = Optional.ofNullable(found);
      entries.put(suffix, known);
    }
    return known.orElse(null);
  }

  @Override
  public void put(byte[] id, @Nullable StoredRecord current, byte[] record) {
    var _ = get(id);
    writes.add(new DocumentChanges.Write.Put(id, record.clone()));
    // Whoever reads it back wants what is in it; where it lies is for the partition to say.
    byte[] stamped = StoredRecord.stamp(record.clone(), Long.MAX_VALUE, writes.size());
    records.put(id, Optional.ofNullable(StoredRecord.read(stamped)));
  }

  @Override
  public void delete(byte[] id, StoredRecord current, boolean expired) {
    var _ = get(id);
    writes.add(new DocumentChanges.Write.Delete(id, expired));
    records.put(id, Optional.empty());
  }

  @Override
  public void putIndex(byte[] suffix, byte[] value) {
    writes.add(new DocumentChanges.Write.PutEntry(suffix, value));
    entries.put(suffix, Optional.of(value));
  }

  @Override
  public void deleteIndex(byte[] suffix) {
    writes.add(new DocumentChanges.Write.DeleteEntry(suffix));
    entries.put(suffix, Optional.empty());
  }
}
