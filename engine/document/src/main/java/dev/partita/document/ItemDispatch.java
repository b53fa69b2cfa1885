package dev.partita.document;

import dev.partita.base.bytes.KeyRange;
import dev.partita.base.error.DatabaseException;
import dev.partita.container.Container;
import dev.partita.container.Outcome;
import dev.partita.container.OwnedPartition;
import dev.partita.container.key.PartitionKey;
import dev.partita.json.JsonWriter;
import dev.partita.partition.ChangeCursor;
import dev.partita.partition.KeyWatch;
import dev.partita.partition.LogicalKey;
import dev.partita.partition.PartitionReader;
import dev.partita.partition.ReadOptions;
import dev.partita.partition.RecordCursor;
import dev.partita.partition.RecordKey;
import dev.partita.partition.StoredRecord;
import dev.partita.partition.Work;
import dev.partita.throughput.ChargeModel;
import dev.partita.throughput.RequestCharge;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The way of operations to the partition in charge and of their results back: admitted before, then
 * charged and told to the listeners. Safe for use by any number of threads.
 */
final class ItemDispatch {

  private static final int DELETES_PER_TRANSACTION = 100;

  private final Items items;
  private final Container container;
  private final OutcomeReports reports;

  ItemDispatch(Items items, OutcomeReports reports) {
    this.items = items;
    this.container = items.container();
    this.reports = reports;
  }

  OutcomeReports reports() {
    return reports;
  }

  ItemResult read(PartitionKey key, ItemOperation.Read read, ReadTerms terms) {
    LogicalKey logical = items.scheme().logicalKey(key);
    OwnedPartition owner = container.owner(logical.position());
    try {
      ItemResult result = read(key, logical, owner, read, terms);
      reports.succeeded(read, key, result);
      return result;
    } catch (DatabaseException e) {
      reports.failed(read, key, owner.number(), e);
      throw e;
    }
  }

  private ItemResult read(
      PartitionKey key,
      LogicalKey logical,
      OwnedPartition owner,
      ItemOperation.Read read,
      ReadTerms terms) {
    byte[] name = items.name(read.id());
    String keyText = key.toJson();
    owner.admission().admit(keyText);
    long lsn = owner.partition().state().lsn();
    PartitionReader reader = owner.partition().reader(terms.options());
    StoredRecord record = reader.get(RecordKey.encode(logical, name));
    ItemSettings settings = items.settings();
    StoredItem item = StoredItem.of(record, settings.properties());
    if (item == null || item.isExpired(settings.defaultTtlSeconds(), items.clock().millis())) {
      RequestCharge charge = terms.charge(ChargeModel.notFound());
      owner.admission().charge(keyText, charge);
      throw ItemTransaction.notFound(read.id())
          .with("partitionKey", keyText)
          .with("requestCharge", charge);
    }
    ItemEffect effect = ItemTransaction.readEffect(item, read.precondition());
    RequestCharge charge = terms.charge(effect.charge());
    owner.admission().charge(keyText, charge);
    return new ItemResult(effect.kind(), effect.version(), lsn, owner.number(), charge);
  }

  /**
   * Hands one operation over.
   *
   * @param helps whether the thread may evaluate what is queued; one that must not be held up does
   *     not
   */
  Submitted<ItemResult> single(
      @Nullable PartitionKey given, ItemOperation operation, boolean helps) {
    ItemTask task;
    ChargeMeter meter = new ChargeMeter();
    CompletableFuture<Outcome<Sized<ItemEffect>>> answer;
    LogicalKey logical;
    PartitionKey key = given;
    try {
      ItemOperation arrived = items.arrived(operation);
      task = ItemTask.of(items, given, arrived, items.condition(arrived), new JsonWriter());
      key = task.key();
      logical = admitted(key);
      Work<Sized<ItemEffect>> work = sized(meter, task.work());
      answer = helps ? container.submit(logical, work) : container.enqueue(logical, work);
    } catch (DatabaseException e) {
      reports.refused(operation, key, e);
      throw e;
    }
    return new Submitted<>(answer, () -> result(operation, task, logical, meter, answer));
  }

  private ItemResult result(
      ItemOperation operation,
      ItemTask task,
      LogicalKey logical,
      ChargeMeter meter,
      CompletableFuture<Outcome<Sized<ItemEffect>>> answer) {
    try {
      ItemResult result = ItemResult.of(settled(task.key(), logical, meter, answer::join));
      reports.succeeded(operation, task, result);
      return result;
    } catch (DatabaseException e) {
      reports.failed(operation, task, container.owner(logical.position()).number(), e);
      throw e;
    }
  }

  /**
   * Hands a batch over.
   *
   * @param watched what else must not have been changed; null if the request says all
   */
  Submitted<BatchResult> batch(ItemRequest.Batch request, @Nullable WatchedReads watched) {
    return watched == null && request.reads().others()
        ? batchIfAllIsUnchanged(request)
        : handOver(request, watched);
  }

  /** A batch of one who has read as another node has it, and is to be told if that is not all. */
  private Submitted<BatchResult> batchIfAllIsUnchanged(ItemRequest.Batch request) {
    LogicalKey logical = items.scheme().logicalKey(request.key());
    KeyWatch watch = container.owner(logical.position()).partition().watch(logical).join();
    Submitted<BatchResult> submitted;
    try {
      if (hasChanged(watch.snapshot(), logical, request.reads().lsn())) {
        throw Unchanged.failed();
      }
      submitted = handOver(request, new WatchedReads(watch, (_, _, _) -> true));
    } catch (RuntimeException e) {
      watch.close();
      throw e;
    }
    var _ = submitted.answer().whenComplete((_, _) -> watch.close());
    return submitted;
  }

