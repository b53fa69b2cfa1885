package dev.partita.collection;

import dev.partita.aggregation.stream.Workspace;
import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonValue;
import dev.partita.container.Container;
import dev.partita.container.catalogue.ContainerRecord;
import dev.partita.partition.LogicalKey;
import dev.partita.partition.ReadOptions;
import dev.partita.throughput.RequestCharge;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The documents of one collection. Every call waits until its answer is durable. Safe for use by
 * any number of threads.
 */
public final class BsonCollection {

  private static final int DOCUMENTS_PER_TRANSACTION = 100;
  private static final int BYTES_PER_TRANSACTION = 1 << 20;

  private final Container container;
  private final Workspace workspace;
  private final PartitionWork work;
  private final CollectionWrites writes;
  private volatile Known known;

  /** What a version of the container's record says. */
  private record Known(long version, CollectionSettings settings, ShardKey shardKey) {

    static Known of(ContainerRecord record) {
      CollectionSettings settings = CollectionSettings.of(record.definition());
      return new Known(
          record.version(),
          settings,
          new ShardKey(record.definition().scheme(), settings.shardKey()));
    }
  }

  BsonCollection(Container container, Workspace workspace) {
    this.container = container;
    this.workspace = workspace;
    this.known = Known.of(container.record());
    this.work = new PartitionWork(container, this::settings);
    this.writes = new CollectionWrites(this, work);
  }

  public Container container() {
    return container;
  }

  public CollectionSettings settings() {
    return known().settings();
  }

  ShardKey shardKey() {
    return known().shardKey();
  }

  AccessPlanner planner() {
    Known current = known();
    return new AccessPlanner(current.settings(), current.shardKey());
  }

  /** The changes of its documents. */
  public CollectionFeed feed() {
    return new CollectionFeed(container);
  }

  PartitionWork work() {
    return work;
  }

  private Known known() {
    Known current = known;
    ContainerRecord record = container.record();
    if (current.version() != record.version()) {
      current = Known.of(record);
      known = current;
    }
    return current;
  }

  /**
   * Begins a read.
   *
   * @throws UnknownHint if it names an index that there is not
   */
  public FindExecution find(FindRequest request) {
    return new FindExecution(container, workspace, request, planner().plan(request.selection()));
  }

  /**
   * Admits a read of the whole collection.
   *
   * @throws dev.partita.base.error.DatabaseException THROTTLED if a partition refuses
   */
  public void admit() {
    container.partitions().forEach(owned -> owned.admission().admit());
  }

  /** What a statement did that is sent again; null if it was not carried out. */
  @Nullable WriteEffect carriedOut(StatementId id) {
    BsonDocument result =
        StatementRecords.find(container.segments().reader(ReadOptions.LEADER), id);
    return result == null ? null : WriteEffect.of(result);
  }

  /** A result with what it cost. */
  public record Charged<R>(R result, RequestCharge charge) {}

  /**
   * Changes documents.
   *
   * @param watch throws to give up; asked while documents are looked for
   * @throws DuplicateKey if two documents would have the same key
   * @throws ImmutableField if a document would change its place
   */
  public Charged<WriteEffect> write(WriteStatement statement, Runnable watch) {
    PartitionWork.Charged<WriteEffect> done = writes.carryOut(statement, watch);
    return new Charged<>(done.result(), done.charge());
  }

  /**
   * Inserts documents, each of which has its {@code _id} as its first field.
   *
   * @param ordered whether none is inserted behind one that was not
   * @param first the id of the statement of the first document; null if they are not sent again
   */
  public InsertReport insert(
      List<BsonDocument> documents, boolean ordered, @Nullable StatementId first) {
    Inserts inserts = new Inserts(documents, ordered, first);
    inserts.run();
    inserts.errors.sort(Comparator.comparingInt(InsertReport.Failed::index));
    return new InsertReport(inserts.inserted, inserts.errors, inserts.charge);
  }

  /** Documents that are being inserted, several in a transaction where they belong together. */
  private final class Inserts {

    private final List<BsonDocument> documents;
    private final boolean ordered;
    private final @Nullable StatementId first;
    private final List<InsertReport.Failed> errors = new ArrayList<>();
    private int inserted;
    private RequestCharge charge = RequestCharge.ZERO;

    Inserts(List<BsonDocument> documents, boolean ordered, @Nullable StatementId first) {
      this.documents = documents;
      this.ordered = ordered;
      this.first = first;
    }

    void run() {
      if (ordered) {
        int at = 0;
        while (at < documents.size() && errors.isEmpty()) {
          at = runFrom(at);
        }
      } else {
        runAll();
      }
    }

