package dev.partita.document;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.time.Clock;
import dev.partita.container.Container;
import dev.partita.container.Forwarding;
import dev.partita.container.Rerouting;
import dev.partita.container.ScanFailures;
import dev.partita.container.catalogue.ContainerRecord;
import dev.partita.container.key.PartitionKey;
import dev.partita.container.map.PartitionScheme;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonPath;
import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;
import dev.partita.json.patch.JsonPatch;
import dev.partita.partition.KeyWatch;
import dev.partita.partition.LogicalKey;
import dev.partita.partition.PhysicalPartition;
import dev.partita.partition.StoredRecord;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The items of one container. Every call blocks until its answer is durable, and throws a {@link
 * DatabaseException} that names the partition key and carries the charge as {@code requestCharge}.
 * Safe for use by any number of threads.
 *
 * <p>A partition key may be left out (null) where the document has it at the container's paths.
 */
public final class Items {

  private final Container container;
  private final ItemEnvironment environment;
  private final ItemReader reader;
  private final ItemDispatch dispatch;
  private final @Nullable ForwardedItems forwarded;
  private final SessionLines lines = new SessionLines();
  private volatile ItemSettings settings;

  Items(Container container, ItemEnvironment environment) {
    this.container = container;
    this.environment = environment;
    this.settings = newSettings(container.record());
    this.reader =
        new ItemReader(container, this::settings, environment.clock(), environment.jobs());
    this.dispatch = new ItemDispatch(this, new OutcomeReports(container, environment.listeners()));
    Forwarding forwarding = container.forwarding();
    this.forwarded =
        forwarding == null
            ? null
            : new ForwardedItems(
                this,
                forwarding,
                Objects.requireNonNull(
                    environment.messages(), "Items of a cluster need a form to be sent in."),
                dispatch);
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
    return single(key, new ItemOperation.Create(document));
  }

  public ItemResult upsert(
      @Nullable PartitionKey key, JsonObject document, Precondition precondition) {
    return single(key, new ItemOperation.Upsert(document, precondition));
  }

  /** Replaces an item; one whose document has another id has that from then on. */
  public ItemResult replace(
      @Nullable PartitionKey key, String id, JsonObject document, Precondition precondition) {
    return single(key, new ItemOperation.Replace(id, document, precondition));
  }

  /** Changes parts of an item, whatever it is. */
  public ItemResult patch(PartitionKey key, String id, JsonPatch patch, Precondition precondition) {
    return single(key, new ItemOperation.Patch(id, patch, null, precondition));
  }

  public ItemResult delete(PartitionKey key, String id, Precondition precondition) {
    return single(key, new ItemOperation.Delete(id, precondition));
  }

  public ItemResult read(PartitionKey key, String id) {
    return read(key, id, Precondition.NONE);
  }

  public ItemResult read(PartitionKey key, String id, Precondition precondition) {
    return read(key, id, precondition, ReadTerms.NEWEST);
  }

  /** The same on terms of one's own. */
  public ItemResult read(PartitionKey key, String id, Precondition precondition, ReadTerms terms) {
    return dispatch.read(key, new ItemOperation.Read(id, precondition), terms);
  }

  /** Carries out one operation as it would be in a batch, by itself. */
  public ItemResult carryOut(PartitionKey key, ItemOperation operation) {
    return operation instanceof ItemOperation.Read read
        ? dispatch.read(key, read, ReadTerms.NEWEST)
        : single(key, operation);
  }

  private ItemResult single(@Nullable PartitionKey key, ItemOperation operation) {
    return submit(key, operation, true).get();
  }

  /**
   * Hands one operation over without waiting for it: for threads that must not be held up.
   *
   * @throws DatabaseException if it is not acceptable; the result may do so, too
   */
  public Submitted<ItemResult> submit(@Nullable PartitionKey key, ItemOperation operation) {
    return submit(key, operation, false);
  }

  /**
   * @param helps whether the thread may evaluate what is queued; one that must not be held up does
   *     not
   */
  private Submitted<ItemResult> submit(
      @Nullable PartitionKey key, ItemOperation operation, boolean helps) {
    return forwarded == null
        ? dispatch.single(key, operation, helps)
        : forwarded.single(key, operation, helps);
  }

  /**
   * Carries out up to 100 operations on items of one partition key, all or none.
   *
   * @throws DatabaseException if the batch as a whole is not acceptable; the failure of an
   *     operation is part of the result
   */
  public BatchResult batch(PartitionKey key, List<ItemOperation> operations) {
    return batch(key, operations, BatchLimits.USUAL);
  }

