package dev.partita.container.catalogue;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.bytes.KeyRange;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.time.Clock;
import dev.partita.container.map.PartitionMap;
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
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.locks.ReentrantLock;
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

  private record NameInAccount(String account, String name) {}

  private record NameInDatabase(int database, String name) {}

  private final KeySpace keys = new KeySpace(CONTAINER);
  private final PhysicalPartition partition;
  private final Clock clock;
  private final ReentrantLock changes = new ReentrantLock();

  private final Set<String> accounts = ConcurrentHashMap.newKeySet();
  private final Map<Integer, DatabaseRecord> databases = new ConcurrentSkipListMap<>();
  private final Map<NameInAccount, Integer> databaseNames = new ConcurrentHashMap<>();
  private final Map<Integer, ContainerRecord> containers = new ConcurrentSkipListMap<>();
  private final Map<NameInDatabase, Integer> containerNames = new ConcurrentHashMap<>();
  private final Set<Integer> dropped = ConcurrentHashMap.newKeySet();

  public Catalogue(Store store, PhysicalPartition.Environment environment) {
    this.clock = environment.clock();
    PartitionDescriptor descriptor = PartitionDescriptor.initial(0, KeyRange.ALL);
    this.partition =
        new PhysicalPartition(environment, keys, descriptor, Lineage.of(descriptor), SETTINGS);
    load(store);
  }

  // Accounts

  public Collection<String> accounts() {
    return accounts.stream().sorted().toList();
  }

  public void createAccount(String name) {
    ResourceName.require(name);
    change(
        () -> {
          if (accounts.contains(name)) {
            throw conflict("An account with this name exists.", name);
          }
          commit(
              transaction -> {
                put(transaction, new CatalogueEntry.Account(name));
                return name;
              });
          return accounts.add(name);
        });
  }

  // Databases

  public List<DatabaseRecord> databases(String account) {
    return databases.values().stream().filter(record -> record.account().equals(account)).toList();
  }

  public Optional<DatabaseRecord> database(int number) {
    return Optional.ofNullable(databases.get(number));
  }

  public Optional<DatabaseRecord> database(String account, String name) {
    return Optional.ofNullable(databaseNames.get(new NameInAccount(account, name)))
        .map(databases::get);
  }

  public DatabaseRecord createDatabase(
      String account, String name, @Nullable ThroughputSettings throughput) {
    ResourceName.require(name);
    return change(
        () -> {
          if (!accounts.contains(account)) {
            throw new DatabaseException(ErrorCode.OWNER_NOT_FOUND, "There is no such account.")
                .with("account", account);
          }
          if (databaseNames.containsKey(new NameInAccount(account, name))) {
            throw conflict("A database with this name exists.", name);
          }
          return store(
              transaction ->
                  new DatabaseRecord(
                      nextNumber(transaction), account, name, throughput, 0, clock.millis(), 0));
        });
  }

  public DatabaseRecord changeDatabase(int number, UnaryOperator<DatabaseRecord> change) {
    return change(
        () -> {
          DatabaseRecord changed = change.apply(requireDatabase(number));
          return store(_ -> changed);
        });
  }

  /** Removes a database and its containers; their data is left to be cleared. */
  public List<ContainerRecord> deleteDatabase(int number) {
    return change(
        () -> {
          DatabaseRecord record = requireDatabase(number);
          List<ContainerRecord> members = containers(number);
          commit(
              transaction -> {
                members.forEach(member -> drop(transaction, member));
                return remove(transaction, CatalogueEntry.DATABASE + number);
              });
          members.forEach(this::forget);
          databases.remove(number);
          databaseNames.remove(new NameInAccount(record.account(), record.name()));
          return members;
        });
  }

  // Containers

  public Collection<ContainerRecord> containers() {
    return containers.values();
  }

  public List<ContainerRecord> containers(int database) {
    return containers.values().stream().filter(record -> record.database() == database).toList();
  }

  public Optional<ContainerRecord> container(int number) {
    return Optional.ofNullable(containers.get(number));
  }

  public Optional<ContainerRecord> container(int database, String name) {
    return Optional.ofNullable(containerNames.get(new NameInDatabase(database, name)))
        .map(containers::get);
  }

  public ContainerRecord createContainer(
      int database,
      ContainerDefinition definition,
      @Nullable ThroughputSettings throughput,
      PartitionMap map) {
    return change(
        () -> {
          requireDatabase(database);
          if (containerNames.containsKey(new NameInDatabase(database, definition.name()))) {
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

  /** Removes a container; its data is left to be cleared. */
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
    return Set.copyOf(dropped);
  }

  /** Says that the data of a deleted container is gone. */
  public void cleared(int container) {
    change(
        () -> {
          commit(transaction -> remove(transaction, CatalogueEntry.DROPPED + container));
          return dropped.remove(container);
        });
  }

  // Changing

  @FunctionalInterface
  private interface ToRecord<R> {
    R in(Transaction transaction);
  }

  private <R> R change(Supplier<R> step) {
    changes.lock();
    try {
      return step.get();
    } finally {
      changes.unlock();
    }
  }

  private DatabaseRecord store(ToRecord<DatabaseRecord> source) {
    Commit<DatabaseRecord> commit =
        commit(
            transaction -> {
              DatabaseRecord record = source.in(transaction);
              put(transaction, new CatalogueEntry.Database(record));
              return record;
            });
    DatabaseRecord stored = commit.result().withVersion(commit.lsn());
    remember(stored);
    return stored;
  }

  private ContainerRecord storeContainer(ToRecord<ContainerRecord> source) {
    Commit<ContainerRecord> commit =
        commit(
            transaction -> {
              ContainerRecord record = source.in(transaction);
              put(transaction, new CatalogueEntry.Container(record));
              return record;
            });
    ContainerRecord stored = commit.result().withVersion(commit.lsn());
    remember(stored);
    return stored;
  }

  private static boolean drop(Transaction transaction, ContainerRecord record) {
    remove(transaction, CatalogueEntry.CONTAINER + record.number());
    put(transaction, new CatalogueEntry.Dropped(record.number()));
    return true;
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

  /** Databases and containers share one sequence of numbers. */
  private static int nextNumber(Transaction transaction) {
    return Math.toIntExact(transaction.nextSerial());
  }

  // In memory

  private void remember(DatabaseRecord record) {
    databases.put(record.number(), record);
    databaseNames.put(new NameInAccount(record.account(), record.name()), record.number());
  }

  private void remember(ContainerRecord record) {
    containers.put(record.number(), record);
    containerNames.put(new NameInDatabase(record.database(), record.name()), record.number());
  }

  private void forget(ContainerRecord record) {
    containers.remove(record.number());
    containerNames.remove(new NameInDatabase(record.database(), record.name()));
    dropped.add(record.number());
  }

  private void load(Store store) {
    try (Cursor cursor = store.scan(Family.ITEMS, keys.records(KeyRange.ALL))) {
      while (cursor.next()) {
        String id = keys.parseRecord(cursor.key()).idText();
        StoredRecord record = Objects.requireNonNull(StoredRecord.read(cursor.value()));
        switch (CatalogueEntry.read(id, record)) {
          case CatalogueEntry.Account(String name) -> accounts.add(name);
          case CatalogueEntry.Database(DatabaseRecord database) -> remember(database);
          case CatalogueEntry.Container(ContainerRecord container) -> remember(container);
          case CatalogueEntry.Dropped(int number) -> dropped.add(number);
        }
      }
    }
  }

  private DatabaseRecord requireDatabase(int number) {
    return database(number)
        .orElseThrow(
            () ->
                new DatabaseException(ErrorCode.OWNER_NOT_FOUND, "The database does not exist.")
                    .with("database", number));
  }

  private ContainerRecord requireContainer(int number) {
    return container(number)
        .orElseThrow(
            () ->
                new DatabaseException(ErrorCode.OWNER_NOT_FOUND, "The container does not exist.")
                    .with("container", number));
  }

  private static DatabaseException conflict(String text, String name) {
    return new DatabaseException(ErrorCode.CONFLICT, text).with("name", name);
  }
}