    /** One transaction with the documents that follow, as far as they belong together. */
    private int runFrom(int start) {
      LogicalKey logical = logical(start);
      if (logical == null) {
        return start + 1;
      }
      List<Integer> some = new ArrayList<>();
      int at = start;
      long bytes = 0;
      while (at < documents.size() && fits(some.size(), bytes)) {
        LogicalKey next = at == start ? logical : logicalOrNull(at);
        if (!logical.equals(next)) {
          break;
        }
        bytes += documents.get(at).byteLength();
        some.add(at++);
      }
      finish(some, begin(logical, some));
      return at;
    }

    private void runAll() {
      Map<LogicalKey, List<Integer>> byKey = new LinkedHashMap<>();
      for (int i = 0; i < documents.size(); i++) {
        LogicalKey logical = logical(i);
        if (logical != null) {
          byKey.computeIfAbsent(logical, _ -> new ArrayList<>()).add(i);
        }
      }
      List<Runnable> underWay = new ArrayList<>();
      byKey.forEach(
          (logical, all) -> {
            for (List<Integer> some : parts(all)) {
              Supplier<PartitionWork.Charged<List<InsertReport.Failed>>> answer =
                  begin(logical, some);
              underWay.add(() -> finish(some, answer));
            }
          });
      underWay.forEach(Runnable::run);
    }

    private List<List<Integer>> parts(List<Integer> all) {
      List<List<Integer>> parts = new ArrayList<>();
      List<Integer> part = new ArrayList<>();
      long bytes = 0;
      for (int index : all) {
        if (!fits(part.size(), bytes)) {
          parts.add(part);
          part = new ArrayList<>();
          bytes = 0;
        }
        part.add(index);
        bytes += documents.get(index).byteLength();
      }
      parts.add(part);
      return parts;
    }

    private static boolean fits(int count, long bytes) {
      return count == 0 || (count < DOCUMENTS_PER_TRANSACTION && bytes < BYTES_PER_TRANSACTION);
    }

    private @Nullable LogicalKey logical(int index) {
      try {
        ShardKey key = shardKey();
        return key.logical(key.of(documents.get(index)));
      } catch (ShardKeyArray e) {
        errors.add(new InsertReport.Failed(index, e));
        return null;
      }
    }

    private @Nullable LogicalKey logicalOrNull(int index) {
      try {
        ShardKey key = shardKey();
        return key.logical(key.of(documents.get(index)));
      } catch (ShardKeyArray e) {
        // Its turn comes once those before it are inserted.
        return null;
      }
    }

    private Supplier<PartitionWork.Charged<List<InsertReport.Failed>>> begin(
        LogicalKey logical, List<Integer> some) {
      try {
        return work.submit(logical, transaction -> insert(transaction, some));
      } catch (RuntimeException e) {
        return () -> {
          throw e;
        };
      }
    }

    private void finish(
        List<Integer> some, Supplier<PartitionWork.Charged<List<InsertReport.Failed>>> answer) {
      try {
        PartitionWork.Charged<List<InsertReport.Failed>> done = answer.get();
        charge = charge.plus(done.charge());
        List<InsertReport.Failed> failed = done.result();
        errors.addAll(failed);
        inserted +=
            failed.isEmpty()
                ? some.size()
                : ordered ? some.indexOf(failed.getFirst().index()) : some.size() - failed.size();
      } catch (RuntimeException e) {
        // None of the transaction has happened.
        for (int index : ordered ? some.subList(0, 1) : some) {
          errors.add(new InsertReport.Failed(index, e));
        }
      }
    }

    /**
     * What cannot be inserted is told; the rest of the transaction goes on, or what is before it.
     */
    private List<InsertReport.Failed> insert(
        CollectionTransaction transaction, List<Integer> some) {
      List<InsertReport.Failed> failed = new ArrayList<>();
      for (int index : some) {
        try {
          insertOne(transaction, index);
        } catch (RuntimeException e) {
          failed.add(new InsertReport.Failed(index, e));
          if (ordered) {
            break;
          }
        }
      }
      return failed;
    }

    private void insertOne(CollectionTransaction transaction, int index) {
      BsonDocument document = documents.get(index);
      StatementId id = first == null ? null : first.plus(index);
      if (id != null && StatementRecords.find(transaction.transaction(), id) != null) {
        return;
      }
      BsonValue documentId = Objects.requireNonNull(document.get("_id"));
      transaction.insert(AccessPlanner.id(documentId), document);
      if (id != null) {
        StatementRecords.write(
            transaction.transaction(), id, new WriteEffect(1, 0, null, null).toBson());
      }
    }
  }
}
