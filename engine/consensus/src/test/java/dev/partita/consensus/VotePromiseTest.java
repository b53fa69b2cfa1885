package dev.partita.consensus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.base.time.ManualClock;
import dev.partita.replication.group.Members;
import java.util.List;
import org.junit.jupiter.api.Test;

class VotePromiseTest {

  private static final long TIMEOUT_MILLIS = 1_000;

  private final ManualClock clock = new ManualClock(0);
  private final VotePromise promise = new VotePromise(clock, TIMEOUT_MILLIS);
  private final Acknowledgements acknowledgements =
      new Acknowledgements(1, clock, TIMEOUT_MILLIS, promise);
  private final MemberChange members = MemberChange.to(Members.of(List.of(1, 2, 3)));

  @Test
  void aNodeThatHasJustStartedVotesForNobody() {
    assertThat(promise.vote(2, false)).isFalse();
    clock.advanceMillis(TIMEOUT_MILLIS);
    assertThat(promise.vote(2, false)).isTrue();
  }

  @Test
  void whoHasAcknowledgedALeaderVotesForNoOtherUntilTheTimeIsOver() {
    clock.advanceMillis(TIMEOUT_MILLIS);
    assertThat(promise.acknowledge(1)).isTrue();
    clock.advanceMillis(TIMEOUT_MILLIS - 1);
    assertThat(promise.mayTry()).isFalse();
    assertThat(promise.vote(2, false)).isFalse();
    clock.advanceMillis(1);
    assertThat(promise.vote(2, false)).isTrue();
  }

  @Test
  void whoHasVotedAcknowledgesNoLeaderOfAnEarlierTerm() {
    clock.advanceMillis(TIMEOUT_MILLIS);
    assertThat(promise.vote(2, false)).isTrue();
    assertThat(promise.acknowledge(1)).isFalse();
    assertThat(promise.acknowledge(2)).isTrue();
  }

  @Test
  void aLeaderThatHandsOnIsOwedNothing() {
    promise.acknowledge(1);
    assertThat(promise.vote(2, true)).isTrue();
  }

  @Test
  void aLeaseLastsLessThanWhatIsPromisedFromTheSendingOfTheRequest() {
    long sentNanos = clock.nanos();
    clock.advanceMillis(300);
    acknowledgements.acknowledged(2, 1, sentNanos, 0);
    assertThat(acknowledgements.isLeaseValid(1, members)).isTrue();
    clock.advanceMillis(499);
    assertThat(acknowledgements.isLeaseValid(1, members)).isTrue();
    clock.advanceMillis(1);
    assertThat(acknowledgements.isLeaseValid(1, members)).isFalse();
  }

  @Test
  void acknowledgementsOfAnotherTermMakeNoLease() {
    acknowledgements.acknowledged(2, 1, clock.nanos(), 0);
    assertThat(acknowledgements.isLeaseValid(2, members)).isFalse();
  }

  @Test
  void aLeaseEndsWhenLeadershipIsHandedOn() {
    acknowledgements.acknowledged(2, 1, clock.nanos(), 0);
    acknowledgements.handOn(1);
    assertThat(acknowledgements.isLeaseValid(1, members)).isFalse();
  }

  @Test
  void aLeaderThatHasVotedForAnotherOneCountsForItsLeaseNoMore() {
    clock.advanceMillis(TIMEOUT_MILLIS);
    acknowledgements.acknowledged(2, 1, clock.nanos(), 0);
    assertThat(promise.vote(2, false)).isTrue();
    assertThat(acknowledgements.isLeaseValid(1, members)).isFalse();
  }

  @Test
  void whileMembersChangeALeaseNeedsAMajorityOfBoth() {
    MemberChange changing =
        new MemberChange(Members.of(List.of(1, 2, 3, 4, 5)), Members.of(List.of(1, 2, 3)));
    acknowledgements.acknowledged(4, 1, clock.nanos(), 0);
    acknowledgements.acknowledged(5, 1, clock.nanos(), 0);
    assertThat(acknowledgements.isLeaseValid(1, changing)).isFalse();
    acknowledgements.acknowledged(2, 1, clock.nanos(), 0);
    assertThat(acknowledgements.isLeaseValid(1, changing)).isTrue();
  }
}
