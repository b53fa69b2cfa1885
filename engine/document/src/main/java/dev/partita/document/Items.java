package dev.partita.document;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.time.Clock;
import dev.partita.container.Container;
import dev.partita.container.Outcome;
import dev.partita.container.OwnedPartition;
import dev.partita.container.Rerouting;
import dev.partita.container.ScanFailures;
import dev.partita.container.catalogue.ContainerRecord;
import dev.partita.container.key.PartitionKey;
import dev.partita.container.map.PartitionScheme;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonPath;
import dev.partita.json.JsonWriter;
import dev.partita.json.patch.JsonPatch;
import dev.partita.partition.KeyWatch;
import dev.partita.partition.LogicalKey;
import dev.partita.partition.PartitionReader;
import dev.partita.partition.ReadOptions;
import dev.partita.partition.RecordCursor;
import dev.partita.partition.RecordKey;
import dev.partita.partition.StoredRecord;
import dev.partita.partition.Work;
import dev.partita.throughput.ChargeModel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The items of one container. Every call blocks until its answer is durable, and throws a {@link
 * DatabaseException} that names the partition key and carries the charge as {@code requestCharge}.
 * Safe for use by any number of threads.
 *
 * <p>A partition key may be left out (null) where the document has it at the container's paths.
 */
public final class Items {

  private static final int DELETES_PER_TRANSACTION = 100;

  private final Container container;
  private final ItemEnvironment environment;
  private final ItemReader reader;
  private final SessionLines lines = new SessionLines();
  private volatile ItemSettings settings;

  Items(Container container, ItemEnvironment environment) {
    this.container = container;
    this.environment = environment;
    this.settings = newSettings(container.record());
    this.reader =
        new ItemReader(container, this::settings, environment.clock(), environment.jobs());
  }

  public Container container() {
    return container;
  }

  /** The time by which items expire. */
  public Clock clock() {
    return environment.clock();
  }

  /** What could not be read the quick way. */
  public ScanFailures scanFailures() {
    return environment.scanFailures();
  }

  /** For reads of many items, which are admitted and charged by whoever makes them. */
  public ItemReader reader() {
    return reader;
  }

  public ItemResult create(@Nullable PartitionKey key, JsonObject document) {
    return single(key, new BatchOperation.Create(document));
  }

  public ItemResult upsert(
      @Nullable PartitionKey key, JsonObject document, Precondition precondition) {
    return single(key, new BatchOperation.Upsert(document, precondition));
  }

  /** Replaces an item; one whose document has another id has that from then on. */
  public ItemResult replace(
      @Nullable PartitionKey key, String id, JsonObject document, Precondition precondition) {
    return single(key, new BatchOperation.Replace(id, document, precondition));
  }

  /**
   * Changes parts of an item.
   *
   * @param condition must hold for the item as it is, or PRECONDITION_FAILED
   */
  public ItemResult patch(
      PartitionKey key,
      String id,
      JsonPatch patch,
      Predicate<JsonObject> condition,
      Precondition precondition) {
    return single(key, new BatchOperation.Patch(id, patch, condition, precondition));
  }

  /**
   * Replaces an item by what the change makes of it.
   *
   * @param change is given the item with its system properties; may be asked several times
   */
  public ItemResult change(
      PartitionKey key, String id, UnaryOperator<JsonObject> change, Precondition precondition) {
    return single(key, new BatchOperation.Change(id, change, precondition));
  }

  /** Does the same, or creates the document where there is no item. */
  public ItemResult changeOrCreate(
      @Nullable PartitionKey key, JsonObject document, UnaryOperator<JsonObject> change) {
    return single(key, new BatchOperation.ChangeOrCreate(document, change));
  }

  public ItemResult delete(PartitionKey key, String id, Precondition precondition) {
    return single(key, new BatchOperation.Delete(id, precondition));
  }

  public ItemResult read(PartitionKey key, String id) {
    return read(key, id, Precondition.NONE);
  }

  public ItemResult read(PartitionKey key, String id, Precondition precondition) {
    byte[] name = name(id);
    LogicalKey logical = scheme().logicalKey(key);
    String keyText = key.toJson();
    OwnedPartition owner = container.owner(logical.position());
    owner.admission().admit(keyText);
    long lsn = owner.partition().state().lsn();
    StoredRecord record =
        owner.partition().reader(ReadOptions.LEADER).get(RecordKey.encode(logical, name));
    ItemSettings current = settings();
    StoredItem item = StoredItem.of(record, current.properties());
    if (item == null || item.isExpired(current.defaultTtlSeconds(), clock().millis())) {
      owner.admission().charge(keyText, ChargeModel.notFound());
      throw ItemTransaction.notFound(id)
          .with("partitionKey", keyText)
          .with("requestCharge", ChargeModel.notFound());
    }
    ItemEffect effect = ItemTransaction.readEffect(item, precondition);
    owner.admission().charge(keyText, effect.charge());
    return ItemResult.of(effect, lsn, owner);
  }