  /** The same with limits of one's own. */
  public BatchResult batch(PartitionKey key, List<ItemOperation> operations, BatchLimits limits) {
    return submit(new ItemRequest.Batch(key, operations, limits)).get();
  }

  /**
   * Hands a batch over without waiting for it, so that one thread can have many under way. If what
   * it is said to have read has changed, the answer is PRECONDITION_FAILED, and not a result.
   *
   * @throws DatabaseException if the batch as a whole is not acceptable; the result may do so, too
   */
  public Submitted<BatchResult> submit(ItemRequest.Batch batch) {
    return forwarded == null ? dispatch.batch(batch, null) : forwarded.batch(batch);
  }

  /** The same under a watch: carried out only if nothing has changed that concerns the reads. */
  public Submitted<BatchResult> submit(ItemRequest.Batch batch, WatchedReads reads) {
    return forwarded == null ? dispatch.batch(batch, reads) : forwarded.batch(batch, reads);
  }

  /** Takes a snapshot and watches the items of a partition key from the same moment on. */
  public KeyWatch watch(PartitionKey key) {
    LogicalKey logical = scheme().logicalKey(key);
    Rerouting again = container.rerouting();
    while (true) {
      try {
        PhysicalPartition partition = container.owner(logical.position()).partition();
        return forwarded == null || partition.isLed()
            ? partition.watch(logical).join()
            : partition.look(logical);
      } catch (CompletionException e) {
        again.await(e);
      }
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
    return forwarded == null ? dispatch.deleteAll(key) : forwarded.deleteAll(key);
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

  /** What a patch makes of a document, if that meets the condition. */
  JsonObject patched(JsonObject document, JsonPatch patch, Predicate<JsonObject> condition) {
    if (!condition.test(document)) {
      throw new DatabaseException(
              ErrorCode.PRECONDITION_FAILED, "The item does not meet the patch's condition.")
          .with("id", document.at("id"));
    }
    return patch.apply(document, keyPaths());
  }

  /**
   * @throws DatabaseException BAD_REQUEST if members have another id than the item that they are to
   *     be merged into
   */
  void requireOwnId(String id, JsonObject members) {
    JsonValue own = members.at("id");
    if (!own.isUndefined() && !own.equals(JsonString.of(id))) {
      throw DatabaseException.badRequest("A merge cannot change the id of an item.")
          .with("id", id)
          .with("members", own);
    }
  }

  /**
   * What a merge makes of a document.
   *
   * @throws DatabaseException TOO_LARGE if that is beyond the limits, PARTITION_KEY_MISMATCH if it
   *     belongs under another key
   */
  JsonObject merged(
      PartitionKey key, JsonObject document, JsonObject members, @Nullable EntityLimits limits) {
    JsonObject.Builder builder = document.toBuilder();
    members.forEach(member -> builder.put(member.name(), member.value()));
    JsonObject merged = builder.build();
    PartitionKey _ = keyOf(merged, key);
    if (limits != null) {
      limits.require(merged);
    }
    return merged;
  }

  /** Whether the operation's condition holds; compiled for the thread that carries it out. */
  Predicate<JsonObject> condition(ItemOperation operation) {
    return operation instanceof ItemOperation.Patch patch
        ? condition(patch.condition())
        : Items::always;
  }

  Predicate<JsonObject> condition(@Nullable ItemCondition condition) {
    return condition == null ? Items::always : environment.conditions().compile(condition);
  }

  private static boolean always(JsonObject document) {
    return true;
  }

  /**
   * An item of this container as another node has it stored.
   *
   * @throws DatabaseException CORRUPT if the bytes are no item of it
   */
  public StoredItem received(byte[] record) {
    return Objects.requireNonNull(
        StoredItem.of(StoredRecord.read(record), settings().properties()));
  }

  /** An operation as it arrives here: by itself or, in tests, by way of its encoding. */
  ItemOperation arrived(ItemOperation operation) {
    return environment.arrival().apply(operation);
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

  /** Carries out what another node has asked. */
  CompletableFuture<byte[]> carryOut(byte[] request) {
    return Objects.requireNonNull(forwarded, "The node is alone.").carryOut(request);
  }

  /** For what belongs to the items of the container, and is none of its clients' requests. */
  ItemDispatch dispatch() {
    return dispatch;
  }

  private List<JsonPath> keyPaths() {
    return scheme() instanceof PartitionScheme.Hashed(var definition)
        ? definition.paths()
        : List.of();
  }

  PartitionScheme scheme() {
    return container.definition().scheme();
  }

  private ItemSettings newSettings(ContainerRecord record) {
    return ItemSettings.of(record, environment);
  }
}
