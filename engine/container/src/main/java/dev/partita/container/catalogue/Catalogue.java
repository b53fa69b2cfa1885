package dev.partita.container.catalogue;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.bytes.KeyRange;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.time.Clock;
import dev.partita.container.map.PartitionMap;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonWriter;
import dev.partita.partition.Commit;
import dev.partita.partition.KeySpace;
import dev.partita.partition.Lineage;
import dev.partita.partition.LogicalKey;
import dev.partita.partition.PartitionDescriptor;
import dev.partita.partition.PartitionSettings;
import dev.partita.partition.PhysicalPartition;
import dev.partita.partition.StoredRecord;
import dev.partita.partition.Transaction;
import dev.partita.partition.Work;
import dev.partita.storage.Cursor;
import dev.partita.storage.Family;
import dev.partita.storage.Store;
import dev.partita.throughput.ThroughputSettings;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The record of everything that exists. Reads are from memory and never wait; changes are rare,
 * come one after the other, and are durable before they are seen. Stored like everything else, in
 * the only partition of container 0. Safe for use by any number of threads.
 */
public final class Catalogue {

  /** The number of the container that holds the catalogue itself. */
  public static final int CONTAINER = 0;

  private static final LogicalKey ROOT = new LogicalKey(Bytes.EMPTY, Bytes.EMPTY);
  private static final PartitionSettings SETTINGS = new PartitionSettings(Long.MAX_VALUE, false);

  private final KeySpace keys = new KeySpace(CONTAINER);
  private final PhysicalPartition partition;
  private final Clock clock;
  private final ReentrantLock changes = new ReentrantLock();
  private final CatalogueContents contents = new CatalogueContents();

  public Catalogue(Store store, PhysicalPartition.Environment environment) {
    this.clock = environment.clock();
    PartitionDescriptor descriptor = PartitionDescriptor.initial(0, KeyRange.ALL);
    this.partition =
        new PhysicalPartition(environment, keys, descriptor, Lineage.of(descriptor), SETTINGS);
    load(store);
  }

  // Accounts

  public Collection<String> accounts() {
    return contents.accounts().stream().sorted().toList();
  }

  public void createAccount(String name) {
    ResourceName.require(name);
    change(
        () -> {
          if (contents.accounts().contains(name)) {
            throw conflict("An account with this name exists.", name);
          }
          store(_ -> name, CatalogueEntry.Account::new);
          return contents.accounts().add(name);
        });
  }

  // Databases

  public List<DatabaseRecord> databases(String account) {
    return contents.databases().values().stream()
        .filter(record -> record.account().equals(account))
        .toList();
  }

  public Optional<DatabaseRecord> database(int number) {
    return Optional.ofNullable(contents.databases().get(number));
  }

  public Optional<DatabaseRecord> database(String account, String name) {
    return Optional.ofNullable(contents.database(account, name));
  }

  public DatabaseRecord createDatabase(
      String account, String name, @Nullable ThroughputSettings throughput) {
    ResourceName.require(name);
    return change(
        () -> {
          if (!contents.accounts().contains(account)) {
            throw missing("There is no such account.").with("account", account);
          }
          if (contents.database(account, name) != null) {
            throw new DatabaseException(
                    ErrorCode.DATABASE_EXISTS, "A database with this name exists.")
                .with("name", name);
          }
          return storeDatabase(
              transaction ->
                  new DatabaseRecord(
                      nextNumber(transaction), account, name, throughput, 0, clock.millis(), 0));
        });
  }

  public DatabaseRecord changeDatabase(int number, UnaryOperator<DatabaseRecord> change) {
    return change(
        () -> {
          DatabaseRecord changed = change.apply(requireDatabase(number));
          return storeDatabase(_ -> changed);
        });
  }

  /** Removes a database and all that belongs to it; the data of its containers is left to clear. */
  public List<ContainerRecord> deleteDatabase(int number) {
    return change(
        () -> {
          DatabaseRecord record = requireDatabase(number);
          List<ContainerRecord> members = contents.containers(number);
          List<ResourceRecord> belongings = contents.belongings(number);
          commit(
              transaction -> {
                members.forEach(member -> drop(transaction, member));
                belongings.forEach(
                    each -> remove(transaction, CatalogueEntry.RESOURCE + each.number()));
                return remove(transaction, CatalogueEntry.DATABASE + number);
              });
          members.forEach(this::forget);
          belongings.forEach(contents::forget);
          contents.forget(record);
          return members;
        });
  }