  private static boolean hasChanged(PartitionReader reader, LogicalKey logical, long sinceLsn) {
    KeyRange position = KeyRange.prefix(logical.position());
    try (ChangeCursor changes = reader.changes(position, sinceLsn)) {
      while (changes.next()) {
        if (changes.change().key().logical().equals(logical)) {
          return true;
        }
      }
      return false;
    }
  }

  private Submitted<BatchResult> handOver(
      ItemRequest.Batch request, @Nullable WatchedReads watched) {
    ChargeMeter meter = new ChargeMeter();
    ItemBatch batch;
    LogicalKey logical;
    CompletableFuture<Outcome<Sized<List<ItemEffect>>>> answer;
    try {
      batch = new ItemBatch(items, request);
      logical = admitted(request.key());
      answer = container.submit(logical, sized(meter, work(batch, watched)));
    } catch (DatabaseException e) {
      reports.failed(request, 0, -1, meter.total(), e);
      throw e;
    }
    return new Submitted<>(answer, () -> result(batch, logical, meter, answer));
  }

  private static Function<ItemTransaction, List<ItemEffect>> work(
      ItemBatch batch, @Nullable WatchedReads watched) {
    return transaction -> {
      if (watched != null) {
        transaction.require(watched);
      }
      transaction.require(batch.request().reads());
      return batch.run(transaction);
    };
  }

  private BatchResult result(
      ItemBatch batch,
      LogicalKey logical,
      ChargeMeter meter,
      CompletableFuture<Outcome<Sized<List<ItemEffect>>>> answer) {
    ItemRequest.Batch request = batch.request();
    try {
      Outcome<List<ItemEffect>> outcome = settled(request.key(), logical, meter, answer::join);
      List<ItemResult> results = new ArrayList<>(outcome.result().size());
      for (ItemEffect effect : outcome.result()) {
        results.add(ItemResult.of(effect, outcome.lsn(), outcome.by()));
      }
      BatchResult result =
          new BatchResult(results, -1, null, outcome.lsn(), outcome.by().number(), meter.total());
      reports.succeeded(request, result);
      return result;
    } catch (DatabaseException e) {
      OwnedPartition owner = container.owner(logical.position());
      int failedAt = batch.failedAt(e);
      reports.failed(request, Math.max(0, failedAt), owner.number(), meter.total(), e);
      if (failedAt < 0) {
        throw e;
      }
      long lsn = owner.partition().state().lsn();
      return new BatchResult(List.of(), failedAt, e, lsn, owner.number(), meter.total());
    }
  }

  /**
   * Hands over what the database does by itself, which is neither admitted nor charged, and of
   * which listeners are not told: no request asked for it.
   */
  CompletableFuture<?> upkeep(LogicalKey key, ItemOperation.Expire expiry) {
    byte[] name = items.name(expiry.id());
    Function<ItemTransaction, ItemEffect> work = transaction -> transaction.expire(name);
    return container.submit(key, sized(new ChargeMeter(), work));
  }

  /** Deletes all items of a partition key; returns how many there were. */
  long deleteAll(PartitionKey key) {
    long deleted = 0;
    while (true) {
      List<byte[]> ids = someIds(items.scheme().logicalKey(key));
      if (ids.isEmpty()) {
        return deleted;
      }
      deleted +=
          execute(key, transaction -> ids.stream().filter(transaction::remove).count()).result();
    }
  }

  private List<byte[]> someIds(LogicalKey logical) {
    List<byte[]> ids = new ArrayList<>();
    PartitionReader reader =
        container.owner(logical.position()).partition().reader(ReadOptions.LEADER);
    try (RecordCursor records = reader.scan(RecordKey.range(logical))) {
      while (ids.size() < DELETES_PER_TRANSACTION && records.next()) {
        ids.add(RecordKey.decode(records.key()).id());
      }
    }
    return ids;
  }

  /** Does the work in one transaction, admitted and charged. */
  private <R> Outcome<R> execute(PartitionKey key, Function<ItemTransaction, R> work) {
    LogicalKey logical = admitted(key);
    ChargeMeter meter = new ChargeMeter();
    return settled(key, logical, meter, container.submit(logical, sized(meter, work))::join);
  }

  /** Where a key belongs, if a request for it is admitted there now. */
  private LogicalKey admitted(PartitionKey key) {
    LogicalKey logical = items.scheme().logicalKey(key);
    container.owner(logical.position()).admission().admit(key.toJson());
    return logical;
  }

  <R> Work<Sized<R>> sized(ChargeMeter meter, Function<ItemTransaction, R> work) {
    return transaction -> {
      ItemTransaction changes = new ItemTransaction(transaction, items.settings(), meter);
      R result = work.apply(changes);
      return new Sized<>(result, changes.logicalSizeBytes());
    };
  }

  /** What work has given, and how much its logical partition holds then. */
  record Sized<R>(R value, long logicalSizeBytes) {}

  /** Waits for an answer, and charges what it came to, also if it failed. */
  private <R> Outcome<R> settled(
      PartitionKey key, LogicalKey logical, ChargeMeter meter, Supplier<Outcome<Sized<R>>> answer) {
    String keyText = key.toJson();
    try {
      Outcome<Sized<R>> outcome = answer.get();
      outcome.by().largest().report(keyText, outcome.result().logicalSizeBytes());
      outcome.by().admission().charge(keyText, meter.total());
      return new Outcome<>(outcome.result().value(), outcome.lsn(), outcome.by());
    } catch (CompletionException e) {
      if (e.getCause() instanceof DatabaseException cause) {
        container.owner(logical.position()).admission().charge(keyText, meter.total());
        throw cause.with("partitionKey", keyText).with("requestCharge", meter.total());
      }
      throw e;
    }
  }
}
