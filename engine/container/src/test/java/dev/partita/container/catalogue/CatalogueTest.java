package dev.partita.container.catalogue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import dev.partita.base.bytes.KeyRange;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.time.ManualClock;
import dev.partita.container.key.PartitionKeyDefinition;
import dev.partita.container.map.PartitionMap;
import dev.partita.container.map.PartitionScheme;
import dev.partita.container.map.ReshapeCause;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonPath;
import dev.partita.partition.KeySpace;
import dev.partita.partition.PartitionState;
import dev.partita.partition.PhysicalPartition;
import dev.partita.partition.Segment;
import dev.partita.partition.SplitPreparation;
import dev.partita.replication.Leadership;
import dev.partita.replication.LocalLog;
import dev.partita.replication.Proposable;
import dev.partita.replication.Proposal;
import dev.partita.replication.ReplicationLog;
import dev.partita.storage.memory.MemoryStore;
import dev.partita.throughput.ThroughputSettings;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CatalogueTest {

  private static final ThroughputSettings MANUAL = new ThroughputSettings.Manual(1_200);
  private static final PartitionMap WHOLE = PartitionMap.initial(List.of(KeyRange.ALL));

  /** Writes, unless it is told to fail. */
  private static final class Unsteady implements ReplicationLog {
    private final ReplicationLog steady;
    private boolean fails;

    Unsteady(ReplicationLog steady) {
      this.steady = steady;
    }

    @Override
    public Proposal propose(Proposable change) {
      if (fails) {
        throw new DatabaseException(ErrorCode.STORAGE_FULL, "No room.");
      }
      return steady.propose(change);
    }

    @Override
    public Leadership leadership() {
      return steady.leadership();
    }
  }

  private final MemoryStore store = new MemoryStore();
  private final Unsteady log = new Unsteady(new LocalLog(store));
  private final ManualClock clock = new ManualClock(1_800_000_000_000L);
  private Catalogue catalogue = open();

  private Catalogue open() {
    // Work is done on the thread that submits it.
    return new Catalogue(
        new CataloguePartition(
            new Segment(store, new KeySpace(Catalogue.CONTAINER)),
            new PhysicalPartition.Environment(store, log, Runnable::run, clock)),
        clock,
        (work, failure) -> fail(work, failure));
  }

  @AfterEach
  void close() {
    store.close();
  }

  @Test
  void knowsWhatWasCreatedAlsoAfterReopening() {
    catalogue.createAccount("a");
    DatabaseRecord database = catalogue.createDatabase("a", "d", MANUAL);
    clock.advanceMillis(5);
    ContainerDefinition definition =
        definition("c")
            .withUniqueKeys(
                List.of(
                    new UniqueKey(List.of(JsonPath.parse("/x/y"), JsonPath.parse("/z"))),
                    new UniqueKey(List.of(JsonPath.of("odd/\"name\"")))))
            .withDefaultTtlSeconds(30)
            .withHistoryMillis(60_000)
            .withProperties(JsonObject.builder().put("kept", "as it is").build());
    ContainerRecord container =
        catalogue.createContainer(
            database.number(), definition, new ThroughputSettings.Autoscale(4_000), split(WHOLE));

    for (Catalogue found : List.of(catalogue, open())) {
      assertThat(found.accounts()).containsExactly("a");
      assertThat(found.databases("a")).containsExactly(database);
      assertThat(found.database("a", "d")).contains(database);
      ContainerRecord read = found.container(database.number(), "c").orElseThrow();
      assertThat(read.definition()).isEqualTo(container.definition());
      assertThat(read.throughput()).isEqualTo(container.throughput());
      assertThat(read.version()).isEqualTo(container.version());
      assertThat(read.changedMillis()).isEqualTo(clock.millis());
      assertThat(read.map().current()).isEqualTo(container.map().current());
      assertThat(read.map().retired()).isEqualTo(container.map().retired());
      assertThat(found.container(container.number())).isPresent();
    }
  }

  @Test
  void refusesWhatExistsAndWhatHasNoOwner() {
    catalogue.createAccount("a");
    int database = catalogue.createDatabase("a", "d", null).number();
    catalogue.createContainer(database, definition("c"), MANUAL, WHOLE);

    assertFails(ErrorCode.CONFLICT, () -> catalogue.createAccount("a"));
    assertFails(ErrorCode.DATABASE_EXISTS, () -> catalogue.createDatabase("a", "d", MANUAL));
    assertFails(
        ErrorCode.CONFLICT,
        () -> catalogue.createContainer(database, definition("c"), null, WHOLE));
    assertFails(ErrorCode.OWNER_NOT_FOUND, () -> catalogue.createDatabase("b", "d", null));
    assertFails(
        ErrorCode.OWNER_NOT_FOUND,
        () -> catalogue.createContainer(99, definition("c"), null, WHOLE));
    assertFails(ErrorCode.OWNER_NOT_FOUND, () -> catalogue.deleteContainer(99));
    assertFails(ErrorCode.OWNER_NOT_FOUND, () -> catalogue.deleteDatabase(99));
    assertFails(ErrorCode.OWNER_NOT_FOUND, () -> catalogue.changeContainer(99, same -> same));
  }

  @Test
  void refusesNamesThatAreNone() {
    catalogue.createAccount("a");
    for (String name :
        List.of("", " ", "a ", "a/b", "a\\b", "a?", "#a", "a\u0000b", "x".repeat(256))) {
      assertFails(ErrorCode.BAD_REQUEST, () -> catalogue.createDatabase("a", name, null));
      assertFails(ErrorCode.BAD_REQUEST, () -> definition(name));
    }
    catalogue.createDatabase("a", "x".repeat(255), null);
    catalogue.createDatabase("a", " ünlü ✓", null);
    assertThat(open().databases("a")).hasSize(2);
  }

  @Test
  void changesARecordAndItsVersion() {
    catalogue.createAccount("a");
    int database = catalogue.createDatabase("a", "d", MANUAL).number();
    ContainerRecord created = catalogue.createContainer(database, definition("c"), MANUAL, WHOLE);

    ContainerRecord changed =
        catalogue.changeContainer(
            created.number(), record -> record.withThroughput(new ThroughputSettings.Manual(400)));

    assertThat(changed.version()).isGreaterThan(created.version());
    assertThat(changed.highestThroughput()).isEqualTo(1_200);
    assertThat(open().container(created.number()).orElseThrow().highestThroughput())
        .isEqualTo(1_200);
    assertThat(open().container(created.number()).orElseThrow().version())
        .isEqualTo(changed.version());
    DatabaseRecord wider =
        catalogue.changeDatabase(
            database, record -> record.withThroughput(new ThroughputSettings.Manual(9_000)));
    assertThat(open().database(database)).contains(wider);
  }

  @Test
  void neverUsesANumberAgain() {
    catalogue.createAccount("a");
    Set<Integer> numbers = new HashSet<>();
    for (int i = 0; i < 5; i++) {
      int database = catalogue.createDatabase("a", "d", null).number();
      int container = catalogue.createContainer(database, definition("c"), null, WHOLE).number();
      assertThat(numbers.add(database)).isTrue();
      assertThat(numbers.add(container)).isTrue();
      assertThat(container).isNotEqualTo(Catalogue.CONTAINER);
      catalogue.deleteContainer(container);
      catalogue.cleared(container, catalogue.droppedSegments(container));
      catalogue.deleteDatabase(database);
      catalogue = open();
    }
  }

  @Test
  void remembersDeletedContainersUntilTheyAreCleared() {
    catalogue.createAccount("a");
    int database = catalogue.createDatabase("a", "d", null).number();
    int one = catalogue.createContainer(database, definition("1"), null, WHOLE).number();
    int two = catalogue.createContainer(database, definition("2"), null, WHOLE).number();
    int three = catalogue.createContainer(database, definition("3"), null, WHOLE).number();
    catalogue.deleteContainer(one);
    assertThat(catalogue.deleteDatabase(database))
        .extracting(ContainerRecord::number)
        .containsExactly(two, three);

    Catalogue reopened = open();
    assertThat(reopened.dropped()).containsExactlyInAnyOrder(one, two, three);
    assertThat(reopened.containers()).isEmpty();
    reopened.cleared(two, reopened.droppedSegments(two));
    assertThat(open().dropped()).containsExactlyInAnyOrder(one, three);
  }

  @Test
  void isAsItWasWhenAChangeCannotBeStored() {
    catalogue.createAccount("a");
    int database = catalogue.createDatabase("a", "d", null).number();
    ContainerRecord record = catalogue.createContainer(database, definition("c"), MANUAL, WHOLE);
    log.fails = true;

    assertFails(ErrorCode.STORAGE_FULL, () -> catalogue.createAccount("b"));
    assertFails(ErrorCode.STORAGE_FULL, () -> catalogue.createDatabase("a", "e", null));
    assertFails(
        ErrorCode.STORAGE_FULL,
        () -> catalogue.createContainer(database, definition("e"), null, WHOLE));
    assertFails(
        ErrorCode.STORAGE_FULL,
        () -> catalogue.changeContainer(record.number(), old -> old.withMap(split(WHOLE))));
    assertFails(ErrorCode.STORAGE_FULL, () -> catalogue.deleteContainer(record.number()));
    assertFails(ErrorCode.STORAGE_FULL, () -> catalogue.deleteDatabase(database));

    log.fails = false;
    for (Catalogue found : List.of(catalogue, open())) {
      assertThat(found.accounts()).containsExactly("a");
      assertThat(found.databases("a")).hasSize(1);
      assertThat(found.containers(database)).hasSize(1);
      assertThat(found.container(record.number()).orElseThrow().map().current()).hasSize(1);
      assertThat(found.dropped()).isEmpty();
    }
    assertThat(catalogue.createDatabase("a", "e", null).number()).isGreaterThan(record.number());
  }

  @Test
  void letsOneOfManyCreateAName() throws Exception {
    catalogue.createAccount("a");
    int database = catalogue.createDatabase("a", "d", null).number();
    List<Future<Boolean>> attempts = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
      for (int i = 0; i < 64; i++) {
        attempts.add(
            threads.submit(
                () -> {
                  try {
                    catalogue.createContainer(database, definition("same"), null, WHOLE);
                    return true;
                  } catch (DatabaseException e) {
                    assertThat(e.code()).isEqualTo(ErrorCode.CONFLICT);
                    return false;
                  }
                }));
      }
    }
    int winners = 0;
    for (Future<Boolean> attempt : attempts) {
      winners += attempt.get() ? 1 : 0;
    }
    assertThat(winners).isEqualTo(1);
    assertThat(open().containers(database)).hasSize(1);
  }

  @Test
  void saysWhatOfADefinitionCannotChange() {
    ContainerDefinition before = definition("c");

    before.requireReplaceableBy(before.withDefaultTtlSeconds(5).withHistoryMillis(7));
    assertFails(ErrorCode.BAD_REQUEST, () -> before.requireReplaceableBy(definition("other")));
    assertFails(
        ErrorCode.BAD_REQUEST,
        () ->
            before.requireReplaceableBy(
                before.withUniqueKeys(List.of(new UniqueKey(List.of(JsonPath.parse("/u")))))));
    assertFails(
        ErrorCode.BAD_REQUEST,
        () ->
            before.requireReplaceableBy(ContainerDefinition.of("c", new PartitionScheme.Single())));
    assertFails(ErrorCode.BAD_REQUEST, () -> before.withDefaultTtlSeconds(0));
    assertFails(ErrorCode.BAD_REQUEST, () -> before.withDefaultTtlSeconds(-2));
    assertFails(ErrorCode.BAD_REQUEST, () -> before.withHistoryMillis(-1));
    before.withDefaultTtlSeconds(-1);
  }

  private static ContainerDefinition definition(String name) {
    return ContainerDefinition.of(
        name, new PartitionScheme.Hashed(PartitionKeyDefinition.hash("/pk")));
  }

  private static PartitionMap split(PartitionMap map) {
    PartitionState half = new PartitionState(12, 34, 0, 56, 78);
    return map.split(
        0,
        new byte[] {7},
        new SplitPreparation.Halves(half, half),
        new PartitionMap.Ending(0, ReshapeCause.REQUEST));
  }

  private static void assertFails(ErrorCode code, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            DatabaseException.class, failure -> assertThat(failure.code()).isEqualTo(code));
  }
}
