package dev.partita.collection;

import dev.partita.aggregation.pipeline.SortStage;
import dev.partita.aggregation.stream.ExternalSort;
import dev.partita.aggregation.stream.Workspace;
import dev.partita.bson.BsonDocument;
import dev.partita.container.Container;
import dev.partita.mql.sort.SortPattern;
import dev.partita.partition.ReadOptions;
import dev.partita.partition.SegmentSnapshot;
import dev.partita.throughput.RequestCharge;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A read under way, batch by batch. Each batch sees the collection as it is then; a sorted one has
 * all its results from the first. Used by one thread at a time; closed in any case.
 */
public final class FindExecution implements AutoCloseable {

  /** Beyond so many documents in a row without a result it is asked whether to go on. */
  private static final int UNWATCHED = 256;

  private final Container container;
  private final Workspace workspace;
  private final FindRequest request;
  private final AccessPlan plan;
  private PlanCursor.Position position = PlanCursor.Position.START;
  private @Nullable ExternalSort sort;
  private ExternalSort.@Nullable Results sorted;
  private @Nullable BsonDocument held;
  private long toSkip;
  private long left;
  private boolean begun;
  private boolean done;
  private RequestCharge charge = RequestCharge.ZERO;
  private long keysRead;
  private long documentsRead;
  private long returned;

  FindExecution(Container container, Workspace workspace, FindRequest request, AccessPlan plan) {
    this.container = container;
    this.workspace = workspace;
    this.request = request;
    this.plan = plan;
    this.toSkip = request.skip();
    this.left = request.limit() == 0 ? Long.MAX_VALUE : request.limit();
  }

  public AccessPlan plan() {
    return plan;
  }

  /** Whether there is nothing more. */
  public boolean isDone() {
    return done;
  }

  /** What it has cost so far. */
  public RequestCharge charge() {
    return charge;
  }

  public long keysRead() {
    return keysRead;
  }

  public long documentsRead() {
    return documentsRead;
  }

  public long returned() {
    return returned;
  }

  /**
   * The next results.
   *
   * @param documentsMax 0 for none, which still begins the read
   * @param bytesMax which one document may exceed
   * @param watch throws to give up; asked now and then
   */
  public List<BsonDocument> batch(int documentsMax, int bytesMax, Runnable watch) {
    Batch batch = new Batch(documentsMax, bytesMax);
    if (documentsMax == 0 || done) {
      return batch.documents;
    }
    if (request.order() == null) {
      scan(batch, watch);
    } else {
      fromSorted(batch, request.order(), watch);
    }
    returned += batch.documents.size();
    return batch.documents;
  }

  /** How many documents there are, read to the end. */
  public long count(Runnable watch) {
    long count = 0;
    try (SegmentSnapshot snapshot = container.segments().snapshot(ReadOptions.LEADER)) {
      ReadAccount account = new ReadAccount(container, plan.within(), true, request.admitted());
      try (PlanCursor cursor = new PlanCursor(plan, snapshot, account, position)) {
        long wanted = left == Long.MAX_VALUE ? left : left + toSkip;
        while (count < wanted && cursor.next()) {
          watch(account, watch);
          if (request.selection().matches().test(cursor.document())) {
            count++;
          }
        }
      } finally {
        settle(account);
      }
    }
    done = true;
    return Math.max(0, count - toSkip);
  }

  private void scan(Batch batch, Runnable watch) {
    BsonDocument first = held;
    if (first != null) {
      held = null;
      batch.add(first);
    }
    try (SegmentSnapshot snapshot = container.segments().snapshot(ReadOptions.LEADER)) {
      ReadAccount account = new ReadAccount(container, plan.within(), !begun, request.admitted());
      begun = true;
      try (PlanCursor cursor = new PlanCursor(plan, snapshot, account, position)) {
        while (left > 0 && !batch.isFull()) {
          if (!cursor.next()) {
            left = 0;
            break;
          }
          position = cursor.position();
          watch(account, watch);
          if (request.selection().matches().test(cursor.document())) {
            found(batch, cursor.document());
          }
        }
      } finally {
        settle(account);
      }
    }
    done = left == 0 && held == null;
  }

