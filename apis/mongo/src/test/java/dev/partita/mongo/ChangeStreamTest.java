package dev.partita.mongo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.MongoCommandException;
import com.mongodb.client.MongoChangeStreamCursor;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.changestream.ChangeStreamDocument;
import com.mongodb.client.model.changestream.FullDocument;
import com.mongodb.client.model.changestream.FullDocumentBeforeChange;
import com.mongodb.client.model.changestream.OperationType;
import dev.partita.container.Container;
import dev.partita.container.Engine;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Change streams of the unmodified driver. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class ChangeStreamTest {

  private static MongoTestServer server;
  private static MongoClient client;
  private static MongoDatabase database;
  private MongoCollection<Document> things;

  @BeforeAll
  static void start() {
    server = new MongoTestServer();
    client = server.client();
    database = client.getDatabase("watched");
  }

  @AfterAll
  static void stop() {
    client.close();
    server.close();
  }

  @BeforeEach
  void fill() {
    database.drop();
    things = database.getCollection("things");
    things.insertOne(json("{_id: 0}"));
  }

  private static Document json(String text) {
    return Document.parse(text);
  }

  private static List<ChangeStreamDocument<Document>> take(
      MongoChangeStreamCursor<ChangeStreamDocument<Document>> cursor, int count) {
    List<ChangeStreamDocument<Document>> events = new ArrayList<>();
    while (events.size() < count) {
      events.add(cursor.next());
    }
    return events;
  }

  private static Container container(String databaseName, String name) {
    int number =
        server
            .engine
            .catalogue()
            .database(Engine.DEFAULT_ACCOUNT, databaseName)
            .orElseThrow()
            .number();
    return server.engine.containers().container(number, name).orElseThrow();
  }

  @Test
  void tellsWhatHappensToDocuments() {
    try (var cursor =
        things.watch().fullDocumentBeforeChange(FullDocumentBeforeChange.WHEN_AVAILABLE).cursor()) {
      things.insertOne(json("{_id: 1, x: 1, l: [1, 2]}"));
      things.updateOne(json("{_id: 1}"), json("{$set: {x: 2, 'o.p': 1}, $unset: {l: 1}}"));
      things.replaceOne(json("{_id: 1}"), json("{y: 1}"));
      things.deleteOne(json("{_id: 1}"));
      List<ChangeStreamDocument<Document>> events = take(cursor, 4);
      assertThat(events)
          .extracting(ChangeStreamDocument::getOperationType)
          .containsExactly(
              OperationType.INSERT,
              OperationType.UPDATE,
              OperationType.REPLACE,
              OperationType.DELETE);
      assertThat(events)
          .allSatisfy(
              each -> assertThat(each.getDocumentKey()).isEqualTo(BsonDocument.parse("{_id: 1}")));
      assertThat(events.get(0).getFullDocument()).isEqualTo(json("{_id: 1, x: 1, l: [1, 2]}"));
      var update = Objects.requireNonNull(events.get(1).getUpdateDescription());
      assertThat(update.getUpdatedFields()).isEqualTo(BsonDocument.parse("{x: 2, o: {p: 1}}"));
      assertThat(update.getRemovedFields()).containsExactly("l");
      assertThat(events.get(1).getFullDocument()).isNull();
      assertThat(events.get(2).getFullDocument()).isEqualTo(json("{_id: 1, y: 1}"));
      assertThat(events.get(2).getFullDocumentBeforeChange())
          .isEqualTo(json("{_id: 1, x: 2, o: {p: 1}}"));
      assertThat(events.get(3).getFullDocumentBeforeChange()).isEqualTo(json("{_id: 1, y: 1}"));
    }
  }

  @Test
  void goesOnBehindAToken() {
    BsonDocument token;
    try (var cursor = things.watch().cursor()) {
      things.insertMany(List.of(json("{_id: 1}"), json("{_id: 2}"), json("{_id: 3}")));
      token = take(cursor, 2).get(1).getResumeToken();
    }
    things.updateOne(json("{_id: 2}"), json("{$set: {n: 1}}"));
    try (var cursor =
        things.watch().resumeAfter(token).fullDocument(FullDocument.UPDATE_LOOKUP).cursor()) {
      List<ChangeStreamDocument<Document>> events = take(cursor, 2);
      assertThat(events.get(0).getFullDocument()).isEqualTo(json("{_id: 3}"));
      assertThat(events.get(1).getFullDocument()).isEqualTo(json("{_id: 2, n: 1}"));
      assertThat(cursor.tryNext()).isNull();
      assertThat(cursor.getResumeToken()).isNotNull();
    }
    assertThatThrownBy(
            () -> things.watch().resumeAfter(BsonDocument.parse("{_data: '00'}")).cursor())
        .isInstanceOfSatisfying(
            MongoCommandException.class, e -> assertThat(e.getErrorCode()).isEqualTo(260));
  }

  @Test
  void losesNothingWhileAPartitionSplits() {
    database.runCommand(json("{shardCollection: 'watched.split', key: {k: 'hashed'}}"));
    MongoCollection<Document> split = database.getCollection("split");
    split.insertOne(json("{_id: -1, k: -1}"));
    try (var cursor = split.watch().cursor()) {
      Set<Integer> seen = new HashSet<>();
      for (int i = 0; i < 300; i++) {
        split.insertOne(new Document("_id", i).append("k", i));
        if (i == 150) {
          Container container = container("watched", "split");
          server.split(container, container.partitions().getFirst().number());
        }
      }
      for (ChangeStreamDocument<Document> event : take(cursor, 300)) {
        Document inserted = Objects.requireNonNull(event.getFullDocument());
        assertThat(seen.add(inserted.getInteger("_id"))).isTrue();
      }
      assertThat(seen).hasSize(300);
      assertThat(cursor.tryNext()).isNull();
    }
  }

  @Test
  void endsWhenItsCollectionIsDropped() {
    try (var cursor = things.watch().cursor()) {
      things.drop();
      assertThat(take(cursor, 2))
          .extracting(ChangeStreamDocument::getOperationType)
          .containsExactly(OperationType.DROP, OperationType.INVALIDATE);
    }
  }

  @Test
  void watchesDatabasesAndAllOfThem() {
    try (var all = client.watch().cursor();
        var one = database.watch(List.of(json("{$match: {operationType: 'insert'}}"))).cursor()) {
      things.insertOne(json("{_id: 1}"));
      database.getCollection("fresh").insertOne(json("{_id: 2}"));
      client.getDatabase("elsewhere").getCollection("c").insertOne(json("{_id: 3}"));
      assertThat(take(one, 2))
          .extracting(each -> Objects.requireNonNull(each.getNamespace()).getCollectionName())
          .containsExactlyInAnyOrder("things", "fresh");
      assertThat(take(all, 3))
          .extracting(each -> Objects.requireNonNull(each.getNamespace()).getFullName())
          .containsExactlyInAnyOrder("watched.things", "watched.fresh", "elsewhere.c");
    }
    client.getDatabase("elsewhere").drop();
  }

  @Test
  void givesATokenForEachPartition() {
    database.runCommand(json("{shardCollection: 'watched.parts', key: {k: 'hashed'}}"));
    Document found =
        database.runCommand(json("{customAction: 'GetChangeStreamTokens', collection: 'parts'}"));
    assertThat(found.getList("resumeAfterTokens", Document.class)).isNotEmpty();
  }

  @Test
  void refusesWhatHasNoEnd() {
    assertThatThrownBy(() -> things.watch(List.of(json("{$group: {_id: 1}}"))).cursor())
        .isInstanceOfSatisfying(
            MongoCommandException.class,
            e -> {
              assertThat(e.getErrorCode()).isEqualTo(20);
              assertThat(e.getErrorMessage())
                  .isEqualTo("$group is not permitted in a $changeStream pipeline");
            });
  }
}
