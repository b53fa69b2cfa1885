package dev.partita.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.time.ManualClock;
import dev.partita.container.Container;
import dev.partita.container.Engine;
import dev.partita.container.EngineLimits;
import dev.partita.container.EngineOptions;
import dev.partita.container.catalogue.ContainerDefinition;
import dev.partita.container.key.PartitionKey;
import dev.partita.container.key.PartitionKeyDefinition;
import dev.partita.container.map.PartitionScheme;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonReader;
import dev.partita.storage.Store;
import dev.partita.storage.memory.MemoryStore;
import java.nio.charset.StandardCharsets;
import java.util.function.UnaryOperator;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** An engine in memory with a clock of its own and one database, for tests. */
final class Fixture implements AutoCloseable {

  static final long START_MILLIS = 1_800_000_000_000L;

  final ManualClock clock = new ManualClock(START_MILLIS);
  final Engine engine;
  final Documents documents;
  private final int database;

  Fixture() {
    this(EngineLimits.defaults());
  }

  Fixture(EngineLimits limits) {
    this(new MemoryStore(), limits);
  }

  Fixture(Store store, EngineLimits limits) {
    this(store, options -> options.withLimits(limits));
  }

  Fixture(Store store, UnaryOperator<EngineOptions> change) {
    engine =
        Engine.open(
            store,
            change.apply(
                EngineOptions.defaults()
                    .withThrottling(false)
                    .withHousekeepingMillis(0)
                    .withClock(clock)));
    documents = new Documents(engine);
    database =
        engine
            .catalogue()
            .database(Engine.DEFAULT_ACCOUNT, "db")
            .orElseGet(() -> engine.containers().createDatabase(Engine.DEFAULT_ACCOUNT, "db", null))
            .number();
  }

  static ContainerDefinition definition(String name) {
    return ContainerDefinition.of(
        name, new PartitionScheme.Hashed(PartitionKeyDefinition.hash("/pk")));
  }

  Container container(ContainerDefinition definition) {
    return engine
        .containers()
        .container(database, definition.name())
        .orElseGet(() -> engine.containers().createContainer(database, definition, null));
  }

  Items items(ContainerDefinition definition) {
    return documents.items(container(definition));
  }

  int database() {
    return database;
  }

  static JsonObject json(String text) {
    return JsonReader.DEFAULT.readObject(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
  }

  static PartitionKey pk(String value) {
    return PartitionKey.of(value);
  }

  static void assertFails(ErrorCode code, ThrowingCallable call) {
    assertThat(failure(call).code()).isEqualTo(code);
  }

  static DatabaseException failure(ThrowingCallable call) {
    DatabaseException[] thrown = new DatabaseException[1];
    assertThatThrownBy(call).isInstanceOfSatisfying(DatabaseException.class, e -> thrown[0] = e);
    return thrown[0];
  }

  @Override
  public void close() {
    engine.close();
  }
}
