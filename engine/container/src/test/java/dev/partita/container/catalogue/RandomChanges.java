package dev.partita.container.catalogue;

import dev.partita.base.bytes.KeyRange;
import dev.partita.base.error.DatabaseException;
import dev.partita.container.key.PartitionKeyDefinition;
import dev.partita.container.map.PartitionMap;
import dev.partita.container.map.PartitionScheme;
import dev.partita.container.map.ReshapeCause;
import dev.partita.json.JsonObject;
import dev.partita.partition.PartitionState;
import dev.partita.partition.SplitPreparation;
import dev.partita.throughput.ThroughputSettings;
import java.util.List;
import java.util.Random;

/** Changes of all kinds, some of which are refused. On one thread. */
final class RandomChanges {

  private static final PartitionMap WHOLE = PartitionMap.initial(List.of(KeyRange.ALL));

  private final Random random;

  RandomChanges(long seed) {
    random = new Random(seed);
  }

  /** Tries a change; whether it happened. */
  boolean change(Catalogue catalogue) {
    try {
      step(catalogue);
      return true;
    } catch (DatabaseException e) {
      return switch (e.code()) {
        case CONFLICT, DATABASE_EXISTS, OWNER_NOT_FOUND, NOT_FOUND -> false;
        default -> throw e;
      };
    }
  }

  private void step(Catalogue catalogue) {
    switch (random.nextInt(12)) {
      case 0 -> catalogue.createAccount(name());
      case 1, 2 -> {
        var _ = catalogue.createDatabase(name(), name(), throughput());
      }
      case 3, 4 -> {
        var _ = catalogue.createContainer(number(), definition(), throughput(), WHOLE);
      }
      case 5 -> {
        var _ = catalogue.changeContainer(number(), this::changed);
      }
      case 6 -> {
        var _ = catalogue.changeDatabase(number(), record -> record.withThroughput(throughput()));
      }
      case 7, 8 -> {
        var _ = catalogue.createResource("kind", number(), name(), body());
      }
      case 9 -> {
        var _ = catalogue.replaceResource(number(), name(), body(), Catalogue.Requirement.NONE);
      }
      case 10 -> delete(catalogue);
      default -> catalogue.dropped().stream().findFirst().ifPresent(gone -> clear(catalogue, gone));
    }
  }

  private static void clear(Catalogue catalogue, int container) {
    catalogue.cleared(container, catalogue.droppedSegments(container));
  }

  private void delete(Catalogue catalogue) {
    switch (random.nextInt(4)) {
      case 0 -> {
        var _ = catalogue.deleteDatabase(number());
      }
      case 1 -> catalogue.deleteResource(number(), Catalogue.Requirement.NONE);
      default -> {
        var _ = catalogue.deleteContainer(number());
      }
    }
  }

  private ContainerRecord changed(ContainerRecord record) {
    return switch (random.nextInt(3)) {
      case 0 -> record.withDefinition(definition(record.name()), random.nextInt(100));
      case 1 -> record;
      default -> record.map().current().size() > 1 ? record : split(record);
    };
  }

  static ContainerRecord split(ContainerRecord record) {
    PartitionState half = new PartitionState(12, 34, 0, 56, 78);
    return record.withMap(
        record
            .map()
            .split(
                0,
                new byte[] {7},
                new SplitPreparation.Halves(half, half),
                new PartitionMap.Ending(0, ReshapeCause.REQUEST)));
  }

  private ContainerDefinition definition() {
    return definition(name());
  }

  private ContainerDefinition definition(String name) {
    return ContainerDefinition.of(
            name, new PartitionScheme.Hashed(PartitionKeyDefinition.hash("/pk")))
        .withHistoryMillis(random.nextInt(3));
  }

  private ThroughputSettings throughput() {
    return new ThroughputSettings.Manual(400 + 100L * random.nextInt(5));
  }

  private JsonObject body() {
    return JsonObject.builder().put("n", random.nextInt(5)).build();
  }

  private String name() {
    return "n" + random.nextInt(4);
  }

  private int number() {
    return 1 + random.nextInt(20);
  }
}
