package dev.partita.mongo;

import static com.mongodb.client.model.Filters.eq;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.MongoBulkWriteException;
import com.mongodb.MongoCommandException;
import com.mongodb.MongoSecurityException;
import com.mongodb.MongoWriteException;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoCursor;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.InsertManyOptions;
import com.mongodb.client.model.ReplaceOptions;
import dev.partita.protocol.account.AccountKeys;
import dev.partita.testkit.Expect;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.bson.BsonInt32;
import org.bson.Document;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the unmodified driver can do. */
class DriverTest {

  private static MongoTestServer server;
  private static MongoClient client;
  private static MongoDatabase database;
  private MongoCollection<Document> people;

  @BeforeAll
  static void start() {
    server = new MongoTestServer();
    client = server.client();
    database = client.getDatabase("shop");
  }

  @AfterAll
  static void stop() {
    client.close();
    server.close();
  }

  @BeforeEach
  void empty() {
    database.drop();
    people = database.getCollection("people");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "authMechanism=SCRAM-SHA-1",
        "authMechanism=SCRAM-SHA-256",
        "compressors=zlib",
        "directConnection=true"
      })
  void connectsInTheWaysOfDrivers(String option) {
    try (MongoClient other = server.client(option)) {
      assertThat(other.getDatabase("admin").runCommand(new Document("ping", 1)))
          .containsEntry("ok", 1.0);
    }
  }

  @Test
  void isAReplicaSetAtTheOtherPort() {
    try (MongoClient other =
        server.client(AccountKeys.WELL_KNOWN, server.replicaSetPort(), "replicaSet=globaldb")) {
      other.getDatabase("shop").getCollection("people").insertOne(new Document("_id", 1));
      assertThat(people.find(eq("_id", 1)).first()).isNotNull();
    }
  }

  @Test
  void refusesWrongKeysAndWritesWithKeysForReading() {
    people.insertOne(new Document("_id", 1));
    try (MongoClient stranger =
        server.client("d3Jvbmc=", server.router().getPort(), "serverSelectionTimeoutMS=2000")) {
      assertThatThrownBy(() -> stranger.getDatabase("shop").getCollection("people").find().first())
          .isInstanceOf(MongoSecurityException.class);
    }
    try (MongoClient reader =
        server.client(MongoTestServer.READ_ONLY_KEY, server.router().getPort())) {
      MongoCollection<Document> seen = reader.getDatabase("shop").getCollection("people");
      assertThat(seen.find().first()).containsEntry("_id", 1);
      assertThatThrownBy(() -> seen.insertOne(new Document("_id", 2)))
          .isInstanceOfSatisfying(
              com.mongodb.MongoException.class, e -> assertThat(e.getCode()).isEqualTo(13));
    }
  }

  @Test
  void storesDocumentsAsTheyWereSentWithTheIdInFront() {
    ObjectId id = new ObjectId();
    people.insertOne(
        new Document("name", "ada").append("_id", id).append("n", 1L).append("d", 2.5));
    Document found = Objects.requireNonNull(people.find(eq("_id", id)).first());
    assertThat(found.keySet()).containsExactly("_id", "name", "n", "d");
    assertThat(found).containsEntry("n", 1L).containsEntry("name", "ada");
    assertThat(people.find(eq("_id", new ObjectId())).first()).isNull();
  }

  @Test
  void returnsResultsInBatches() {
    people.insertMany(IntStream.range(0, 1_000).mapToObj(i -> new Document("_id", i)).toList());
    List<Integer> ids = new ArrayList<>();
    people.find().batchSize(70).map(each -> each.getInteger("_id")).into(ids);
    assertThat(ids).hasSize(1_000).isSorted();
    try (MongoCursor<Document> cursor = people.find().batchSize(2).iterator()) {
      cursor.next();
      assertThat(cursor.getServerCursor()).isNotNull();
    }
    assertThat(people.find().skip(990).into(new ArrayList<>())).hasSize(10);
    assertThat(people.find().limit(5).into(new ArrayList<>())).hasSize(5);
    assertThat(people.estimatedDocumentCount()).isEqualTo(1_000);
  }

  @Test
  void tellsOfDuplicatesAsMongoDbDoes() {
    people.insertOne(new Document("_id", 1));
    assertThatThrownBy(() -> people.insertOne(new Document("_id", 1.0)))
        .isInstanceOfSatisfying(
            MongoWriteException.class,
            e -> {
              assertThat(e.getError().getCode()).isEqualTo(11000);
              assertThat(e.getError().getMessage())
                  .isEqualTo(
                      "E11000 duplicate key error collection: shop.people index: _id_ dup key: {"
                          + " _id: 1.0 }");
            });
    List<Document> some = IntStream.range(0, 5).mapToObj(i -> new Document("_id", i)).toList();
    assertThatThrownBy(() -> people.insertMany(some))
        .isInstanceOfSatisfying(
            MongoBulkWriteException.class,
            e -> {
              assertThat(e.getWriteErrors().getFirst().getIndex()).isEqualTo(1);
              assertThat(e.getWriteResult().getInsertedCount()).isEqualTo(1);
            });
    assertThatThrownBy(() -> people.insertMany(some, new InsertManyOptions().ordered(false)))
        .isInstanceOfSatisfying(
            MongoBulkWriteException.class,
            e -> {
              assertThat(e.getWriteErrors()).extracting("index").containsExactly(0, 1);
              assertThat(e.getWriteResult().getInsertedCount()).isEqualTo(3);
            });
  }

  @Test
  void replacesAndDeletes() {
    assertThat(
            people
                .replaceOne(eq("_id", 7), new Document("n", 1), new ReplaceOptions().upsert(true))
                .getUpsertedId())
        .isEqualTo(new BsonInt32(7));
    var replaced = people.replaceOne(eq("_id", 7), new Document("n", 2));
    assertThat(replaced.getMatchedCount()).isOne();
    assertThat(replaced.getModifiedCount()).isOne();
    assertThat(people.find(eq("_id", 7)).first()).isEqualTo(new Document("_id", 7).append("n", 2));
    assertThat(people.replaceOne(eq("_id", 7), new Document("n", 2)).getModifiedCount()).isZero();
    assertThat(people.findOneAndReplace(eq("_id", 7), new Document("n", 3)))
        .isEqualTo(new Document("_id", 7).append("n", 2));
    assertThat(people.deleteOne(eq("_id", 7)).getDeletedCount()).isOne();
    assertThat(people.deleteOne(eq("_id", 7)).getDeletedCount()).isZero();
  }

  @Test
  void writesWithoutAcknowledgementHappen() {
    people.withWriteConcern(WriteConcern.UNACKNOWLEDGED).insertOne(new Document("_id", 1));
    Expect.await(() -> people.find(eq("_id", 1)).first() != null);
  }

  @Test
  void shardsCollectionsAndFindsDocumentsOfAllPartitions() {
    Document reply =
        database.runCommand(
            new Document("shardCollection", "shop.people")
                .append("key", new Document("home.city", "hashed")));
    assertThat(reply)
        .isEqualTo(
            new Document("_t", "ShardCollectionResponse")
                .append("collectionsharded", "shop.people")
                .append("ok", 1.0));
    for (int i = 0; i < 50; i++) {
      people.insertOne(new Document("_id", i).append("home", new Document("city", "c" + i % 10)));
    }
    people.insertOne(new Document("_id", 0).append("home", new Document("city", "other")));
    var container =
        server
            .collections
            .collection(
                server.engine.containers().container(databaseNumber(), "people").orElseThrow())
            .container();
    server.split(container, container.partitions().getFirst().number());
    assertThat(people.find().into(new ArrayList<>())).hasSize(51);
    assertThat(people.find(eq("_id", 0)).into(new ArrayList<>())).hasSize(2);
    assertThat(people.deleteOne(eq("_id", 7)).getDeletedCount()).isOne();
    assertThat(people.find(eq("_id", 7)).first()).isNull();
  }

  private static int databaseNumber() {
    return server.engine.catalogue().database("partita", "shop").orElseThrow().number();
  }

  @Test
  void listsWhatThereIs() {
    people.insertOne(new Document("_id", 1));
    people.createIndex(new Document("name", 1), new IndexOptions().unique(true).sparse(true));
    assertThat(client.listDatabaseNames()).contains("shop");
    assertThat(database.listCollectionNames()).containsExactly("people");
    assertThat(people.listIndexes().map(each -> each.getString("name")))
        .containsExactly("_id_", "name_1");
    people.dropIndex("name_1");
    assertThat(people.listIndexes()).hasSize(1);
    people.drop();
    assertThat(database.listCollectionNames()).isEmpty();
  }

  @Test
  void refusesUnknownCommandsAndArgumentsByName() {
    assertCode(59, new Document("doesNotExist", 1));
    assertCode(40415, new Document("find", "people").append("fitler", new Document()));
    assertCode(40414, new Document("insert", "people"));
    assertCode(14, new Document("find", "people").append("filter", 1));
    assertCode(43, new Document("getMore", 5L).append("collection", "people"));
    assertCode(26, new Document("listIndexes", "nothing"));
    assertCode(73, new Document("find", "a$b"));
    assertCode(115, new Document("create", "c").append("capped", true).append("size", 100));
  }

  private static void assertCode(int code, Document command) {
    assertThatThrownBy(() -> database.runCommand(command))
        .isInstanceOfSatisfying(
            MongoCommandException.class, e -> assertThat(e.getErrorCode()).isEqualTo(code));
  }

  @Test
  void tellsWhatTheLastCommandCost() {
    people.insertOne(new Document("_id", 1));
    try (var session = client.startSession()) {
      people.find(session, eq("_id", 1)).first();
      Document statistics =
          database.runCommand(session, new Document("getLastRequestStatistics", 1));
      assertThat(statistics).containsEntry("CommandName", "find");
      assertThat(statistics.getDouble("RequestCharge")).isPositive();
    }
  }
}