  // Containers

  public Collection<ContainerRecord> containers() {
    return contents.containers().values();
  }

  public List<ContainerRecord> containers(int database) {
    return contents.containers(database);
  }

  public Optional<ContainerRecord> container(int number) {
    return Optional.ofNullable(contents.containers().get(number));
  }

  public Optional<ContainerRecord> container(int database, String name) {
    return Optional.ofNullable(contents.container(database, name));
  }

  public ContainerRecord createContainer(
      int database,
      ContainerDefinition definition,
      @Nullable ThroughputSettings throughput,
      PartitionMap map) {
    return change(
        () -> {
          requireDatabase(database);
          if (contents.container(database, definition.name()) != null) {
            throw conflict("A container with this name exists.", definition.name());
          }
          return storeContainer(
              transaction ->
                  new ContainerRecord(
                      nextNumber(transaction),
                      database,
                      definition,
                      throughput,
                      0,
                      map,
                      null,
                      clock.millis(),
                      0));
        });
  }

  public ContainerRecord changeContainer(int number, UnaryOperator<ContainerRecord> change) {
    return change(
        () -> {
          ContainerRecord changed = change.apply(requireContainer(number));
          return storeContainer(_ -> changed);
        });
  }

  /** Removes a container and all that belongs to it; its data is left to clear. */
  public ContainerRecord deleteContainer(int number) {
    return change(
        () -> {
          ContainerRecord record = requireContainer(number);
          commit(transaction -> drop(transaction, record));
          forget(record);
          return record;
        });
  }

  /** The containers that are gone and whose data is not yet. */
  public Set<Integer> dropped() {
    return Set.copyOf(contents.dropped());
  }

  /** Says that the data of a deleted container is gone. */
  public void cleared(int container) {
    change(
        () -> {
          commit(transaction -> remove(transaction, CatalogueEntry.DROPPED + container));
          return contents.dropped().remove(container);
        });
  }

  // Other resources

  public List<ResourceRecord> resources(String kind, int parent) {
    return contents.resources(kind, parent);
  }

  public Optional<ResourceRecord> resource(int number) {
    return Optional.ofNullable(contents.resource(number));
  }

  public Optional<ResourceRecord> resource(String kind, int parent, String name) {
    return contents.resources(kind, parent).stream()
        .filter(record -> record.name().equals(name))
        .findFirst();
  }

  public ResourceRecord createResource(String kind, int parent, String name, JsonObject body) {
    return change(
        () -> {
          if (resource(kind, parent, name).isPresent()) {
            throw conflict("A resource of this kind and name exists.", name).with("kind", kind);
          }
          return storeResource(
              transaction ->
                  new ResourceRecord(
                      kind, parent, name, nextNumber(transaction), body, clock.millis(), 0));
        });
  }

  /**
   * @param require looks at the record as it is and throws if it should stay so
   */
  public ResourceRecord replaceResource(
      int number, String name, JsonObject body, Requirement require) {
    return change(
        () -> {
          ResourceRecord current = requireResource(number);
          require.check(current);
          if (!current.name().equals(name)
              && resource(current.kind(), current.parent(), name).isPresent()) {
            throw conflict("A resource of this kind and name exists.", name)
                .with("kind", current.kind());
          }
          return storeResource(
              _ ->
                  new ResourceRecord(
                      current.kind(), current.parent(), name, number, body, clock.millis(), 0));
        });
  }

  /** Removes a resource and all that belongs to it. */
  public void deleteResource(int number, Requirement require) {
    change(
        () -> {
          ResourceRecord record = requireResource(number);
          require.check(record);
          List<ResourceRecord> belongings = contents.belongings(number);
          commit(
              transaction -> {
                belongings.forEach(
                    each -> remove(transaction, CatalogueEntry.RESOURCE + each.number()));
                return remove(transaction, CatalogueEntry.RESOURCE + number);
              });
          belongings.forEach(contents::forget);
          contents.forget(record);
          return true;
        });
  }

  /** What must be true of a resource for a change to go ahead. */
  @FunctionalInterface
  public interface Requirement {
    Requirement NONE = _ -> {};

    void check(ResourceRecord current);
  }

  // Changing

  private <R> R change(Supplier<R> step) {
    changes.lock();
    try {
      return step.get();
    } finally {
      changes.unlock();
    }
  }