  /** Carries out one operation as it would be in a batch, by itself. */
  public ItemResult carryOut(PartitionKey key, BatchOperation operation) {
    return operation instanceof BatchOperation.Read(var id, var precondition)
        ? read(key, id, precondition)
        : single(key, operation);
  }

  /**
   * Hands one operation over without waiting for it: for threads that must not be held up.
   *
   * @throws DatabaseException if it is not acceptable; the result may do so, too
   */
  public Submitted<ItemResult> submit(@Nullable PartitionKey key, BatchOperation operation) {
    ItemTask task = ItemTask.of(this, key, operation, new JsonWriter());
    ChargeMeter meter = new ChargeMeter();
    LogicalKey logical = admitted(task.key());
    var answer = container.enqueue(logical, sized(meter, task.work()));
    return new Submitted<>(
        answer, () -> ItemResult.of(settled(task.key(), logical, meter, answer::join)));
  }

  /**
   * Carries out up to 100 operations on items of one partition key, all or none.
   *
   * @throws DatabaseException if the batch as a whole is not acceptable; the failure of an
   *     operation is part of the result
   */
  public BatchResult batch(PartitionKey key, List<BatchOperation> operations) {
    return batch(key, operations, BatchLimits.USUAL);
  }

  /** The same with limits of one's own. */
  public BatchResult batch(PartitionKey key, List<BatchOperation> operations, BatchLimits limits) {
    return submitBatch(key, operations, limits).get();
  }

  /**
   * Hands a batch over without waiting for it, so that one thread can have many under way.
   *
   * @throws DatabaseException if the batch as a whole is not acceptable; the result may do so, too
   */
  public Submitted<BatchResult> submitBatch(
      PartitionKey key, List<BatchOperation> operations, BatchLimits limits) {
    return submitBatch(key, operations, limits, Unchanged.NOTHING);
  }

  /**
   * The same for who has read before, and carried out only if that is as it was; else the answer is
   * PRECONDITION_FAILED, and not a result.
   */
  public Submitted<BatchResult> submitBatch(
      PartitionKey key, List<BatchOperation> operations, BatchLimits limits, Unchanged reads) {
    ItemBatch batch = new ItemBatch(this, key, operations, limits);
    ChargeMeter meter = new ChargeMeter();
    LogicalKey logical = admitted(key);
    var answer =
        container.submit(
            logical,
            sized(
                meter,
                transaction -> {
                  transaction.require(reads);
                  return batch.run(transaction);
                }));
    return new Submitted<>(answer, () -> result(key, logical, batch, meter, answer));
  }

  /** Takes a snapshot and watches the items of a partition key from the same moment on. */
  public KeyWatch watch(PartitionKey key) {
    LogicalKey logical = scheme().logicalKey(key);
    Rerouting again = container.rerouting();
    while (true) {
      try {
        return container.owner(logical.position()).partition().watch(logical).join();
      } catch (CompletionException e) {
        again.await(e);
      }
    }
  }

  private BatchResult result(
      PartitionKey key,
      LogicalKey logical,
      ItemBatch batch,
      ChargeMeter meter,
      CompletableFuture<Outcome<Sized<List<ItemEffect>>>> answer) {
    try {
      Outcome<List<ItemEffect>> outcome = settled(key, logical, meter, answer::join);
      List<ItemResult> results = new ArrayList<>(outcome.result().size());
      for (ItemEffect effect : outcome.result()) {
        results.add(ItemResult.of(effect, outcome.lsn(), outcome.by()));
      }
      return new BatchResult(
          results, -1, null, outcome.lsn(), outcome.by().number(), meter.total());
    } catch (DatabaseException e) {
      if (batch.failedAt() < 0) {
        throw e;
      }
      OwnedPartition owner = container.owner(logical.position());
      return new BatchResult(
          List.of(),
          batch.failedAt(),
          e,
          owner.partition().state().lsn(),
          owner.number(),
          meter.total());
    }
  }

  /**
   * Carries out long work on the items of one partition key, beside the writer: as often as it
   * takes until nothing that it has read has changed before its writes are made. After a few
   * attempts writes of others to the partition key wait until it is done.
   *
   * @param runner carries out the attempts, and sees to it that each ends soon
   * @param work may be carried out several times; only the last counts. What it gives is asked for
   *     once the writes are made
   * @throws DatabaseException what the work throws, and then nothing has happened; RETRY if there
   *     was always something
   */
  public <R> SessionResult<R> transact(
      PartitionKey key, SessionRunner runner, Function<ItemSession, Supplier<R>> work) {
    return new Session<>(this, key, scheme().logicalKey(key), lines, runner, work).carryOut();
  }

