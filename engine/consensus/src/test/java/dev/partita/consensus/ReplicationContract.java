package dev.partita.consensus;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.base.time.Clock;
import dev.partita.base.time.Deadline;
import dev.partita.replication.Leadership;
import dev.partita.replication.NotLeading;
import dev.partita.replication.Proposable;
import dev.partita.replication.Proposal;
import dev.partita.replication.ReplicationLog;
import dev.partita.storage.Family;
import dev.partita.storage.Store;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What everybody may count on who proposes to a replication group, whether it is a real one or that
 * of the simulation, which would prove nothing if it promised anything else.
 */
abstract class ReplicationContract {

  /** A group of three replicas, and what can befall it. */
  interface Group extends AutoCloseable {

    /** The replicas; a restarted one takes the place of its predecessor. */
    List<Replica> replicas();

    /** Lets time pass, in which anything under way may go on. */
    void pass();

    /** Has another leader, or the same one in another term; returns at once. */
    void depose();

    /** Ends a replica, which loses what of its state is not durable, and begins it anew. */
    void restart(int replica);

    /** Ends all disturbance. */
    void heal();

    @Override
    void close();
  }

  /** One replica. */
  record Replica(ReplicationLog log, Store store) {

    Leadership leadership() {
      return log.leadership();
    }

    @Nullable String read(String key) {
      byte[] value = store.written().get(Family.ITEMS, TestCluster.key(key));
      return value == null ? null : new String(value, UTF_8);
    }
  }

  private static final long PATIENCE_MILLIS = 60_000;

  private Group group;

  abstract Group newGroup();

  @BeforeEach
  void begin() {
    group = newGroup();
  }

  @AfterEach
  void end() {
    group.close();
  }

  private void await(BooleanSupplier condition, String what) {
    Deadline deadline = Deadline.in(PATIENCE_MILLIS, Clock.system());
    while (!condition.getAsBoolean()) {
      assertThat(deadline.isOver()).as("waited in vain for " + what).isFalse();
      group.pass();
    }
  }

  private Replica leader() {
    await(
        () -> group.replicas().stream().anyMatch(replica -> replica.leadership().isLeader()),
        "a leader");
    return group.replicas().stream()
        .filter(replica -> replica.leadership().isLeader())
        .findFirst()
        .orElseGet(this::leader);
  }

  /** Proposes through whoever leads, in his term. */
  private Proposal propose(String key, String value) {
    while (true) {
      Replica leader = leader();
      long term = leader.leadership().term();
      if (term != Leadership.NONE) {
        try {
          return leader.log().propose(TestCluster.put(term, key, value));
        } catch (NotLeading over) {
          group.pass();
        }
      }
    }
  }

  private void write(String key, String value) {
    while (true) {
      CompletableFuture<?> visible = propose(key, value).visible();
      await(visible::isDone, "an outcome of " + key);
      if (!visible.isCompletedExceptionally()) {
        return;
      }
    }
  }

  private void awaitEverywhere(String key, String value) {
    await(
        () -> group.replicas().stream().allMatch(replica -> value.equals(replica.read(key))),
        key + " at all replicas");
  }

  @Test
  void whatIsCommittedIsKeptWhoeverLeads() {
    for (int i = 0; i < 12; i++) {
      write("k" + i, "" + i);
      if (i % 4 == 3) {
        group.depose();
      }
    }
    group.heal();
    write("last", "1");
    for (int i = 0; i < 12; i++) {
      awaitEverywhere("k" + i, "" + i);
    }
  }

  @Test
  void whatIsCommittedIsKeptByAReplicaThatIsStartedAgain() {
    for (int round = 0; round < 3; round++) {
      write("k" + round, "" + round);
      group.restart(round);
    }
    write("last", "1");
    awaitEverywhere("last", "1");
    for (int round = 0; round < 3; round++) {
      awaitEverywhere("k" + round, "" + round);
    }
  }

