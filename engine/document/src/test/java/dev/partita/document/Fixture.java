package dev.partita.document;

import dev.partita.container.Engine;
import dev.partita.container.EngineLimits;
import dev.partita.container.EngineOptions;
import dev.partita.container.catalogue.ContainerDefinition;
import dev.partita.container.key.PartitionKey;
import dev.partita.document.codec.ItemCodec;
import dev.partita.document.codec.OperationCodec;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonReader;
import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;
import dev.partita.storage.Store;
import dev.partita.storage.memory.MemoryStore;
import dev.partita.testkit.TestEngine;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * Engine of the harness with its documents. Operations are encoded and decoded on their way, so
 * that all tests of this module show that both forms do the same.
 */
class Fixture extends TestEngine {

  final Documents documents = documents(engine);

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

  /** Documents of an engine with the language of these tests. */
  static Documents documents(Engine engine) {
    return new Documents(engine, Fixture::isLike, new ItemCodec(), Fixture::sent);
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

  /** Every operation of these tests arrives as it would from another node. */
  private static ItemOperation sent(ItemOperation operation) {
    return OperationCodec.decodeOperation(OperationCodec.encode(operation));
  }

  /** Does the work that nobody asks for. */
  void round() {
    engine.housekeeping().round();
  }

  Items items(ContainerDefinition definition) {
    return documents.items(container(definition));
  }

  static PartitionKey pk(String value) {
    return PartitionKey.of(value);
  }
}
