package dev.partita.collection;

import dev.partita.aggregation.stream.Workspace;
import dev.partita.bson.BsonArray;
import dev.partita.bson.BsonBuilder;
import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonValue;
import dev.partita.container.Engine;
import dev.partita.container.EngineOptions;
import dev.partita.storage.Store;
import dev.partita.storage.memory.MemoryStore;
import dev.partita.testkit.TestEngine;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** An engine with collections. Confined to the thread of the test. */
class CollectionFixture extends TestEngine {

  final BsonCollections collections;

  CollectionFixture() {
    this(new MemoryStore(), options -> options);
  }

  CollectionFixture(Store store, UnaryOperator<EngineOptions> change) {
    super(store, change);
    collections = collections(engine);
  }

  /** The collections of an engine, with the folder for temporary files of this machine. */
  static BsonCollections collections(Engine of) {
    return new BsonCollections(of, Workspace.in(Path.of(System.getProperty("java.io.tmpdir"))));
  }

  /** For tests that change the container of a collection, which not every harness can. */
  void assumeItChangesContainers() {}

  BsonCollection create(@Nullable String shardKey) {
    return collections.create(database(), "c", shardKey, null);
  }

  /** A document of names and values one after the other. */
  static BsonDocument doc(Object... fields) {
    BsonBuilder document = new BsonBuilder();
    for (int i = 0; i < fields.length; i += 2) {
      document.put((String) fields[i], value(fields[i + 1]));
    }
    return document.build();
  }

  static BsonValue value(Object value) {
    return switch (value) {
      case Integer number -> BsonValue.int32(number);
      case Long number -> BsonValue.int64(number);
      case Double number -> BsonValue.float64(number);
      case String text -> BsonValue.string(text);
      case BsonDocument document -> document.toValue();
      case BsonValue known -> known;
      case List<?> all -> {
        List<BsonValue> values = new ArrayList<>();
        all.forEach(each -> values.add(value(each)));
        yield BsonArray.of(values).toValue();
      }
      default -> throw new IllegalArgumentException(value.toString());
    };
  }

  static List<BsonDocument> all(BsonCollection collection, Selection selection) {
    List<BsonDocument> found = new ArrayList<>();
    try (FindExecution find = collection.find(FindRequest.of(selection))) {
      while (!find.isDone()) {
        // Small batches, so that each takes up where another has ended.
        found.addAll(find.batch(3, 1 << 20, () -> {}));
      }
    }
    return found;
  }

  static List<Integer> ids(BsonCollection collection, Selection selection) {
    return all(collection, selection).stream().map(each -> each.first().value().asInt32()).toList();
  }

  static IndexSpec index(boolean unique, String... paths) {
    List<IndexKey> keys = new ArrayList<>();
    for (String path : paths) {
      boolean descending = path.startsWith("-");
      keys.add(new IndexKey(descending ? path.substring(1) : path, descending));
    }
    return new IndexSpec(
        0, String.join("_", paths), keys, unique, false, OptionalLong.empty(), false);
  }
}
