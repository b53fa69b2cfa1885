package dev.partita.mongo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.MongoCommandException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoDatabase;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The extension commands of Azure Cosmos DB, by the unmodified driver. */
class CustomActionTest {

  private static MongoTestServer server;
  private static MongoClient client;
  private MongoDatabase database;

  @BeforeAll
  static void start() {
    server = new MongoTestServer();
    client = server.client();
  }

  @AfterAll
  static void stop() {
    client.close();
    server.close();
  }

  @BeforeEach
  void empty() {
    database = client.getDatabase("custom");
    database.drop();
  }

  private Document run(String command) {
    return database.runCommand(Document.parse(command));
  }

  private static void assertCode(int code, ThrowingCallable action) {
    assertThatThrownBy(action)
        .isInstanceOfSatisfying(
            MongoCommandException.class, e -> assertThat(e.getErrorCode()).isEqualTo(code));
  }

  @Test
  void makesAndChangesDatabases() {
    run("{customAction: 'CreateDatabase', offerThroughput: 1000}");
    assertThat(run("{customAction: 'GetDatabase'}"))
        .isEqualTo(Document.parse("{database: 'custom', provisionedThroughput: 1000, ok: 1.0}"));
    run("{customAction: 'UpdateDatabase', offerThroughput: 1200}");
    assertThat(run("{customAction: 'GetDatabase'}")).containsEntry("provisionedThroughput", 1200);
    assertCode(48, () -> run("{customAction: 'CreateDatabase'}"));
    assertCode(
        2, () -> run("{customAction: 'UpdateDatabase', autoScaleSettings: {maxThroughput: 4000}}"));
  }

  @Test
  void makesAndChangesCollections() {
    run(
        "{customAction: 'CreateCollection', collection: 'a', shardKey: 'at.city',"
            + " autoScaleSettings: {maxThroughput: 4000}, indexes: [{key: {_id: 1}, name: '_id_'},"
            + " {key: {n: -1}, name: 'n_-1'}]}");
    Document found = run("{customAction: 'GetCollection', collection: 'a', showIndexes: true}");
    assertThat(found)
        .containsEntry("shardKeyDefinition", new Document("at.city", "hashed"))
        .containsEntry("provisionedThroughput", 400)
        .containsEntry("autoScaleSettings", new Document("maxThroughput", 4000));
    assertThat(found.getList("indexes", Document.class))
        .extracting(each -> each.getString("name"))
        .containsExactly("_id_", "n_-1");
    run(
        "{customAction: 'UpdateCollection', collection: 'a', indexes: [{key: {_id: 1}, name:"
            + " '_id_'}, {key: {m: 1}, name: 'm_1'}]}");
    assertThat(
            run("{customAction: 'GetCollection', collection: 'a', showIndexes: true}")
                .getList("indexes", Document.class))
        .extracting(each -> each.getString("name"))
        .containsExactly("_id_", "m_1");
  }

  @Test
  void refusesWhatCannotBe() {
    run("{customAction: 'CreateCollection', collection: 'a'}");
    assertCode(48, () -> run("{customAction: 'CreateCollection', collection: 'a'}"));
    assertCode(26, () -> run("{customAction: 'GetCollection', collection: 'b'}"));
    assertCode(115, () -> run("{customAction: 'Unknown'}"));
    assertCode(40_415, () -> run("{customAction: 'GetCollection', collection: 'a', other: 1}"));
    assertCode(
        2,
        () ->
            run(
                "{customAction: 'CreateCollection', collection: 'c', indexes: [{key: {n: 1}, name:"
                    + " 'n'}]}"));
    assertCode(
        2, () -> run("{customAction: 'CreateCollection', collection: 'd', offerThroughput: 450}"));
  }
}