  private void found(Batch batch, BsonDocument document) {
    if (toSkip > 0) {
      toSkip--;
      return;
    }
    left--;
    BsonDocument projected = request.projection().apply(document);
    if (!batch.add(projected)) {
      held = projected;
    }
  }

  private void fromSorted(Batch batch, SortPattern order, Runnable watch) {
    ExternalSort.Results queue = sorted;
    if (queue == null) {
      queue = sort(order, watch);
      sorted = queue;
      for (; toSkip > 0 && queue.next() != null; toSkip--) {
        watch.run();
      }
    }
    BsonDocument next = held == null ? projected(queue) : held;
    held = null;
    while (next != null && !batch.isFull()) {
      if (!batch.add(next)) {
        break;
      }
      next = projected(queue);
    }
    held = next;
    done = next == null;
    if (done) {
      close();
    }
  }

  private @Nullable BsonDocument projected(ExternalSort.Results queue) {
    ExternalSort.Sorted next = queue.next();
    return next == null ? null : request.projection().apply(next.document());
  }

  private ExternalSort.Results sort(SortPattern order, Runnable watch) {
    Workspace.Memory memory = workspace.memory(request.mayUseFiles());
    long wanted = request.limit() == 0 ? 0 : request.limit() + request.skip();
    ExternalSort collected = new ExternalSort(memory, wanted, SortStage.refusal(memory));
    sort = collected;
    collect((document, _) -> collected.add(order.key(document), document), watch);
    return collected.results();
  }

  /** Takes what a read finds. */
  @FunctionalInterface
  private interface Found {
    void take(BsonDocument document, byte[] place);
  }

  private void collect(Found into, Runnable watch) {
    try (SegmentSnapshot snapshot = container.segments().snapshot(ReadOptions.LEADER)) {
      ReadAccount account = new ReadAccount(container, plan.within(), !begun, request.admitted());
      begun = true;
      try (PlanCursor cursor = new PlanCursor(plan, snapshot, account, position)) {
        while (cursor.next()) {
          watch(account, watch);
          if (request.selection().matches().test(cursor.document())) {
            into.take(cursor.document(), cursor.place());
          }
        }
      } finally {
        settle(account);
      }
    }
  }

  /** The place of the first document in an order; null if there is none. */
  byte @Nullable [] firstPlace(SortPattern order, Runnable watch) {
    byte[][] best = {null, null};
    collect(
        (document, place) -> {
          byte[] key = order.key(document);
          if (best[0] == null || Arrays.compareUnsigned(key, best[0]) < 0) {
            best[0] = key;
            best[1] = place;
          }
        },
        watch);
    return best[1];
  }

  private static void watch(ReadAccount account, Runnable watch) {
    if (account.documentsRead() % UNWATCHED == 0) {
      watch.run();
    }
  }

  private void settle(ReadAccount account) {
    charge = charge.plus(account.charge());
    keysRead += account.keysRead();
    documentsRead += account.documentsRead();
  }

  @Override
  public void close() {
    if (sort != null) {
      sort.close();
      sort = null;
    }
  }

  /** What is returned at once. */
  private static final class Batch {

    private final List<BsonDocument> documents = new ArrayList<>();
    private final int documentsMax;
    private final int bytesMax;
    private long bytes;

    Batch(int documentsMax, int bytesMax) {
      this.documentsMax = documentsMax;
      this.bytesMax = bytesMax;
    }

    boolean isFull() {
      return documents.size() >= documentsMax || bytes >= bytesMax;
    }

    /** False if there is no room for it any more. */
    boolean add(BsonDocument document) {
      if (!documents.isEmpty() && bytes + document.byteLength() > bytesMax) {
        bytes = bytesMax;
        return false;
      }
      documents.add(document);
      bytes += document.byteLength();
      return true;
    }
  }
}
