package dev.partita.execution;

import dev.partita.base.bytes.KeyRange;
import dev.partita.base.error.DatabaseException;
import dev.partita.container.Container;
import dev.partita.container.OwnedPartition;
import dev.partita.container.catalogue.ContainerDefinition;
import dev.partita.container.key.PartitionKey;
import dev.partita.document.Items;
import dev.partita.document.Precondition;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;
import dev.partita.testkit.TestEngine;
import java.util.List;
import java.util.SplittableRandom;

/** A container of random settings with {@link RandomDocuments}, which changes now and then. */
final class RandomContainer {

  private final SplittableRandom random;
  private final Fixture fixture;
  private final RandomDocuments documents;
  private final boolean hierarchical;
  private final boolean expiring;
  private final Items items;
  private int created;

  /**
   * @param large whether there are so many items that other threads help to read them
   */
  RandomContainer(SplittableRandom random, Fixture fixture, boolean large) {
    this.random = random;
    this.fixture = fixture;
    this.documents = new RandomDocuments(random, random.nextBoolean());
    this.hierarchical = random.nextInt(4) == 0;
    this.expiring = random.nextInt(6) == 0;
    this.items = fixture.items(definition());
    for (int left = large ? 2200 + random.nextInt(2000) : fewItems(); left > 0; left--) {
      create();
    }
    for (int left = random.nextInt(4); left > 0; left--) {
      split();
    }
  }

  private ContainerDefinition definition() {
    ContainerDefinition definition =
        ContainerDefinition.of(
                "c", hierarchical ? TestEngine.scheme("/pk", "/sub") : TestEngine.scheme("/pk"))
            .withIndexing(RandomPolicy.of(random, !expiring));
    return expiring ? definition.withDefaultTtlSeconds(random.nextBoolean() ? -1 : 50) : definition;
  }

  private int fewItems() {
    return switch (random.nextInt(8)) {
      case 0, 1 -> random.nextInt(4);
      case 2 -> 50 + random.nextInt(200);
      default -> 5 + random.nextInt(40);
    };
  }

  Items items() {
    return items;
  }

  /** Some key that items may have, whole or the beginning of one. */
  PartitionKey key() {
    JsonValue value = RandomDocuments.key(random);
    return random.nextBoolean() ? PartitionKey.of(value) : key(value, documents.sub());
  }

  /** Some things, now and then: another policy, items that are new, changed or gone, or late. */
  void change() {
    if (random.nextInt(20) == 0) {
      changePolicy();
      for (JsonObject document : Fixture.all(items, KeyRange.ALL)) {
        if (random.nextInt(3) == 0) {
          items.upsert(null, document, Precondition.NONE);
        }
      }
    }
    if (random.nextInt(10) == 0) {
      fixture.engine.housekeeping().round();
    }
    if (random.nextInt(8) == 0) {
      List<JsonObject> all = Fixture.all(items, KeyRange.ALL);
      for (int left = 1 + random.nextInt(4); left > 0; left--) {
        changeOne(all);
      }
    }
    if (random.nextInt(8) == 0) {
      fixture.clock.advanceMillis(random.nextInt(20_000));
    }
  }

  /** Has the index follow another policy, or be what its policy says. */
  void changeIndex() {
    if (random.nextBoolean()) {
      changePolicy();
    } else {
      fixture.engine.housekeeping().round();
    }
  }

  private void changePolicy() {
    Container container = items.container();
    fixture
        .engine
        .containers()
        .changeDefinition(
            container.number(),
            container.definition().withIndexing(RandomPolicy.of(random, !expiring)));
  }

  /** Creates an item, or takes one off a list and replaces or deletes it; gives its id. */
  String changeOne(List<JsonObject> all) {
    int kind = all.isEmpty() ? 0 : random.nextInt(3);
    if (kind == 0) {
      return create();
    }
    JsonObject old = all.remove(random.nextInt(all.size()));
    String id = id(old);
    if (kind == 1) {
      items.upsert(
          null,
          documents
              .document(created)
              .with("id", old.at("id"))
              .with("pk", old.at("pk"))
              .with("sub", old.at("sub")),
          Precondition.NONE);
    } else {
      items.delete(key(old.at("pk"), old.at("sub")), id, Precondition.NONE);
    }
    return id;
  }

  private String create() {
    JsonObject document = documents.document(created++);
    items.upsert(null, document, Precondition.NONE);
    return id(document);
  }

  private PartitionKey key(JsonValue value, JsonValue sub) {
    return hierarchical ? PartitionKey.of(value, sub) : PartitionKey.of(value);
  }

  private static String id(JsonObject document) {
    return ((JsonString) document.at("id")).value();
  }

  /** Splits some partition, if it has more than one key; tells whether it did. */
  boolean split() {
    List<OwnedPartition> owners = items.container().partitions();
    if (owners.size() > 6) {
      return false;
    }
    try {
      fixture.split(items.container(), owners.get(random.nextInt(owners.size())).number());
      return true;
    } catch (DatabaseException _) {
      return false;
    }
  }
}
