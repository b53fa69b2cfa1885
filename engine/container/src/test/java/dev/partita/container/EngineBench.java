package dev.partita.container;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.time.ManualClock;
import dev.partita.container.catalogue.ContainerDefinition;
import dev.partita.container.key.PartitionKey;
import dev.partita.container.key.PartitionKeyDefinition;
import dev.partita.container.map.PartitionScheme;
import dev.partita.partition.KeySpace;
import dev.partita.partition.LogicalKey;
import dev.partita.partition.ReadOptions;
import dev.partita.partition.RecordKey;
import dev.partita.partition.StoredRecord;
import dev.partita.storage.Cursor;
import dev.partita.storage.Family;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.UnaryOperator;
import org.assertj.core.api.Assertions;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** An engine with one database over a store that survives it, and a clock that stands still. */
final class EngineBench implements AutoCloseable {

  static final List<Family> FAMILIES =
      List.of(Family.ITEMS, Family.LOG, Family.STATE, Family.INDEX);

  final HookedStore store;
  final ManualClock clock = new ManualClock(1_800_000_000_000L);
  private final EngineOptions options;
  private Engine engine;

  EngineBench() {
    this(options -> options);
  }

  EngineBench(UnaryOperator<EngineOptions> change) {
    this(new HookedStore(), change);
  }

  EngineBench(HookedStore store, UnaryOperator<EngineOptions> change) {
    this.store = store;
    options =
        change.apply(
            EngineOptions.defaults()
                .withThrottling(false)
                .withHousekeepingMillis(0)
                .withClock(clock));
    engine = Engine.open(store, options);
    if (engine.catalogue().databases(Engine.DEFAULT_ACCOUNT).isEmpty()) {
      engine.containers().createDatabase(Engine.DEFAULT_ACCOUNT, "db", null);
    }
  }

  Engine engine() {
    return engine;
  }

  /** Closes the engine and opens another over the same store. */
  Engine reopen() {
    engine.close();
    engine = Engine.open(store, options);
    return engine;
  }

  int database() {
    return engine.catalogue().database(Engine.DEFAULT_ACCOUNT, "db").orElseThrow().number();
  }

  static ContainerDefinition hashed(String name) {
    return ContainerDefinition.of(
        name, new PartitionScheme.Hashed(PartitionKeyDefinition.hash("/pk")));
  }

  Container create(String name) {
    return engine.containers().createContainer(database(), hashed(name), null);
  }

  static LogicalKey key(Container container, String pk) {
    return container.definition().scheme().logicalKey(PartitionKey.of(pk));
  }

  /** Writes a record and waits until it is durable; throws what it failed with. */
  static Outcome<Long> put(Container container, String pk, String id, int payloadBytes) {
    byte[] name = id.getBytes(StandardCharsets.UTF_8);
    return join(
        container.submit(
            key(container, pk),
            transaction -> {
              transaction.put(
                  name,
                  transaction.get(name),
                  new byte[StoredRecord.PAYLOAD_OFFSET + payloadBytes]);
              return transaction.lsn();
            }));
  }

  static boolean holds(Container container, String pk, String id) {
    byte[] record = RecordKey.encode(key(container, pk), id.getBytes(StandardCharsets.UTF_8));
    return container.segments().reader(ReadOptions.LEADER).get(record) != null;
  }

  /** How many keys of any kind the store has for a container. */
  int keysOf(int container) {
    int count = 0;
    for (Family family : FAMILIES) {
      try (Cursor cursor = store.scan(family, new KeySpace(container).all())) {
        while (cursor.next()) {
          count++;
        }
      }
    }
    return count;
  }

  static <R> R join(CompletableFuture<R> answer) {
    try {
      return answer.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw e;
    }
  }

  static DatabaseException failure(ThrowingCallable call) {
    DatabaseException[] thrown = new DatabaseException[1];
    assertThatThrownBy(call).isInstanceOfSatisfying(DatabaseException.class, e -> thrown[0] = e);
    return Objects.requireNonNull(thrown[0]);
  }

  static void assertFails(ErrorCode code, ThrowingCallable call) {
    Assertions.assertThat(failure(call).code()).isEqualTo(code);
  }

  @Override
  public void close() {
    engine.close();
  }
}
