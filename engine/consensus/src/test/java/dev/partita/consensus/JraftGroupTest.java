package dev.partita.consensus;

import static dev.partita.consensus.TestCluster.await;
import static dev.partita.consensus.TestCluster.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.replication.Barrier;
import dev.partita.replication.Fence;
import dev.partita.replication.NotLeading;
import dev.partita.replication.Proposal;
import dev.partita.replication.StoreStateMachine;
import dev.partita.replication.group.GroupStatus;
import dev.partita.replication.group.Members;
import dev.partita.replication.group.ReplicationGroup;
import dev.partita.storage.StoreOptions;
import dev.partita.storage.memory.MemoryStore;
import dev.partita.storage.rocks.RocksStore;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JraftGroupTest {

  @TempDir Path folder;

  @Test
  void whatIsWrittenIsAtAllReplicasWithALogOnDisk() {
    try (TestCluster cluster =
        new TestCluster(
            3, 1 << 10, node -> RocksStore.open(StoreOptions.in(folder.resolve("node-" + node))))) {
      for (int i = 0; i < 20; i++) {
        cluster.write("a" + i, "1");
      }
      cluster.awaitEverywhere("a19", "1");
    }
  }

  @Test
  void aReadBarrierAtAFollowerShowsWhatWasWrittenBefore() throws Exception {
    try (TestCluster cluster = new TestCluster(3)) {
      for (int i = 0; i < 100; i++) {
        cluster.write("a", "" + i);
        TestCluster.Node follower = cluster.follower();
        follower.leadership().readBarrier().get(20, TimeUnit.SECONDS);
        assertThat(follower.read("a")).isEqualTo("" + i);
      }
    }
  }

  @Test
  void anotherNodeLeadsWhenTheLeaderIsKilled() {
    try (TestCluster cluster = new TestCluster(3)) {
      cluster.write("a", "1");
      int first = cluster.leader().number();
      cluster.kill(first);
      cluster.write("b", "2");
      cluster.restart(first);
      cluster.awaitEverywhere("a", "1");
      cluster.awaitEverywhere("b", "2");
    }
  }

  @Test
  void whatWasNotFlushedIsAppliedAgainAfterAllHaveLostPower() {
    try (TestCluster cluster = new TestCluster(3)) {
      for (int i = 0; i < 20; i++) {
        cluster.write("a" + i, "1");
      }
      for (int node = 1; node <= 3; node++) {
        cluster.kill(node);
      }
      for (int node = 1; node <= 3; node++) {
        cluster.start(node, Members.UNKNOWN);
      }
      for (int i = 0; i < 20; i++) {
        cluster.awaitEverywhere("a" + i, "1");
      }
    }
  }

  @Test
  void theLogIsCutWhereTheStateIsDurable() {
    try (TestCluster cluster = new TestCluster(3, 1 << 10)) {
      ReplicationGroup group = cluster.leader().group();
      for (int i = 0; group.status().firstIndex() < 10; i++) {
        cluster.write("a", "" + i);
      }
      GroupStatus status = group.status();
      assertThat(status.durableIndex()).isGreaterThanOrEqualTo(status.firstIndex() - 1);
      for (int node = 1; node <= 3; node++) {
        cluster.restart(node);
      }
      cluster.write("b", "2");
      cluster.awaitEverywhere("b", "2");
    }
  }

  @Test
  void aReplicaThatIsTooFarBehindIsGivenTheState() {
    try (TestCluster cluster = new TestCluster(3, 1 << 10)) {
      cluster.write("a", "1");
      int behind = cluster.follower().number();
      cluster.kill(behind);
      fillUntilCut(cluster);
      cluster.start(behind, Members.UNKNOWN);
      cluster.write("b", "2");
      cluster.awaitEverywhere("b", "2");
      cluster.awaitEverywhere("fill0", "0");
      await(() -> cluster.node(behind).group().isReadable(), "a readable replica");
    }
  }

  private static void fillUntilCut(TestCluster cluster) {
    ReplicationGroup group = cluster.leader().group();
    long first = group.status().lastIndex() + 10;
    for (int i = 0; group.status().firstIndex() < first; i++) {
      cluster.write("fill" + i, "" + i);
    }
  }

  @Test
  void aReplicaWhoseDiskWasReplacedIsFilledAndVotesThen() {
    try (TestCluster cluster = new TestCluster(3, 1 << 10)) {
      fillUntilCut(cluster);
      int emptied = cluster.follower().number();
      cluster.kill(emptied);
      cluster.wipe(emptied);
      cluster.start(emptied, Members.UNKNOWN);
      cluster.awaitEverywhere("fill0", "0");
      await(() -> cluster.node(emptied).group().isReadable(), "a replica that has caught up");
      cluster.kill(cluster.leader().number());
      cluster.write("b", "2");
      cluster.awaitEverywhere("b", "2");
    }
  }

  @Test
  void aReplicaThatHasLostItsDataAloneIsFilled() {
    try (TestCluster cluster = new TestCluster(3, 1 << 10)) {
      fillUntilCut(cluster);
      int emptied = cluster.follower().number();
      await(() -> cluster.node(emptied).group().status().firstIndex() > 1, "a log that is cut");
      cluster.kill(emptied);
      cluster.wipeData(emptied);
      cluster.start(emptied, Members.UNKNOWN);
      cluster.awaitEverywhere("fill0", "0");
    }
  }

  @Test
  void aLogThatEndsBeforeTheDataIsRefused() {
    try (TestCluster cluster = new TestCluster(1)) {
      cluster.write("a", "1");
      cluster.node(1).data().flush();
      cluster.kill(1);
      cluster.wipeLog(1);
      assertThatThrownBy(() -> cluster.start(1, Members.of(List.of(1, 2))))
          .isInstanceOfSatisfying(
              DatabaseException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT));
    }
  }

  @Test
  void aGroupMayBeginWithTheDataOfASingleNode() throws Exception {
    try (TestCluster cluster = new TestCluster(0)) {
      MemoryStore data = cluster.data(1);
      data.write(put(1, "old", "1").batch());
      new StoreStateMachine(data, TestCluster.GROUP, () -> List.of(TestCluster.SEGMENT))
          .apply(1, 1, new Barrier(1));
      data.flush();
      cluster.start(1, Members.of(List.of(1)));
      cluster.write("new", "2");
      cluster.restart(1);
      cluster.start(2, Members.UNKNOWN);
      cluster.start(3, Members.UNKNOWN);
      change(cluster, Members.of(List.of(1, 2, 3)));
      cluster.awaitEverywhere("old", "1");
      cluster.awaitEverywhere("new", "2");
    }
  }

  @Test
  void aGroupGrowsFromOneNodeToThreeAndFiveWhileItIsWrittenTo() throws Exception {
    try (TestCluster cluster = new TestCluster(1)) {
      cluster.write("a", "1");
      AtomicBoolean done = new AtomicBoolean();
      CompletableFuture<Integer> writes =
          CompletableFuture.supplyAsync(
              () -> {
                int count = 0;
                while (!done.get()) {
                  cluster.write("w" + count, "" + count);
                  count++;
                }
                return count;
              });
      for (int node = 2; node <= 5; node++) {
        cluster.start(node, Members.UNKNOWN);
      }
      change(cluster, Members.of(List.of(1)).withLearner(2));
      change(cluster, Members.of(List.of(1, 2, 3)));
      change(cluster, Members.of(List.of(1, 2, 3, 4, 5)));
      change(cluster, Members.of(List.of(3, 4, 5)));
      done.set(true);
      int count = writes.get(60, TimeUnit.SECONDS);
      cluster.kill(1);
      cluster.kill(2);
      cluster.write("z", "9");
      cluster.awaitEverywhere("a", "1");
      cluster.awaitEverywhere("z", "9");
      for (int i = 0; i < count; i++) {
        cluster.awaitEverywhere("w" + i, "" + i);
      }
    }
  }

  private static void change(TestCluster cluster, Members members) throws Exception {
    cluster.leader().group().changeMembers(members).get(60, TimeUnit.SECONDS);
    await(
        () ->
            cluster.findLeader().isPresent() && cluster.leader().group().members().equals(members),
        "the new members");
  }

  @Test
  void leadershipIsHandedOnWithoutLosingAWrite() throws Exception {
    try (TestCluster cluster = new TestCluster(3)) {
      cluster.write("a", "1");
      TestCluster.Node first = cluster.leader();
      int next = cluster.follower().number();
      CompletableFuture<?> handedOn = first.group().transferLeadership(next);
      cluster.write("b", "2");
      handedOn.get(60, TimeUnit.SECONDS);
      assertThat(cluster.leaderOtherThan(first.number()).number()).isEqualTo(next);
      cluster.write("c", "3");
      cluster.awaitEverywhere("b", "2");
      cluster.awaitEverywhere("c", "3");
      assertThatThrownBy(() -> first.group().transferLeadership(next).get(60, TimeUnit.SECONDS))
          .isInstanceOf(ExecutionException.class)
          .hasCauseInstanceOf(NotLeading.class);
    }
  }

  @Test
  void aLeaderThatIsCutOffLosesItsLeaseBeforeAnotherOneLeads() {
    try (TestCluster cluster = new TestCluster(3)) {
      for (int round = 0; round < 3; round++) {
        cluster.write("a", "" + round);
        TestCluster.Node old = cluster.leader();
        await(() -> old.leadership().holdsLease(), "a lease");
        cluster.network.isolate(old.number(), 3);
        TestCluster.Node next = cluster.leaderOtherThan(old.number());
        // The other one leads, so this must not be believed any more at any later moment.
        assertThat(old.leadership().holdsLease()).isFalse();
        assertThat(next.leadership().isLeader()).isTrue();
        cluster.network.heal();
        await(() -> !old.leadership().isLeader(), "the old leader to follow");
      }
    }
  }

  @Test
  void aBarrierOfALeaderThatIsCutOffFails() {
    try (TestCluster cluster = new TestCluster(3)) {
      cluster.write("a", "1");
      TestCluster.Node old = cluster.leader();
      cluster.network.isolate(old.number(), 3);
      await(() -> !old.leadership().holdsLease(), "the end of the lease");
      assertThatThrownBy(() -> old.leadership().readBarrier().get(60, TimeUnit.SECONDS))
          .isInstanceOf(ExecutionException.class)
          .hasCauseInstanceOf(NotLeading.class);
    }
  }

  @Test
  void aLeaderThatIsHeardAndHearsNothingIsReplaced() {
    try (TestCluster cluster = new TestCluster(3)) {
      cluster.write("a", "1");
      int old = cluster.leader().number();
      for (int other = 1; other <= 3; other++) {
        if (other != old) {
          cluster.network.cut(other, old);
        }
      }
      cluster.leaderOtherThan(old);
      cluster.write("b", "2");
      cluster.network.heal();
      cluster.awaitEverywhere("b", "2");
    }
  }

  @Test
  void twoNodesThatDoNotHearEachOtherDoNotKeepTheThirdFromWork() {
    try (TestCluster cluster = new TestCluster(3)) {
      cluster.write("a", "1");
      int leader = cluster.leader().number();
      int other = cluster.follower().number();
      cluster.network.cut(leader, other);
      cluster.network.cut(other, leader);
      for (int i = 0; i < 20; i++) {
        cluster.write("b" + i, "2");
      }
      cluster.network.heal();
      cluster.awaitEverywhere("b19", "2");
    }
  }

  @Test
  void aProposalThatIsCutOffIsReportedLostOnceAnotherHasDecided() {
    try (TestCluster cluster = new TestCluster(3)) {
      cluster.write("a", "1");
      TestCluster.Node old = cluster.leader();
      cluster.network.isolate(old.number(), 3);
      Proposal lost = old.group().propose(put(old.leadership().term(), "lost", "1"));
      cluster.leaderOtherThan(old.number());
      cluster.network.heal();
      assertThatThrownBy(() -> lost.committed().get(60, TimeUnit.SECONDS))
          .isInstanceOf(ExecutionException.class)
          .hasCauseInstanceOf(NotLeading.class);
      cluster.write("b", "2");
      cluster.awaitEverywhere("b", "2");
      assertThat(cluster.nodes.values()).allMatch(node -> node.read("lost") == null);
    }
  }

  @Test
  void aNodeThatCannotSyncIsSilentAndTheOthersGoOn() {
    try (TestCluster cluster = new TestCluster(3)) {
      cluster.write("a", "1");
      TestCluster.Node broken = cluster.leader();
      cluster.log(broken.number()).failSync();
      try {
        broken.group().propose(put(broken.leadership().term(), "b", "0"));
      } catch (NotLeading alreadyNoticed) {
        assertThat(broken.leadership().isLeader()).isFalse();
      }
      cluster.leaderOtherThan(broken.number());
      await(() -> !broken.leadership().isLeader(), "the broken node to follow");
      cluster.write("c", "3");
      GroupStatus status = broken.group().status();
      assertThat(status.problem()).isNotNull();
      assertThat(broken.read("c")).isNull();
    }
  }

  @Test
  void aLeaderWithAFullDiskHandsOnAndComesBackWhenThereIsRoom() {
    try (TestCluster cluster = new TestCluster(3)) {
      cluster.write("a", "1");
      int full = cluster.leader().number();
      cluster.log(full).full(true);
      for (int i = 0; i < 5; i++) {
        cluster.write("b", "" + i);
      }
      cluster.log(full).full(false);
      cluster.write("c", "3");
      cluster.awaitEverywhere("c", "3");
      await(() -> cluster.node(full).group().status().problem() == null, "an end of the problem");
    }
  }

  @Test
  void anEffectBehindAFenceFailsAndDoesNotHappen() throws Exception {
    try (TestCluster cluster = new TestCluster(3)) {
      cluster.write("a", "1");
      TestCluster.Node leader = cluster.leader();
      long term = leader.leadership().term();
      Proposal fence = leader.group().propose(new Fence(TestCluster.SEGMENT, 1, term, 2));
      Proposal older = leader.group().propose(put(term, "older", "1"));
      fence.visible().get(60, TimeUnit.SECONDS);
      assertThatThrownBy(() -> older.visible().get(60, TimeUnit.SECONDS))
          .isInstanceOf(ExecutionException.class)
          .hasCauseInstanceOf(NotLeading.class);
      assertThat(leader.read("older")).isNull();
    }
  }

  @Test
  void aChangeThatFitsIntoNoEntryIsRefused() {
    try (TestCluster cluster = new TestCluster(1)) {
      TestCluster.Node leader = cluster.leader();
      long term = leader.leadership().term();
      assertThatThrownBy(() -> leader.group().propose(put(term, "a", new byte[33 << 20])))
          .isInstanceOfSatisfying(
              DatabaseException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TOO_LARGE));
    }
  }

  @Test
  void whatIsReadyIsShippedTogether() throws Exception {
    try (TestCluster cluster = new TestCluster(3)) {
      cluster.write("a", "1");
      TestCluster.Node leader = cluster.leader();
      long first = leader.group().status().lastIndex();
      long term = leader.leadership().term();
      Proposal last = leader.group().propose(put(term, "b", "0"));
      for (int i = 1; i < 2_000; i++) {
        last = leader.group().propose(put(term, "b", "" + i));
      }
      last.visible().get(60, TimeUnit.SECONDS);
      assertThat(leader.group().status().lastIndex() - first).isLessThan(500);
      cluster.awaitEverywhere("b", "1999");
    }
  }

  @Test
  void whatIsLostOnTheWayIsSentAgain() {
    try (TestCluster cluster = new TestCluster(3)) {
      cluster.write("a", "1");
      cluster.network.lose(5);
      cluster.network.delay(3);
      for (int i = 0; i < 30; i++) {
        cluster.write("b" + i, "" + i);
      }
      cluster.network.heal();
      for (int i = 0; i < 30; i++) {
        cluster.awaitEverywhere("b" + i, "" + i);
      }
    }
  }

  @Test
  void theLeaderKnowsHowTheOthersAreDoing() {
    try (TestCluster cluster = new TestCluster(3)) {
      cluster.write("a", "1");
      ReplicationGroup group = cluster.leader().group();
      await(
          () -> {
            GroupStatus status = group.status();
            return status.replicas().size() == 2
                && status.replicas().stream().allMatch(r -> r.lag(status.lastIndex()) == 0);
          },
          "replicas without lag");
      GroupStatus status = group.status();
      assertThat(status.leader()).isEqualTo(cluster.leader().number());
      assertThat(status.commitIndex()).isEqualTo(status.lastIndex());
      assertThat(status.problem()).isNull();
      assertThat(cluster.follower().group().leader()).isEqualTo(status.leader());
    }
  }
}
