package dev.partita.document;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.bytes.KeyRange;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.container.Container;
import dev.partita.container.Containers;
import dev.partita.container.Outcome;
import dev.partita.container.catalogue.Catalogue;
import dev.partita.container.catalogue.ContainerRecord;
import dev.partita.container.catalogue.JobRecord;
import dev.partita.container.catalogue.Reindexing;
import dev.partita.container.job.JobKind;
import dev.partita.container.job.JobRequest;
import dev.partita.container.job.JobStep;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.partition.LogicalKey;
import dev.partita.partition.PartitionRetired;
import dev.partita.partition.PhysicalPartition;
import dev.partita.partition.ReadOptions;
import dev.partita.partition.RecordCursor;
import dev.partita.partition.RecordKey;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The change of containers' indexes to a new policy: item after item, in the order of their keys,
 * each in a transaction of its partition. The checkpoint is the key of the last item that is done;
 * what a crash undoes is done again and comes out the same. That the index is between policies is
 * part of the container's record, and ends there before the job does.
 */
final class IndexTransformation implements JobKind {

  static final String NAME = "reindex";

  private static final int ITEMS_PER_STEP = 10_000;
  private static final int ITEMS_PER_TRANSACTION = 100;
  private static final String GENERATION = "generation";
  private static final String THROUGH = "through";

  private final Function<Container, Items> itemsOf;
  private final Catalogue catalogue;
  private final Containers containers;

  IndexTransformation(
      Function<Container, Items> itemsOf, Catalogue catalogue, Containers containers) {
    this.itemsOf = itemsOf;
    this.catalogue = catalogue;
    this.containers = containers;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<JobRequest> wanted() {
    return catalogue.containers().stream()
        .filter(record -> record.reindexing() != null)
        .flatMap(record -> containers.container(record.number()).stream())
        .map(container -> new JobRequest(NAME, container.number(), records(container)))
        .toList();
  }

  /** How many items a job has done of a change of the index; none of a later change. */
  static long done(JobRecord job, Reindexing underWay) {
    return isOf(job, underWay) ? job.done() : 0;
  }

  private static long records(Container container) {
    return container.partitions().stream()
        .mapToLong(owned -> owned.partition().state().recordCount())
        .sum();
  }

  private static boolean isOf(JobRecord job, Reindexing underWay) {
    return job.checkpoint().at(GENERATION) instanceof JsonNumber generation
        && generation.longValue() == underWay.generation();
  }

  private static byte[] through(JobRecord job, Reindexing underWay) {
    return isOf(job, underWay) && job.checkpoint().at(THROUGH) instanceof JsonString(String key)
        ? Bytes.fromHex(key)
        : Bytes.EMPTY;
  }

  @Override
  public JobStep step(JobRecord job, long unitsMax) {
    Container container = containers.container(job.container()).orElseThrow();
    Reindexing underWay = container.record().reindexing();
    if (underWay == null) {
      return new JobStep(job.checkpoint(), job.done(), 0, true);
    }
    Items items = itemsOf.apply(container);
    int most = (int) Math.min(unitsMax, ITEMS_PER_STEP);
    List<CompletableFuture<Outcome<Boolean>>> changes = new ArrayList<>();
    byte[] through = through(job, underWay);
    int count = 0;
    boolean isLast;
    do {
      PhysicalPartition partition = container.owner(position(through)).partition();
      awaitEarlierWrites(partition);
      List<RecordKey> some = items(partition, through, most - count);
      changes.addAll(submit(items, some));
      count += some.size();
      byte[] end = partition.descriptor().positions().end();
      isLast = count < most && Arrays.equals(end, container.map().axis().end());
      if (count < most && !isLast && end != null) {
        through = before(end);
      } else if (!some.isEmpty()) {
        through = some.getLast().encoded();
      }
      // What follows may be for another node to do.
    } while (count < most && !isLast && container.leads(position(through)));
    changes.forEach(CompletableFuture::join);
    // If the policy has been changed meanwhile, this is of an earlier change: it all begins anew.
    boolean isComplete = isLast && containers.endReindexing(container, underWay);
    return new JobStep(
        checkpoint(underWay, through), done(job, underWay) + count, count, isComplete);
  }

  private static List<CompletableFuture<Outcome<Boolean>>> submit(
      Items items, List<RecordKey> some) {
    List<CompletableFuture<Outcome<Boolean>>> changes = new ArrayList<>();
    for (int start = 0; start < some.size(); ) {
      int end = endOfTransaction(some, start);
      changes.add(submit(items, some.get(start).logical(), some.subList(start, end)));
      start = end;
    }
    return changes;
  }

  private static JsonObject checkpoint(Reindexing underWay, byte[] through) {
    return JsonObject.builder()
        .put(GENERATION, underWay.generation())
        .put(THROUGH, Bytes.hex(through))
        .build();
  }

  @Override
  public byte @Nullable [] position(JobRecord job) {
    return containers
        .container(job.container())
        .map(Container::record)
        .map(ContainerRecord::reindexing)
        .map(underWay -> position(through(job, underWay)))
        .orElse(null);
  }

  private static byte[] position(byte[] through) {
    return through.length == 0 ? through : RecordKey.decode(through).logical().position();
  }

  /** The key that comes before those of all items from a position on. */
  private static byte[] before(byte[] position) {
    return RecordKey.encode(new LogicalKey(position, Bytes.EMPTY), Bytes.EMPTY);
  }

  /** Without it queries would have to do with what all the policies have in common. */
  @Override
  public void requireCancellable(JobRecord job) {
    throw new DatabaseException(
            ErrorCode.CONFLICT,
            "The index would stay between two policies. Pause the job, or replace the container"
                + " with the indexing policy that it had.")
        .with("job", job.number());
  }

  /**
   * Waits for what writers took up before they knew of the new policy. Such items are in the store
   * then, and everything from now on is indexed by the new policy anyway.
   */
  private static void awaitEarlierWrites(PhysicalPartition partition) {
    try {
      partition.exclusive(() -> true).join();
    } catch (CompletionException e) {
      // Those that took over from it began after all its writes, with what is known now.
      if (!(e.getCause() instanceof PartitionRetired)) {
        throw e;
      }
    }
  }

  private static List<RecordKey> items(PhysicalPartition partition, byte[] through, int most) {
    KeyRange own = RecordKey.range(partition.descriptor().positions());
    KeyRange rest =
        through.length == 0 ? own : new KeyRange(Bytes.concat(through, new byte[1]), own.end());
    List<RecordKey> found = new ArrayList<>();
    try (RecordCursor records = partition.reader(ReadOptions.LEADER).scan(rest)) {
      while (found.size() < most && records.next()) {
        found.add(RecordKey.decode(records.key()));
      }
    }
    return found;
  }

  /** A transaction has items of one logical partition only. */
  private static int endOfTransaction(List<RecordKey> items, int start) {
    LogicalKey logical = items.get(start).logical();
    int end = start + 1;
    while (end < items.size()
        && end - start < ITEMS_PER_TRANSACTION
        && items.get(end).logical().equals(logical)) {
      end++;
    }
    return end;
  }

  private static CompletableFuture<Outcome<Boolean>> submit(
      Items items, LogicalKey logical, List<RecordKey> some) {
    return items
        .container()
        .submit(
            logical,
            transaction -> {
              ItemTransaction changes =
                  new ItemTransaction(transaction, items.settings(), new ChargeMeter());
              some.forEach(key -> changes.reindex(key.id()));
              return true;
            });
  }
}
