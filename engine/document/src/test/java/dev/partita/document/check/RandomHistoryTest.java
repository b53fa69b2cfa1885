package dev.partita.document.check;

import static dev.partita.document.check.Sample.pk;
import static dev.partita.testkit.Expect.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.container.Container;
import dev.partita.container.OwnedPartition;
import dev.partita.container.catalogue.ContainerDefinition;
import dev.partita.document.ItemOperation;
import dev.partita.document.Items;
import dev.partita.document.Precondition;
import dev.partita.index.IndexingPolicy;
import dev.partita.json.JsonObject;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Long random lives of a container, of which the store must stay sound at every stage. */
class RandomHistoryTest {

  private static final int STEPS = 600;
  private static final int STEPS_PER_CHECK = 10;
  private static final List<IndexingPolicy> POLICIES =
      List.of(
          IndexingPolicy.NONE,
          IndexingPolicy.DEFAULT,
          policy("{'includedPaths':[{'path':'/email/?'}],'excludedPaths':[{'path':'/*'}]}"),
          policy(
              "{'excludedPaths':[{'path':'/tags/*'}],'compositeIndexes':[[{'path':'/email'},"
                  + "{'path':'/_ts','order':'descending'}]]}"),
          policy(
              "{'compositeIndexes':[[{'path':'/email'},{'path':'/ttl'}]],"
                  + "'spatialIndexes':[{'path':'/at/?'}]}"));
  static final Set<ErrorCode> NORMAL =
      Set.of(ErrorCode.CONFLICT, ErrorCode.NOT_FOUND, ErrorCode.BAD_REQUEST);

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void aStoreStaysSound(long seed) {
    Random random = new Random(seed);
    try (Sample sample = new Sample()) {
      Items items = sample.items(Sample.rich("c").withIndexing(IndexingPolicy.DEFAULT));
      for (int step = 0; step < STEPS; step++) {
        try {
          step(sample, items, random);
        } catch (DatabaseException e) {
          assertThat(NORMAL).as(e.getMessage()).contains(e.code());
        }
        if (step % STEPS_PER_CHECK == 0) {
          assertThat(sample.findings()).as("step %d", step).isEmpty();
        }
      }
      sample.engine.housekeeping().round();
      assertThat(items.reader().indexProgressPercent()).isEqualTo(100);
      sample.requireSound();
    }
  }

  static void step(Sample sample, Items items, Random random) {
    String pk = "k" + random.nextInt(3);
    String id = "i" + random.nextInt(5);
    int choice = random.nextInt(100);
    if (choice < 25) {
      items.create(null, document(random, pk, id));
    } else if (choice < 45) {
      items.upsert(null, document(random, pk, id), Precondition.NONE);
    } else if (choice < 50) {
      items.replace(null, id, document(random, pk, id), Precondition.NONE);
    } else if (choice < 60) {
      items.delete(pk(pk), id, Precondition.NONE);
    } else if (choice < 65) {
      items.batch(
          pk(pk),
          List.of(
              new ItemOperation.Upsert(document(random, pk, id), Precondition.NONE),
              new ItemOperation.Upsert(document(random, pk, id), Precondition.NONE),
              new ItemOperation.Delete("i" + random.nextInt(5), Precondition.NONE)));
    } else if (choice < 66) {
      items.deleteAll(pk(pk));
    } else if (choice < 86) {
      sample.clock.advanceMillis(random.nextInt(1_000));
    } else if (choice < 89) {
      sample.engine.housekeeping().round();
    } else if (choice < 92) {
      redefine(sample, items, random);
    } else {
      reshape(sample, items.container(), random);
    }
  }

  private static JsonObject document(Random random, String pk, String id) {
    String ttl = random.nextBoolean() ? "" : ",'ttl':" + (1 + random.nextInt(3));
    int number = random.nextInt(4);
    return json(
        "{'id':'%s','pk':'%s','email':'e%d','tags':[%d,'x',{'y':%d}],'at':{'type':'Point','coordinates':[1,%d]}%s}"
            .formatted(id, pk, number, number, random.nextInt(2), number, ttl));
  }

  /** May bring back items that have expired and were not removed yet. */
  private static void redefine(Sample sample, Items items, Random random) {
    ContainerDefinition definition = items.container().definition();
    sample
        .engine
        .containers()
        .changeDefinition(
            items.container().number(),
            definition
                .withIndexing(POLICIES.get(random.nextInt(POLICIES.size())))
                .withHistoryMillis(random.nextBoolean() ? 0 : 1 + random.nextInt(90_000))
                .withDefaultTtlSeconds(random.nextBoolean() ? -1 : 1 + random.nextInt(5)));
  }

  private static IndexingPolicy policy(String text) {
    return IndexingPolicy.fromJson(json(text));
  }

  private static void reshape(Sample sample, Container container, Random random) {
    List<OwnedPartition> partitions = container.partitions();
    int chosen = random.nextInt(partitions.size());
    if (chosen + 1 < partitions.size() && random.nextBoolean()) {
      sample
          .engine
          .reshaper()
          .merge(container, partitions.get(chosen).number(), partitions.get(chosen + 1).number());
    } else {
      sample.engine.reshaper().split(container, partitions.get(chosen).number());
    }
  }
}