  /** The same on the thread that asks. */
  public <R> SessionResult<R> transact(PartitionKey key, Function<ItemSession, Supplier<R>> work) {
    return transact(key, SessionRunner.HERE, work);
  }

  /**
   * Deletes all items of a partition key, in transactions of a hundred.
   *
   * @return how many there were
   */
  public long deleteAll(PartitionKey key) {
    long deleted = 0;
    while (true) {
      List<byte[]> ids = someIds(scheme().logicalKey(key));
      if (ids.isEmpty()) {
        return deleted;
      }
      deleted +=
          execute(key, new ChargeMeter(), items -> ids.stream().filter(items::remove).count())
              .result();
    }
  }

  /** The key under which a document belongs. */
  PartitionKey keyOf(JsonObject document, @Nullable PartitionKey given) {
    if (!(scheme() instanceof PartitionScheme.Hashed(var definition))) {
      if (given == null) {
        throw DatabaseException.badRequest(
                "The partition key must be given: this container does not find it in documents.")
            .with("container", container.record().name());
      }
      return given;
    }
    if (given != null && definition.isPlainlyOf(document, given)) {
      return given;
    }
    PartitionKey found = definition.extract(document);
    if (given != null && !given.equals(found)) {
      throw new DatabaseException(
              ErrorCode.PARTITION_KEY_MISMATCH,
              "The partition key in the document is not the one of the request.")
          .with("document", found.toJson())
          .with("request", given.toJson());
    }
    return found;
  }

  /**
   * The id as it is in keys.
   *
   * @throws DatabaseException BAD_REQUEST if no item of the container can have it
   */
  byte[] name(String id) {
    return settings().names().require(id);
  }

  ItemEffect patch(
      ItemTransaction items,
      byte[] id,
      JsonPatch patch,
      Predicate<JsonObject> condition,
      Precondition precondition) {
    return items.change(id, precondition, document -> patched(document, patch, condition));
  }

  /** What a patch makes of a document, if that meets the condition. */
  JsonObject patched(JsonObject document, JsonPatch patch, Predicate<JsonObject> condition) {
    if (!condition.test(document)) {
      throw new DatabaseException(
              ErrorCode.PRECONDITION_FAILED, "The item does not meet the patch's condition.")
          .with("id", document.at("id"));
    }
    return patch.apply(document, keyPaths());
  }

  ItemSettings settings() {
    ItemSettings known = settings;
    ContainerRecord record = container.record();
    if (known.version() != record.version()) {
      known = newSettings(record);
      settings = known;
    }
    return known;
  }

  /** Does the work in one transaction, admitted and charged. */
  <R> Outcome<R> execute(PartitionKey key, ChargeMeter meter, Function<ItemTransaction, R> work) {
    return carryOut(key, admitted(key), meter, work);
  }

  /** Where a key belongs, if a request for it is admitted there now. */
  private LogicalKey admitted(PartitionKey key) {
    LogicalKey logical = scheme().logicalKey(key);
    container.owner(logical.position()).admission().admit(key.toJson());
    return logical;
  }

  private <R> Outcome<R> carryOut(
      PartitionKey key, LogicalKey logical, ChargeMeter meter, Function<ItemTransaction, R> work) {
    return settled(key, logical, meter, () -> container.execute(logical, sized(meter, work)));
  }

  <R> Work<Sized<R>> sized(ChargeMeter meter, Function<ItemTransaction, R> work) {
    return transaction -> {
      ItemTransaction items = new ItemTransaction(transaction, settings(), meter);
      R result = work.apply(items);
      return new Sized<>(result, items.logicalSizeBytes());
    };
  }

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

  /** What work has given, and how much its logical partition holds then. */
  record Sized<R>(R value, long logicalSizeBytes) {}

  private ItemResult single(@Nullable PartitionKey key, BatchOperation operation) {
    ItemTask task = ItemTask.of(this, key, operation, new JsonWriter());
    return ItemResult.of(execute(task.key(), new ChargeMeter(), task.work()));
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

  private List<JsonPath> keyPaths() {
    return scheme() instanceof PartitionScheme.Hashed(var definition)
        ? definition.paths()
        : List.of();
  }

  private PartitionScheme scheme() {
    return container.definition().scheme();
  }

  private ItemSettings newSettings(ContainerRecord record) {
    return ItemSettings.of(record, environment);
  }
}
