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
import dev.partita.json.JsonObject;
import dev.partita.json.JsonReader;
import dev.partita.json.JsonWriter;
import dev.partita.partition.KeySpace;
import dev.partita.partition.PhysicalPartition;
import dev.partita.partition.Segment;
import dev.partita.replication.Effect;
import dev.partita.replication.Leadership;
import dev.partita.replication.LocalLog;
import dev.partita.replication.Proposable;
import dev.partita.replication.Proposal;
import dev.partita.replication.ReplicationLog;
import dev.partita.storage.Batch;
import dev.partita.storage.memory.MemoryStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The catalogue as one state machine: whoever applies the same changes knows the same. */
class CatalogueReplayTest {

  private static final int CHANGES = 120;
  private static final PartitionMap WHOLE = PartitionMap.initial(List.of(KeyRange.ALL));

  /** What was committed, as bytes: the effect of the catalogue's partition and its last LSN. */
  private record Committed(byte[] batch, long lastLsn) {

    CatalogueEffect effect() {
      return CatalogueEffect.read(
          new Effect(Catalogue.CONTAINER, 0, 1, 1, lastLsn, lastLsn, Batch.fromBytes(batch)));
    }
  }

  private final MemoryStore store = new MemoryStore();
  private final ManualClock clock = new ManualClock(1_800_000_000_000L);
  private final List<Committed> log = new ArrayList<>();

  @AfterEach
  void close() {
    store.close();
  }

  /** Work is done on the thread that submits it. */
  private CataloguePartition stored() {
    LocalLog local = new LocalLog(store);
    return new CataloguePartition(
        new Segment(store, new KeySpace(Catalogue.CONTAINER)),
        new PhysicalPartition.Environment(
            store,
            new ReplicationLog() {
              @Override
              public Proposal propose(Proposable change) {
                Effect effect = (Effect) change;
                log.add(new Committed(effect.batch().toBytes(), effect.lastLsn()));
                return local.propose(effect);
              }

              @Override
              public Leadership leadership() {
                return local.leadership();
              }
            },
            Runnable::run,
            clock));
  }

  private Catalogue over(CatalogueLog kept) {
    return new Catalogue(kept, clock, (work, failure) -> fail(work, failure));
  }

  /** A catalogue that only follows. */
  private final class Follower implements CatalogueLog {
    private Consumer<CatalogueEffect> apply = _ -> {};
    private final Catalogue catalogue = over(this);

    @Override
    public void start(Consumer<CatalogueEffect> follower) {
      apply = follower;
    }

    @Override
    public long commit(CatalogueChange change) {
      throw new UnsupportedOperationException();
    }

