package dev.partita.collection;

import static dev.partita.collection.CollectionFixture.doc;
import static dev.partita.testkit.Expect.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.bson.BsonDocument;
import dev.partita.container.Forwarding;
import dev.partita.mql.MqlContext;
import dev.partita.mql.query.DocumentFilter;
import dev.partita.partition.LogicalKey;
import dev.partita.testkit.Expect;
import dev.partita.testkit.TestPeers.Fate;
import dev.partita.throughput.RequestCharge;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What collections promise, asked of a node that does not lead. */
class ForwardedCollectionTest extends BsonCollectionTest {

  private final FollowerFixture follower = new FollowerFixture();

  @Override
  CollectionFixture open() {
    return new FollowerFixture();
  }

  @AfterEach
  void closeFollower() {
    follower.close();
  }

  private static WriteStatement increment(@Nullable StatementId id) {
    Selection one =
        Selection.of(DocumentFilter.parse(doc("_id", 1), MqlContext.SIMPLE), null, null);
    return WriteStatement.update(
        one,
        document -> BsonDocument.builder().put("_id", 1).put("n", number(document) + 1).build(),
        null,
        false,
        id);
  }

  private static int counter(BsonCollection collection) {
    return number(CollectionFixture.all(collection, Selection.ALL).getFirst());
  }

  private static int number(BsonDocument document) {
    return Objects.requireNonNull(document.get("n")).asInt32();
  }

  @Test
  void aStatementIsEvaluatedAgainIfOthersHaveChangedWhatItRead() {
    BsonCollection collection = follower.create(null);
    collection.insert(List.of(doc("_id", 1, "n", 0)), true, null);
    follower.peers.beforeNextArrival(() -> collection.write(increment(null), () -> {}));

    collection.write(increment(null), () -> {});

    assertThat(counter(collection)).isEqualTo(2);
  }

  @Test
  void aStatementOfUnknownOutcomeIsKnownWhenItIsSentAgain() {
    BsonCollection collection = follower.create(null);
    collection.insert(List.of(doc("_id", 1, "n", 0)), true, null);
    StatementId id = new StatementId(new byte[16], 7, 0);
    follower.peers.next(Fate.ANSWER_LOST);
    DatabaseException unknown = Expect.failure(() -> collection.write(increment(id), () -> {}));
    assertThat(Forwarding.isUnknown(unknown)).isTrue();

    assertThat(collection.write(increment(id), () -> {}).result().modified()).isEqualTo(1);

    assertThat(counter(collection)).isEqualTo(1);
  }

  @Test
  void leadersMayChangeBetweenTheStepsOfAStatement() {
    BsonCollection collection = follower.create("k");
    collection.insert(List.of(doc("_id", 1, "k", 1, "n", 0)), true, null);
    for (int i = 0; i < 12; i++) {
      int leader = 1 + i % 2;
      switch (i % 3) {
        case 0 -> follower.group.elect(leader);
        case 1 -> follower.peers.beforeNextArrival(() -> follower.group.elect(leader));
        default -> follower.group.beforeNextProposal(() -> follower.group.elect(leader));
      }
      Selection all = Selection.ALL;
      WriteStatement each =
          WriteStatement.update(
              all,
              document ->
                  BsonDocument.builder()
                      .put("_id", 1)
                      .put("k", 1)
                      .put("n", number(document) + 1)
                      .build(),
              null,
              true,
              null);
      collection.write(each, () -> {});
    }
    assertThat(counter(collection)).isEqualTo(12);
  }

  @Test
  void bytesThatAreNoChangesAreRefused() {
    DocumentChanges changes =
        new DocumentChanges(
            new LogicalKey(new byte[] {1}, new byte[] {2}),
            3,
            RequestCharge.of(4),
            List.of(
                new DocumentChanges.Read.Present(new byte[] {1}, 2, 3),
                new DocumentChanges.Read.Absent(new byte[] {4}),
                new DocumentChanges.Read.Entry(new byte[] {5}, new byte[] {6}),
                new DocumentChanges.Read.Entry(new byte[] {7}, null)),
            List.of(
                new DocumentChanges.Write.Put(new byte[] {1}, new byte[] {2}),
                new DocumentChanges.Write.Delete(new byte[] {1}, true),
                new DocumentChanges.Write.Delete(new byte[] {1}, false),
                new DocumentChanges.Write.PutEntry(new byte[] {1}, new byte[] {2}),
                new DocumentChanges.Write.DeleteEntry(new byte[] {1})));
    byte[] bytes = changes.encode();
    assertThat(DocumentChanges.decode(bytes).encode()).isEqualTo(bytes);
    for (int length = 0; length < bytes.length; length++) {
      byte[] some = Arrays.copyOf(bytes, length);
      assertFails(ErrorCode.BAD_REQUEST, () -> DocumentChanges.decode(some));
    }
    byte[] more = Arrays.copyOf(bytes, bytes.length + 1);
    assertFails(ErrorCode.BAD_REQUEST, () -> DocumentChanges.decode(more));
  }
}