  @Test
  void changesAreAppliedInTheOrderInWhichTheyWereProposed() {
    write("first", "1");
    List<Proposal> proposals = new ArrayList<>();
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      int number = i;
      Proposal proposal = propose("same", "" + i);
      proposals.add(proposal);
      var _ = proposal.visible().whenComplete((_, _) -> add(order, number));
    }
    await(() -> proposals.stream().allMatch(each -> each.visible().isDone()), "all outcomes");
    await(() -> size(order) == 50, "all told");
    assertThat(order).isSorted();
    long done =
        proposals.stream().filter(each -> !each.visible().isCompletedExceptionally()).count();
    if (done == 50) {
      awaitEverywhere("same", "49");
    }
  }

  private static void add(List<Integer> order, int number) {
    synchronized (order) {
      order.add(number);
    }
  }

  private static int size(List<Integer> order) {
    synchronized (order) {
      return order.size();
    }
  }

  @Test
  void aChangeOfAnotherTermIsRefusedAndDoesNotHappen() {
    write("k", "1");
    long before = leader().leadership().term();
    group.depose();
    await(() -> leader().leadership().term() > before, "another term");
    List<Proposal> lost = new ArrayList<>();
    for (Replica replica : group.replicas()) {
      Proposable later = TestCluster.put(before + 100, "other", "1");
      assertThatThrownBy(() -> replica.log().propose(later)).isInstanceOf(NotLeading.class);
      try {
        // One that has not heard of the other leader takes it still.
        lost.add(replica.log().propose(TestCluster.put(before, "other", "1")));
      } catch (NotLeading expected) {
        assertThat(replica.leadership().term()).isNotEqualTo(before);
      }
    }
    group.heal();
    write("last", "1");
    awaitEverywhere("last", "1");
    assertThat(group.replicas()).allMatch(replica -> replica.read("other") == null);
    await(
        () -> lost.stream().allMatch(proposal -> proposal.applied().isCompletedExceptionally()),
        "the outcome of what was proposed too late");
  }

  @Test
  void whoDoesNotLeadTakesNothing() {
    write("k", "1");
    for (Replica replica : group.replicas()) {
      if (replica.leadership().term() == Leadership.NONE) {
        Proposable change = TestCluster.put(1, "other", "1");
        assertThatThrownBy(() -> replica.log().propose(change)).isInstanceOf(NotLeading.class);
      }
    }
  }

  @Test
  void outcomesAreTrueHoweverOftenTheLeaderChanges() {
    Random random = new Random(7);
    Map<String, Proposal> proposals = new LinkedHashMap<>();
    for (int i = 0; i < 120; i++) {
      String key = "u" + i;
      proposals.put(key, propose(key, "" + i));
      if (random.nextInt(15) == 0) {
        group.depose();
      }
      if (random.nextInt(3) == 0) {
        group.pass();
      }
    }
    group.heal();
    write("last", "1");
    awaitEverywhere("last", "1");
    proposals.forEach(
        (key, proposal) -> {
          await(() -> proposal.committed().isDone() && proposal.applied().isDone(), key);
          if (!proposal.visible().isCompletedExceptionally()) {
            awaitEverywhere(key, key.substring(1));
          } else if (proposal.committed().exceptionNow() instanceof NotLeading) {
            assertThat(group.replicas()).as(key).allMatch(each -> each.read(key) == null);
          } else {
            String found = group.replicas().getFirst().read(key);
            await(
                () -> group.replicas().stream().allMatch(each -> same(found, each.read(key))),
                key + " to be the same everywhere");
          }
        });
  }

  private static boolean same(@Nullable String one, @Nullable String other) {
    return one == null ? other == null : one.equals(other);
  }

  @Test
  void aTermHasOneLeaderAndTermsGrow() {
    record Told(int replica, long term) {}
    ConcurrentLinkedQueue<Told> told = new ConcurrentLinkedQueue<>();
    for (int i = 0; i < group.replicas().size(); i++) {
      int number = i;
      Leadership leadership = group.replicas().get(i).leadership();
      leadership.add(
          new Leadership.Listener() {
            @Override
            public void leads(long term) {
              told.add(new Told(number, term));
            }

            @Override
            public void follows() {}
          });
    }
    for (int i = 0; i < 5; i++) {
      write("k" + i, "1");
      group.depose();
    }
    group.heal();
    write("last", "1");
    Map<Long, Integer> leaders = new LinkedHashMap<>();
    for (Told each : told) {
      Integer other = leaders.put(each.term(), each.replica());
      assertThat(other).as("another leader of term " + each.term()).isNull();
    }
    for (int i = 0; i < group.replicas().size(); i++) {
      int number = i;
      assertThat(told.stream().filter(each -> each.replica() == number).map(Told::term)).isSorted();
    }
  }

  @Test
  void aReadBehindABarrierSeesWhatWasWrittenBefore() {
    for (int i = 0; i < 10; i++) {
      write("k", "" + i);
      for (Replica replica : group.replicas()) {
        CompletableFuture<?> barrier = replica.leadership().readBarrier();
        await(barrier::isDone, "the barrier");
        if (!barrier.isCompletedExceptionally()) {
          assertThat(replica.read("k")).isEqualTo("" + i);
        }
      }
    }
  }
}
