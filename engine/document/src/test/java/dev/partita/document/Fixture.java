package dev.partita.document;

import dev.partita.container.EngineLimits;
import dev.partita.container.EngineOptions;
import dev.partita.container.catalogue.ContainerDefinition;
import dev.partita.container.key.PartitionKey;
import dev.partita.storage.Store;
import dev.partita.storage.memory.MemoryStore;
import dev.partita.testkit.TestEngine;
import java.util.function.UnaryOperator;

/** Engine of the harness with its documents. */
final class Fixture extends TestEngine {

  final Documents documents = new Documents(engine);

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
    super(store, change);
  }

  Items items(ContainerDefinition definition) {
    return documents.items(container(definition));
  }

  static PartitionKey pk(String value) {
    return PartitionKey.of(value);
  }
}