    SortedMap<String, String> replayed(List<Committed> changes) {
      changes.forEach(each -> apply.accept(each.effect()));
      return CatalogueMirror.of(catalogue);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void whoeverAppliesTheSameChangesKnowsTheSame(long seed) {
    Catalogue catalogue = over(stored());
    RandomChanges changes = new RandomChanges(seed);
    Random random = new Random(seed);
    List<CatalogueMirror> listeners = new ArrayList<>();
    List<SortedMap<String, String>> states = new ArrayList<>();
    states.add(CatalogueMirror.of(catalogue));
    while (states.size() <= CHANGES) {
      clock.advanceMillis(random.nextInt(3));
      if (random.nextInt(10) == 0) {
        CatalogueMirror listener = new CatalogueMirror();
        catalogue.subscribe(listener);
        listeners.add(listener);
      }
      int before = log.size();
      changes.change(catalogue);
      for (int i = before; i < log.size(); i++) {
        states.add(CatalogueMirror.of(catalogue));
      }
      if (random.nextInt(20) == 0) {
        assertThat(CatalogueMirror.of(over(stored()))).isEqualTo(states.getLast());
      }
    }

    assertThat(states.getLast()).hasSizeGreaterThan(10);
    listeners.forEach(each -> assertThat(each.entries()).isEqualTo(states.getLast()));
    for (int end = 0; end <= log.size(); end++) {
      assertThat(new Follower().replayed(log.subList(0, end))).isEqualTo(states.get(end));
    }
    Follower again = new Follower();
    for (int start = log.size(); start >= 0; start -= 10) {
      var _ = again.replayed(log);
      assertThat(again.replayed(log.subList(start, log.size()))).isEqualTo(states.getLast());
    }
  }

  /**
   * Some nodes with a catalogue each, which know of each other's changes late, and one log. Changes
   * go there as text.
   */
  private final class Nodes {
    private final List<CatalogueEffect> committed = new ArrayList<>();
    private final CataloguePartition leader = stored();
    private final List<Node> nodes = new ArrayList<>();

    Nodes(int count) {
      leader.start(committed::add);
      for (int i = 0; i < count; i++) {
        nodes.add(new Node());
      }
    }

    private final class Node implements CatalogueLog {
      private int applied;
      private Runnable beforeCommit = () -> {};
      private Consumer<CatalogueEffect> apply = _ -> {};
      private final Catalogue catalogue = over(this);

      @Override
      public void start(Consumer<CatalogueEffect> follower) {
        apply = follower;
        catchUp();
      }

      void catchUp() {
        while (applied < committed.size()) {
          apply.accept(committed.get(applied++));
        }
      }

      @Override
      public long commit(CatalogueChange change) {
        beforeCommit.run();
        try {
          return leader.commit(throughText(change));
        } finally {
          catchUp();
        }
      }
    }
  }

  private static CatalogueChange throughText(CatalogueChange change) {
    List<CatalogueEntry> puts =
        change.puts().stream()
            .map(
                entry -> {
                  byte[] text = JsonWriter.bytes(entry.toJson());
                  JsonObject json = JsonReader.DEFAULT.readObject(text);
                  return CatalogueEntry.read(entry.id(), json, 0);
                })
            .toList();
    return new CatalogueChange(change.seen(), puts, change.deletes(), change.fences());
  }

  @ParameterizedTest
  @ValueSource(longs = {11, 12, 13, 14})
  void nodesThatKnowLateOfEachOthersChangesAgree(long seed) {
    Nodes cluster = new Nodes(3);
    RandomChanges changes = new RandomChanges(seed);
    Random random = new Random(seed);
    for (int i = 0; i < 400; i++) {
      changes.change(cluster.nodes.get(random.nextInt(3)).catalogue);
      if (random.nextInt(5) == 0) {
        cluster.nodes.get(random.nextInt(3)).catchUp();
      }
    }

    cluster.nodes.forEach(Nodes.Node::catchUp);
    SortedMap<String, String> known = CatalogueMirror.of(cluster.nodes.getFirst().catalogue);
    for (Nodes.Node node : cluster.nodes) {
      assertThat(CatalogueMirror.of(node.catalogue)).isEqualTo(known);
      assertConsistent(node.catalogue);
    }
    assertThat(CatalogueMirror.of(over(stored()))).isEqualTo(known);
  }

  /** Names are unique, and everything has its owner. */
  private static void assertConsistent(Catalogue catalogue) {
    List<String> names = new ArrayList<>();
    for (String account : catalogue.accounts()) {
      for (DatabaseRecord database : catalogue.databases(account)) {
        names.add(account + "/" + database.name());
        catalogue
            .resources("kind", database.number())
            .forEach(each -> names.add(database.number() + "//" + each.name()));
      }
    }
    for (ContainerRecord container : catalogue.containers()) {
      assertThat(catalogue.database(container.database())).isPresent();
      names.add(container.database() + "/" + container.name());
      catalogue
          .resources("kind", container.number())
          .forEach(each -> names.add(container.number() + "//" + each.name()));
    }
    assertThat(names).doesNotHaveDuplicates();
  }

  @Test
  void aChangeIsWorkedOutAgainWhenOthersWereFaster() {
    Nodes cluster = new Nodes(2);
    Catalogue first = cluster.nodes.get(0).catalogue;
    Nodes.Node second = cluster.nodes.get(1);
    first.createAccount("a");
    second.catchUp();
    DatabaseRecord database = first.createDatabase("a", "d", null);

    ContainerRecord container =
        second.catalogue.createContainer(
            second.catalogue.createDatabase("a", "e", null).number(), definition(), null, WHOLE);

    assertThat(container.number()).isGreaterThan(database.number());
    assertThat(second.catalogue.database(database.number())).contains(database);
    assertFails(ErrorCode.DATABASE_EXISTS, () -> second.catalogue.createDatabase("a", "d", null));
    cluster.nodes.get(0).catchUp();
    var _ = first.deleteContainer(container.number());
    assertFails(
        ErrorCode.OWNER_NOT_FOUND,
        () -> second.catalogue.createResource("kind", container.number(), "r", JsonObject.EMPTY));
  }

  @Test
  void aChangeIsGivenUpWhenOthersAreFasterAllTheTime() {
    Nodes cluster = new Nodes(2);
    Catalogue busy = cluster.nodes.get(0).catalogue;
    Nodes.Node late = cluster.nodes.get(1);
    busy.createAccount("a");
    late.catchUp();
    int[] asked = {0};
    late.beforeCommit =
        () -> {
          var _ = busy.createDatabase("a", "d" + asked[0]++, null);
        };

    assertFails(ErrorCode.RETRY, () -> late.catalogue.createDatabase("a", "mine", null));
    assertThat(asked[0]).isEqualTo(10);

    late.beforeCommit =
        () -> {
          if (asked[0]++ < 19) {
            var _ = busy.createDatabase("a", "d" + asked[0], null);
          }
        };
    assertThat(late.catalogue.createDatabase("a", "mine", null).name()).isEqualTo("mine");
    assertThat(asked[0]).isEqualTo(20);
  }

  @Test
  void aFenceRefusesWhatAnEarlierOwnerAsksFor() {
    Nodes cluster = new Nodes(2);
    Catalogue first = cluster.nodes.get(0).catalogue;
    Nodes.Node second = cluster.nodes.get(1);
    first.createAccount("a");
    int database = first.createDatabase("a", "d", null).number();
    ContainerRecord container = first.createContainer(database, definition(), null, WHOLE);
    CatalogueChange.Fence fence = CatalogueChange.Fence.map(container);
    second.catchUp();

    ContainerRecord changed =
        second.catalogue.changeContainer(
            container.number(), record -> record.withDefinition(definition(), 1));
    assertThat(changed.map().version()).isEqualTo(1);
    ContainerRecord split = first.changeContainer(container.number(), RandomChanges::split, fence);
    assertThat(split.map().version()).isEqualTo(2);

    long versions = cluster.committed.size();
    assertFails(
        ErrorCode.GONE,
        () -> second.catalogue.changeContainer(container.number(), RandomChanges::split, fence));
    assertThat(cluster.committed).hasSize((int) versions);
  }

  @Test
  void whatAListenerThrowsKeepsNobodyElseFromBeingTold() {
    List<String> faults = new ArrayList<>();
    Catalogue catalogue =
        new Catalogue(stored(), clock, (work, failure) -> faults.add(work + failure.getMessage()));
    catalogue.subscribe(
        (_, _) -> {
          throw new AssertionError("!");
        });
    CatalogueMirror other = new CatalogueMirror();
    catalogue.subscribe(other);

    catalogue.createAccount("a");

    assertThat(faults).containsExactly("follow the catalogue!");
    assertThat(other.entries()).containsKey("account/a");
  }

  private static ContainerDefinition definition() {
    return ContainerDefinition.of(
        "c", new PartitionScheme.Hashed(PartitionKeyDefinition.hash("/pk")));
  }

  private static void assertFails(ErrorCode code, Runnable call) {
    assertThatThrownBy(call::run)
        .isInstanceOfSatisfying(
            DatabaseException.class, failure -> assertThat(failure.code()).isEqualTo(code));
  }
}
