package dev.partita.nosql;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a session has seen, and how consistent reads are. */
class SessionsTest {

  private static final String TOKEN = "x-ms-session-token";
  private static final String[] P = Api.key("['p']");
  private static final String ITEM = Api.DOCS + "/i";

  private Api api;

  @BeforeEach
  void open() {
    api = Api.withContainer();
  }

  @AfterEach
  void close() {
    api.close();
  }

  @Test
  void goesOnWithEveryWrite() {
    long lsn = lsn(api.createItem("{'id':'i','pk':'p'}").session());
    assertThat(lsn(api.put(ITEM, "{'id':'i','pk':'p'}", P).session())).isEqualTo(lsn + 1);
    assertThat(lsn(api.get(ITEM, P).session())).isEqualTo(lsn + 1);
    assertThat(lsn(api.delete(ITEM, P).session())).isEqualTo(lsn + 2);
  }

  @Test
  void isToldWithFailuresThatDependOnTheStateToo() {
    String seen = api.createItem("{'id':'i','pk':'p'}").session();
    Answer missing = api.get(Api.DOCS + "/none", P).is(404, 0);
    assertThat(missing.session()).isEqualTo(seen);
    assertThat(missing.header("x-ms-alt-content-path")).isEqualTo("dbs/db/colls/c");
    assertThat(missing.header("x-ms-content-path")).isNull();
    assertThat(missing.header("x-ms-documentdb-partitionkeyrangeid")).isEqualTo("0");
    assertThat(api.post(Api.DOCS, "{'id':'i','pk':'p'}").is(409).session()).isEqualTo(seen);
    assertThat(
            api.put(ITEM, "{'id':'i','pk':'p'}", Api.key("['p']", "if-match", "\"old\""))
                .is(412)
                .session())
        .isEqualTo(seen);
    assertThat(api.get(ITEM, Api.key("['p']", "if-none-match", "*")).is(304).session())
        .isEqualTo(seen);
  }

  @Test
  void isToldWithQueriesBatchesAndFeeds() {
    String seen = api.createItem("{'id':'i','pk':'p'}").session();
    assertThat(api.query(Api.DOCS, "SELECT * FROM c").session()).isEqualTo(seen);
    assertThat(api.get(Api.DOCS).session()).isEqualTo(seen);
    assertThat(api.get(Api.DOCS, "a-im", "Incremental Feed").session()).isEqualTo(seen);
    assertThat(
            api.post(
                    Api.DOCS,
                    "[{'operationType':'Read','id':'i'}]",
                    Api.key(
                        "['p']",
                        "x-ms-cosmos-is-batch-request",
                        "true",
                        "x-ms-cosmos-batch-atomic",
                        "true"))
                .is(200)
                .session())
        .isEqualTo(seen);
  }

  @Test
  void readsWhatItHasSeenAlsoFromTheChildrenOfASplit() {
    api.createItem("{'id':'i','pk':'q'}");
    String seen = api.createItem("{'id':'i','pk':'p'}").session();
    api.get(ITEM, Api.key("['p']", TOKEN, seen)).is(200);
    api.split(0);
    api.get(ITEM, Api.key("['p']", TOKEN, seen)).is(200);
    api.query(Api.DOCS, "SELECT * FROM c", TOKEN, seen).is(200);
    String later = "0:-1#" + (lsn(seen) + 100);
    api.get(ITEM, Api.key("['p']", TOKEN, later)).is(404, 1002);
    api.query(Api.DOCS, "SELECT * FROM c", TOKEN, later).is(404, 1002);
  }

  @Test
  void looksAtItsPartitionInAListOfAll() {
    IntStream.range(0, 10).forEach(i -> api.createItem("{'id':'%d','pk':'%d'}".formatted(i, i)));
    api.createItem("{'id':'i','pk':'p'}");
    api.split(0);
    Answer read = api.get(ITEM, P);
    String mine = read.require("x-ms-documentdb-partitionkeyrangeid");
    String other = mine.equals("1") ? "2" : "1";
    long lsn = lsn(read.session());
    String list = other + ":-1#" + (lsn + 100) + "," + mine + ":-1#" + lsn + ",77:-1#9#4=8";
    api.get(ITEM, Api.key("['p']", TOKEN, list)).is(200);
    api.query(Api.DOCS, "SELECT * FROM c", Api.key("['p']", TOKEN, list)).is(200);
    api.query(Api.DOCS, "SELECT * FROM c", TOKEN, list).is(404, 1002);
    assertThat(api.query(Api.DOCS, "SELECT * FROM c").session()).contains("1:-1#", ",", "2:-1#");
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "0", "0:", "0:-1", "0:-1#", "0:-1#x", ":-1#5", "0:-1#1,", "#:", ","})
  void refusesTokensThatAreNone(String token) {
    api.createItem("{'id':'i','pk':'p'}");
    api.get(ITEM, Api.key("['p']", TOKEN, token)).is(400).says(TOKEN);
    api.query(Api.DOCS, "SELECT * FROM c", TOKEN, token).is(400);
  }

  @ParameterizedTest
  @CsvSource({
    "Session, 200",
    "ConsistentPrefix, 200",
    "Eventual, 200",
    "Strong, 400",
    "BoundedStaleness, 400",
    "None, 400"
  })
  void readsAsConsistentlyAsAskedButNotMoreThanTheAccount(String level, int status) {
    api.createItem("{'id':'i','pk':'p'}");
    String header = "x-ms-consistency-level";
    api.get(ITEM, Api.key("['p']", header, level)).is(status);
    api.query(Api.DOCS, "SELECT * FROM c", header, level).is(status);
    api.get(Api.DOCS, header, level).is(status);
    api.get("/", header, level).is(200);
  }

  @Test
  void refusesALevelTogetherWithAStrategyAndStrategiesThatAreNone() {
    api.createItem("{'id':'i','pk':'p'}");
    String strategy = "x-ms-cosmos-read-consistency-strategy";
    api.get(ITEM, Api.key("['p']", strategy, "LatestCommitted")).is(200);
    api.get(ITEM, Api.key("['p']", strategy, "Whatever")).is(400).says(strategy);
    api.get(ITEM, Api.key("['p']", strategy, "Eventual", "x-ms-consistency-level", "Eventual"))
        .is(400);
  }

  private static long lsn(String token) {
    return Long.parseLong(token.substring(token.indexOf('#') + 1));
  }
}
