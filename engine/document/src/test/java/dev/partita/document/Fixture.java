package dev.partita.document;

import dev.partita.container.EngineLimits;
import dev.partita.container.EngineOptions;
import dev.partita.container.catalogue.ContainerDefinition;
import dev.partita.container.key.PartitionKey;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonReader;
import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;
import dev.partita.storage.Store;
import dev.partita.storage.memory.MemoryStore;
import dev.partita.testkit.TestEngine;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** Engine of the harness with its documents. */
final class Fixture extends TestEngine {

  final Documents documents = new Documents(engine, Fixture::isLike);

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

  /**
   * Conditions in a language of examples: an object whose members the item must have, with names of
   * parameters in the place of values.
   */
  private static Predicate<JsonObject> isLike(ItemCondition condition) {
    JsonObject example = (JsonObject) JsonReader.DEFAULT.read(condition.text());
    return document -> {
      for (JsonObject.Member member : example) {
        JsonValue wanted =
            member.value() instanceof JsonString(String name)
                ? condition.parameters().getOrDefault(name, member.value())
                : member.value();
        if (!document.at(member.name()).equals(wanted)) {
          return false;
        }
      }
      return true;
    };
  }

  Items items(ContainerDefinition definition) {
    return documents.items(container(definition));
  }

  static PartitionKey pk(String value) {
    return PartitionKey.of(value);
  }
}