  private DatabaseRecord storeDatabase(Function<Transaction, DatabaseRecord> source) {
    Commit<DatabaseRecord> commit = store(source, CatalogueEntry.Database::new);
    DatabaseRecord stored = commit.result().withVersion(commit.lsn());
    contents.remember(stored);
    return stored;
  }

  private ContainerRecord storeContainer(Function<Transaction, ContainerRecord> source) {
    Commit<ContainerRecord> commit = store(source, CatalogueEntry.Container::new);
    ContainerRecord stored = commit.result().withVersion(commit.lsn());
    contents.remember(stored);
    return stored;
  }

  private ResourceRecord storeResource(Function<Transaction, ResourceRecord> source) {
    Commit<ResourceRecord> commit = store(source, CatalogueEntry.Resource::new);
    ResourceRecord stored = commit.result().withVersion(commit.lsn());
    contents.remember(stored);
    return stored;
  }

  private <R> Commit<R> store(Function<Transaction, R> source, Function<R, CatalogueEntry> entry) {
    return commit(
        transaction -> {
          R record = source.apply(transaction);
          put(transaction, entry.apply(record));
          return record;
        });
  }

  private boolean drop(Transaction transaction, ContainerRecord record) {
    remove(transaction, CatalogueEntry.CONTAINER + record.number());
    contents
        .belongings(record.number())
        .forEach(each -> remove(transaction, CatalogueEntry.RESOURCE + each.number()));
    put(transaction, new CatalogueEntry.Dropped(record.number()));
    return true;
  }

  private void forget(ContainerRecord record) {
    contents.belongings(record.number()).forEach(contents::forget);
    contents.forget(record);
  }

  private <R> Commit<R> commit(Work<R> work) {
    try {
      return partition.submit(ROOT, work).join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof DatabaseException cause) {
        throw cause;
      }
      throw e;
    }
  }

  private static void put(Transaction transaction, CatalogueEntry entry) {
    byte[] name = entry.id().getBytes(StandardCharsets.UTF_8);
    byte[] payload = JsonWriter.bytes(entry.toJson());
    byte[] record = new byte[StoredRecord.PAYLOAD_OFFSET + payload.length];
    System.arraycopy(payload, 0, record, StoredRecord.PAYLOAD_OFFSET, payload.length);
    transaction.put(name, transaction.get(name), record);
  }

  private static boolean remove(Transaction transaction, String id) {
    byte[] name = id.getBytes(StandardCharsets.UTF_8);
    StoredRecord current = transaction.get(name);
    if (current != null) {
      transaction.delete(name, current, false);
    }
    return current != null;
  }

  /** Databases, containers and resources share one sequence of numbers. */
  private static int nextNumber(Transaction transaction) {
    return Math.toIntExact(transaction.nextSerial());
  }

  private void load(Store store) {
    try (Cursor cursor = store.scan(Family.ITEMS, keys.records(KeyRange.ALL))) {
      while (cursor.next()) {
        String id = keys.parseRecord(cursor.key()).idText();
        StoredRecord record = Objects.requireNonNull(StoredRecord.read(cursor.value()));
        switch (CatalogueEntry.read(id, record)) {
          case CatalogueEntry.Account(String name) -> contents.accounts().add(name);
          case CatalogueEntry.Database(DatabaseRecord database) -> contents.remember(database);
          case CatalogueEntry.Container(ContainerRecord container) -> contents.remember(container);
          case CatalogueEntry.Resource(ResourceRecord resource) -> contents.remember(resource);
          case CatalogueEntry.Dropped(int number) -> contents.dropped().add(number);
        }
      }
    }
  }

  private DatabaseRecord requireDatabase(int number) {
    return database(number)
        .orElseThrow(() -> missing("The database does not exist.").with("database", number));
  }

  private ContainerRecord requireContainer(int number) {
    return container(number)
        .orElseThrow(() -> missing("The container does not exist.").with("container", number));
  }

  private ResourceRecord requireResource(int number) {
    return resource(number)
        .orElseThrow(
            () ->
                new DatabaseException(ErrorCode.NOT_FOUND, "The resource does not exist.")
                    .with("number", number));
  }

  private static DatabaseException missing(String text) {
    return new DatabaseException(ErrorCode.OWNER_NOT_FOUND, text);
  }

  private static DatabaseException conflict(String text, String name) {
    return new DatabaseException(ErrorCode.CONFLICT, text).with("name", name);
  }
}
