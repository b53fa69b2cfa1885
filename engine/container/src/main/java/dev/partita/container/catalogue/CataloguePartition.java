package dev.partita.container.catalogue;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.bytes.KeyRange;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.json.JsonWriter;
import dev.partita.partition.ChangeLogPolicy;
import dev.partita.partition.Commit;
import dev.partita.partition.Lineage;
import dev.partita.partition.LogicalKey;
import dev.partita.partition.PartitionDescriptor;
import dev.partita.partition.PartitionReader;
import dev.partita.partition.PartitionSettings;
import dev.partita.partition.PhysicalPartition;
import dev.partita.partition.ReadOptions;
import dev.partita.partition.RecordCursor;
import dev.partita.partition.RecordKey;
import dev.partita.partition.Segment;
import dev.partita.partition.StoredRecord;
import dev.partita.partition.Transaction;
import dev.partita.replication.Leadership;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The log of the catalogue on the node that decides on its changes: stored like everything else, in
 * the only partition of container 0. Safe for use by any number of threads.
 */
public final class CataloguePartition implements CatalogueLog {

  private static final LogicalKey ROOT = new LogicalKey(Bytes.EMPTY, Bytes.EMPTY);
  private static final PartitionSettings SETTINGS =
      new PartitionSettings(Long.MAX_VALUE, ChangeLogPolicy.NEWEST);

  /** It is never split, so it has no map. */
  private static final int EPOCH = 1;

  /** In place of the version of a change that has not happened before. */
  private static final long NEW = 0;

  private final PhysicalPartition partition;
  private final Leadership leadership;
  // Effects are to be applied in the order in which they were committed.
  private final ReentrantLock oneAtATime = new ReentrantLock();
  private Consumer<CatalogueEffect> catalogue = _ -> {};

  /**
   * @param segment of container 0
   */
  public CataloguePartition(Segment segment, PhysicalPartition.Environment environment) {
    PartitionDescriptor descriptor = PartitionDescriptor.initial(0, KeyRange.ALL);
    this.leadership = environment.log().leadership();
    this.partition =
        new PhysicalPartition(
            environment, segment, descriptor, Lineage.of(descriptor), EPOCH, SETTINGS);
  }

  @Override
  public void start(Consumer<CatalogueEffect> follower) {
    oneAtATime.lock();
    try {
      follower.accept(stored());
      catalogue = follower;
    } finally {
      oneAtATime.unlock();
    }
  }

  /** Everything that the store of this node has, while nothing is applied to it. */
  public CatalogueEffect stored() {
    List<CatalogueEntry> entries = new ArrayList<>();
    PartitionReader reader = partition.reader(ReadOptions.ANY);
    try (RecordCursor records = reader.scan(KeyRange.ALL)) {
      while (records.next()) {
        String id = RecordKey.decode(records.key()).idText();
        entries.add(CatalogueEntry.read(id, records.record()));
      }
    }
    return new CatalogueEffect(reader.state().lsn(), entries, List.of());
  }

  /** Whether this node leads the catalogue's replication group. */
  public boolean isLed() {
    return leadership.isLeader();
  }

  /** The version of the last change that is visible here. */
  public long lsn() {
    return partition.state().lsn();
  }

  @Override
  public long commit(CatalogueChange change) {
    oneAtATime.lock();
    try {
      long version = write(change);
      catalogue.accept(change.effect(version));
      return version;
    } finally {
      oneAtATime.unlock();
    }
  }

  /**
   * Decides on a change and writes it, but does not tell the catalogue; one that has a name and has
   * happened before is not written again.
   *
   * @return the version of the change
   * @throws ChangeConflict if an entry has another version than the change has seen
   * @throws dev.partita.replication.NotInCharge if nothing was decided, since this node does not
   *     lead
   * @throws DatabaseException GONE if a fence does not hold; otherwise what kept the change from
   *     being stored
   */
  public long write(CatalogueChange change) {
    try {
      Commit<Long> commit =
          partition.submit(ROOT, transaction -> write(change, transaction)).join();
      return commit.result() == NEW ? commit.lsn() : commit.result();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : e;
    }
  }

  /** Tells the version of what has happened before, or {@link #NEW}. */
  private static long write(CatalogueChange change, Transaction transaction) {
    for (CatalogueEntry entry : change.puts()) {
      if (entry instanceof CatalogueEntry.LastChange named) {
        StoredRecord record = transaction.get(name(named.id()));
        if (record != null
            && CatalogueEntry.read(named.id(), record) instanceof CatalogueEntry.LastChange last
            && last.change().equals(named.change())) {
          return last.version();
        }
      }
    }
    decide(change, transaction);
    change.deletes().forEach(id -> delete(transaction, id));
    change.puts().forEach(entry -> put(transaction, entry));
    return NEW;
  }

  private static void decide(CatalogueChange change, Transaction transaction) {
    for (CatalogueChange.Fence fence : change.fences()) {
      StoredRecord record = transaction.get(name(fence.id()));
      if (record == null || CatalogueEntry.read(fence.id(), record).epoch() != fence.epoch()) {
        throw new DatabaseException(
                ErrorCode.GONE, "Others have taken over in the meantime; the change is refused.")
            .with("entry", fence.id())
            .with("epoch", fence.epoch());
      }
    }
    change
        .seen()
        .forEach(
            (id, version) -> {
              StoredRecord record = transaction.get(name(id));
              if ((record == null ? 0 : record.lsn()) != version) {
                throw new ChangeConflict(id);
              }
            });
  }

  private static void put(Transaction transaction, CatalogueEntry entry) {
    byte[] name = name(entry.id());
    byte[] payload = JsonWriter.bytes(entry.toJson());
    byte[] record = new byte[StoredRecord.PAYLOAD_OFFSET + payload.length];
    System.arraycopy(payload, 0, record, StoredRecord.PAYLOAD_OFFSET, payload.length);
    transaction.put(name, transaction.get(name), record);
  }

  private static void delete(Transaction transaction, String id) {
    byte[] name = name(id);
    @Nullable StoredRecord current = transaction.get(name);
    if (current != null) {
      transaction.delete(name, current, false);
    }
  }

  private static byte[] name(String id) {
    return id.getBytes(StandardCharsets.UTF_8);
  }
}
