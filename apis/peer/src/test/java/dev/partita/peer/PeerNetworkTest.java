package dev.partita.peer;

import static dev.partita.testkit.Expect.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.time.Clock;
import dev.partita.base.time.Deadline;
import dev.partita.partition.PartitionFenced;
import dev.partita.partition.PartitionRetired;
import dev.partita.replication.NotLeading;
import dev.partita.replication.peer.PeerService;
import dev.partita.replication.peer.PeerService.Lane;
import dev.partita.replication.peer.PeerUnavailable;
import dev.partita.replication.peer.Peers;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PeerNetworkTest {

  private static final PeerService ECHO = new PeerService(900, "echo", Lane.REQUESTS);
  private static final PeerService VOTES = new PeerService(901, "votes", Lane.CONSENSUS);
  private static final PeerService BULK = new PeerService(902, "bulk", Lane.BULK);

  private final TestNodes nodes = new TestNodes();

  @AfterEach
  void stop() {
    nodes.close();
  }

  private static Deadline soon() {
    return Deadline.in(60_000, Clock.system());
  }

  private static byte[] bytes(int length, long seed) {
    byte[] bytes = new byte[length];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }

  private static CompletableFuture<byte[]> answer(byte[] body) {
    return CompletableFuture.completedFuture(body);
  }

  private static RuntimeException failure(CompletableFuture<byte[]> asked) {
    try {
      byte[] answer = asked.join();
      throw new AssertionError("It was answered with " + answer.length + " bytes");
    } catch (CompletionException e) {
      return (RuntimeException) Objects.requireNonNull(e.getCause());
    }
  }

  @Test
  void aNodeAnswersAnotherOne() {
    Peers one = nodes.start(1);
    Peers two = nodes.start(2);
    two.serve(ECHO, (node, request, _) -> answer(new byte[] {(byte) node, request[0]}));
    assertThat(one.ask(2, ECHO, new byte[] {7}, soon()).join()).containsExactly(1, 7);
    assertThat(one.ask(2, ECHO, new byte[] {8}, Deadline.NONE).join()).containsExactly(1, 8);
  }

  @Test
  void aNodeAnswersItself() {
    Peers one = nodes.start(1);
    one.serve(ECHO, (node, request, _) -> answer(new byte[] {(byte) node, request[0]}));
    assertThat(one.ask(1, ECHO, new byte[] {7}, soon()).join()).containsExactly(1, 7);
  }

  @Test
  void bodiesOfAllSizesArriveAsTheyWere() {
    Peers one = nodes.start(1);
    Peers two = nodes.start(2);
    for (PeerService service : List.of(ECHO, VOTES, BULK)) {
      two.serve(service, (_, request, _) -> answer(request));
    }
    List<byte[]> bodies = new ArrayList<>();
    List<CompletableFuture<byte[]>> answers = new ArrayList<>();
    for (int length : new int[] {0, 1, 100, 16_000, 65_515, 65_536, 100_000, 3_000_000}) {
      for (PeerService service : List.of(ECHO, VOTES, BULK)) {
        byte[] body = bytes(length, length);
        bodies.add(body);
        answers.add(one.ask(2, service, body, soon()));
      }
    }
    for (int i = 0; i < bodies.size(); i++) {
      assertThat(answers.get(i).join()).isEqualTo(bodies.get(i));
    }
  }

  @Test
  void theLongestBodyArrives() {
    Peers one = nodes.start(1);
    Peers two = nodes.start(2);
    two.serve(BULK, (_, request, _) -> answer(request));
    byte[] longest = bytes(Peers.BODY_BYTES_MAX, 1);
    assertThat(Arrays.equals(one.ask(2, BULK, longest, soon()).join(), longest)).isTrue();
    assertThatThrownBy(() -> one.ask(2, BULK, new byte[Peers.BODY_BYTES_MAX + 1], soon()))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void requestsOfALaneArriveInTheirOrder() {
    Peers one = nodes.start(1);
    Peers two = nodes.start(2);
    List<Integer> arrived = Collections.synchronizedList(new ArrayList<>());
    two.serve(
        VOTES,
        (_, request, _) -> {
          arrived.add((request[0] & 0xFF) << 8 | (request[1] & 0xFF));
          return answer(request);
        });
    List<CompletableFuture<byte[]>> answers = new ArrayList<>();
    List<Integer> sent = new ArrayList<>();
    for (int i = 0; i < 3_000; i++) {
      byte[] request = bytes(i % 100 == 0 ? 200_000 : 2, i);
      request[0] = (byte) (i >> 8);
      request[1] = (byte) i;
      sent.add(i);
      answers.add(one.ask(2, VOTES, request, soon()));
    }
    answers.forEach(CompletableFuture::join);
    assertThat(arrived).isEqualTo(sent);
  }

  @Test
  void answersComeInAnyOrder() {
    Peers one = nodes.start(1);
    Peers two = nodes.start(2);
    var slow = new CompletableFuture<byte[]>();
    two.serve(ECHO, (_, request, _) -> request[0] == 0 ? slow : answer(request));
    CompletableFuture<byte[]> first = one.ask(2, ECHO, new byte[] {0}, soon());
    assertThat(one.ask(2, ECHO, new byte[] {1}, soon()).join()).containsExactly(1);
    assertThat(first).isNotDone();
    slow.complete(new byte[] {9});
    assertThat(first.join()).containsExactly(9);
  }

  @Test
  void aFailureArrivesWithCodeTextAndContext() {
    Peers one = nodes.start(1);
    Peers two = nodes.start(2);
    two.serve(
        ECHO,
        (_, _, _) ->
            CompletableFuture.failedFuture(
                new DatabaseException(ErrorCode.THROTTLED, "Too much.")
                    .with("retryAfterMillis", 12)
                    .with("charge", 2.5)
                    .with("lsn", 1L << 40)
                    .with("hot", true)
                    .with("key", "ä")));
    RuntimeException failure = failure(one.ask(2, ECHO, new byte[0], soon()));
    assertThat(failure)
        .isInstanceOfSatisfying(
            DatabaseException.class,
            e -> {
              assertThat(e.code()).isEqualTo(ErrorCode.THROTTLED);
              assertThat(e.text()).isEqualTo("Too much.");
              assertThat(e.context())
                  .containsEntry("retryAfterMillis", 12)
                  .containsEntry("charge", 2.5)
                  .containsEntry("lsn", 1L << 40)
                  .containsEntry("hot", true)
                  .containsEntry("key", "ä");
            });
  }

  @Test
  void aRefusalArrivesAsOne() {
    Peers one = nodes.start(1);
    Peers two = nodes.start(2);
    List<RuntimeException> refusals =
        List.of(
            new NotLeading(),
            new PartitionRetired(5),
            new PartitionFenced(6, 7),
            new PeerUnavailable(3));
    two.serve(
        ECHO,
        (_, request, _) -> {
          if (request[0] % 2 == 0) {
            throw refusals.get(request[0]);
          }
          // As stages of futures wrap it.
          return answer(request)
              .thenApply(
                  _ -> {
                    throw refusals.get(request[0]);
                  });
        });
    for (byte i = 0; i < refusals.size(); i++) {
      RuntimeException failure = failure(one.ask(2, ECHO, new byte[] {i}, soon()));
      assertThat(failure).hasSameClassAs(refusals.get(i)).hasMessage(refusals.get(i).getMessage());
      if (failure instanceof PartitionFenced fenced) {
        assertThat(fenced.epoch()).isEqualTo(7);
      }
    }
  }

  @Test
  void aDefectOfTheHandlerIsNotKnownToBeUndone() {
    Peers one = nodes.start(1);
    Peers two = nodes.start(2);
    two.serve(
        ECHO,
        (_, _, _) -> {
          throw new IllegalStateException("a secret of the node");
        });
    RuntimeException failure = failure(one.ask(2, ECHO, new byte[0], soon()));
    assertThat(failure)
        .isInstanceOfSatisfying(
            DatabaseException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INTERNAL));
    assertThat(failure.getMessage()).doesNotContain("secret");
  }

  @Test
  void whatANodeDoesNotServeYetIsCertainlyNotDone() {
    Peers one = nodes.start(1);
    Peers two = nodes.start(2);
    assertThat(failure(one.ask(2, ECHO, new byte[0], soon()))).isInstanceOf(PeerUnavailable.class);
    two.serve(ECHO, (_, request, _) -> answer(request));
    assertThat(one.ask(2, ECHO, new byte[1], soon()).join()).hasSize(1);
  }

  @Test
  void aNodeThatIsNotThereHasCertainlyNotReceivedIt() {
    Peers one = nodes.start(1);
    assertThat(failure(one.ask(3, ECHO, new byte[0], soon())))
        .isInstanceOf(PeerUnavailable.class)
        .hasMessageContaining("address");
    PeerNetwork two = nodes.start(2);
    InetSocketAddress address = two.address();
    two.close();
    nodes.addresses.put(2, address);
    assertThat(failure(one.ask(2, ECHO, new byte[0], soon()))).isInstanceOf(PeerUnavailable.class);
  }

  @Test
  void whatIsUnderWayWhenANodeGoesMayHaveBeenDone() {
    Peers one = nodes.start(1);
    PeerNetwork two = nodes.start(2);
    var received = new AtomicBoolean();
    two.serve(
        ECHO,
        (_, _, _) -> {
          received.set(true);
          return new CompletableFuture<>();
        });
    CompletableFuture<byte[]> asked = one.ask(2, ECHO, new byte[0], soon());
    await(received::get);
    two.close();
    assertThat(failure(asked))
        .isInstanceOfSatisfying(
            DatabaseException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNAVAILABLE));
  }

  @Test
  void aRequestEndsAtItsDeadlineOnBothSides() {
    Peers one = nodes.start(1);
    Peers two = nodes.start(2);
    var seen = new CompletableFuture<Deadline>();
    two.serve(
        ECHO,
        (_, _, deadline) -> {
          seen.complete(deadline);
          return new CompletableFuture<>();
        });
    // Not before the connection is there: a node that was not reached in time is another case.
    await(() -> ((PeerNetwork) one).nodes().getFirst().connected());
    two.serve(VOTES, (_, request, _) -> answer(request));
    PeerService slowVotes = new PeerService(903, "slow", Lane.CONSENSUS);
    two.serve(
        slowVotes,
        (_, _, deadline) -> {
          seen.complete(deadline);
          return new CompletableFuture<>();
        });
    CompletableFuture<byte[]> asked =
        one.ask(2, slowVotes, new byte[0], Deadline.in(500, Clock.system()));
    assertThat(failure(asked))
        .isInstanceOfSatisfying(
            DatabaseException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TIMEOUT));
    assertThat(seen.join().nanosLeft()).isLessThanOrEqualTo(500_000_000L);
    // The connection goes on.
    assertThat(one.ask(2, VOTES, new byte[1], soon()).join()).hasSize(1);
  }

  @Test
  void aNodeThatComesBackIsFoundAgain() {
    PeerNetwork one = nodes.start(1);
    PeerNetwork two = nodes.start(2);
    two.serve(ECHO, (_, request, _) -> answer(request));
    assertThat(one.ask(2, ECHO, new byte[1], soon()).join()).hasSize(1);
    two.close();
    await(() -> !one.nodes().getFirst().connected());
    LocalNode again = LocalNode.starting(TestNodes.CLUSTER, 2, 2, "test");
    PeerNetwork second = nodes.start(again, options -> options, Clock.system());
    second.serve(ECHO, (_, request, _) -> answer(request));
    await(() -> one.nodes().getFirst().connected());
    await(() -> !one.ask(2, ECHO, new byte[1], soon()).handle((_, e) -> e != null).join());
  }

  @Test
  void requestsBeyondTheWindowWaitAndBeyondThatFailAtOnce() {
    Peers one = nodes.start(1, options -> options.withBytes(10_000, 20_000));
    Peers two = nodes.start(2);
    List<CompletableFuture<byte[]>> held = Collections.synchronizedList(new ArrayList<>());
    two.serve(
        ECHO,
        (_, _, _) -> {
          var answer = new CompletableFuture<byte[]>();
          held.add(answer);
          return answer;
        });
    List<CompletableFuture<byte[]>> asked = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      asked.add(one.ask(2, ECHO, new byte[1_000], soon()));
    }
    // 7 of 1,256 bytes are under way, 15 wait: the others are not kept.
    await(() -> asked.stream().filter(CompletableFuture::isCompletedExceptionally).count() >= 18);
    List<CompletableFuture<byte[]>> refused =
        asked.stream().filter(CompletableFuture::isCompletedExceptionally).toList();
    assertThat(failure(refused.getFirst()))
        .isInstanceOf(PeerUnavailable.class)
        .hasMessageContaining("overloaded");
    await(() -> held.size() == 7);
    for (int next = 0; next < 40 - refused.size(); next++) {
      int index = next;
      await(() -> held.size() > index);
      held.get(index).complete(new byte[0]);
    }
    await(() -> asked.stream().allMatch(CompletableFuture::isDone));
    assertThat(asked.stream().filter(CompletableFuture::isCompletedExceptionally).count())
        .isEqualTo(refused.size());
  }

  @Test
  void aRequestThatIsGivenUpMakesRoomForOthers() {
    Peers one = nodes.start(1, options -> options.withBytes(1_000, 20_000));
    Peers two = nodes.start(2);
    two.serve(
        ECHO,
        (_, request, _) -> request.length == 900 ? new CompletableFuture<>() : answer(request));
    CompletableFuture<byte[]> stuck = one.ask(2, ECHO, new byte[900], soon());
    CompletableFuture<byte[]> next = one.ask(2, ECHO, new byte[10], soon());
    stuck.cancel(false);
    assertThat(next.join()).hasSize(10);
  }

  @Test
  void healthSaysWhoIsThere() {
    PeerNetwork one = nodes.start(1);
    PeerNetwork two = nodes.start(2);
    await(() -> one.nodes().getFirst().connected() && two.nodes().getFirst().connected());
    await(() -> one.nodes().getFirst().roundTripMicros() > 0);
    PeerStatus status = one.nodes().getFirst();
    assertThat(status.node()).isEqualTo(2);
    assertThat(status.suspect()).isFalse();
    assertThat(status.build()).isEqualTo("test");
    assertThat(one.isSuspect(1)).isFalse();
    two.close();
    await(() -> !one.nodes().getFirst().connected());
    assertThat(one.nodes().getFirst().problem()).isNotNull();
  }
}
