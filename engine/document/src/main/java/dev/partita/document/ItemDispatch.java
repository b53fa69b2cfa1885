package dev.partita.document;

import dev.partita.base.error.DatabaseException;
import dev.partita.container.Container;
import dev.partita.container.Outcome;
import dev.partita.container.OwnedPartition;
import dev.partita.container.key.PartitionKey;
import dev.partita.json.JsonWriter;
import dev.partita.partition.LogicalKey;
import dev.partita.partition.PartitionReader;
import dev.partita.partition.ReadOptions;
import dev.partita.partition.RecordKey;
import dev.partita.partition.StoredRecord;
import dev.partita.partition.Work;
import dev.partita.throughput.ChargeModel;
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

  ItemResult read(PartitionKey key, ItemOperation.Read read) {
    LogicalKey logical = items.scheme().logicalKey(key);
    OwnedPartition owner = container.owner(logical.position());
    try {
      ItemResult result = read(key, logical, owner, read);
      reports.succeeded(read, key, result);
      return result;
    } catch (DatabaseException e) {
      reports.failed(read, key, owner.number(), e);
      throw e;
    }
  }

  private ItemResult read(
      PartitionKey key, LogicalKey logical, OwnedPartition owner, ItemOperation.Read read) {
    byte[] name = items.name(read.id());
    String keyText = key.toJson();
    owner.admission().admit(keyText);
    long lsn = owner.partition().state().lsn();
    PartitionReader reader = owner.partition().reader(ReadOptions.LEADER);
    StoredRecord record = reader.get(RecordKey.encode(logical, name));
    ItemSettings settings = items.settings();
    StoredItem item = StoredItem.of(record, settings.properties());
    if (item == null || item.isExpired(settings.defaultTtlSeconds(), items.clock().millis())) {
      owner.admission().charge(keyText, ChargeModel.notFound());
      throw ItemTransaction.notFound(read.id())
          .with("partitionKey", keyText)
          .with("requestCharge", ChargeModel.notFound());
    }
    ItemEffect effect = ItemTransaction.readEffect(item, read.precondition());
    owner.admission().charge(keyText, effect.charge());
    return ItemResult.of(effect, lsn, owner);
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

  /** Does the work in one transaction, admitted and charged. */
  <R> Outcome<R> execute(PartitionKey key, Function<ItemTransaction, R> work) {
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
