package dev.partita.nosql;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.json.JsonObject;
import dev.partita.json.JsonReader;
import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the test suites of the vendor's clients rely on and nothing else here checks. */
class VendorSuiteTest {

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
  void permissionsAndTriggersSayWhatTheyWereToldInWhateverCase() {
    api.post("/dbs/db/users", "{'id':'u'}").is(201);
    Answer permission =
        api.post(
            "/dbs/db/users/u/permissions",
            "{'id':'p','permissionMode':'all','resource':'dbs/db/colls/c'}");
    assertThat(permission.is(201).string("permissionMode")).isEqualTo("all");
    Answer trigger =
        api.post(
            "/dbs/db/colls/c/triggers",
            "{'id':'t','body':'function() {}','triggerType':'pre','triggerOperation':'all'}");
    assertThat(trigger.is(201).string("triggerType")).isEqualTo("pre");
    api.post(Api.DOCS, "{'id':'a','pk':'p'}", "x-ms-documentdb-pre-trigger-include", "t").is(201);
  }

  @Test
  void aKeyOfTheWrongSizeMakesTheClientReadTheContainerAnew() {
    api.post(
            "/dbs/db/colls",
            "{'id':'h','partitionKey':{'paths':['/t','/u'],'kind':'MultiHash','version':2}}")
        .is(201);
    api.get("/dbs/db/colls/h/docs/i", Api.key("['a']"))
        .is(400, 1001)
        .says("doesn't correspond to definition in the collection")
        .says("/u");
  }

  @Test
  void anIdMayHaveAQuestionMarkThatTheClientDoesNotEncode() {
    api.createItem("{'id':'what?when','pk':'p'}");
    String[] key = {"x-ms-documentdb-partitionkey", "['p']".replace('\'', '"')};
    assertThat(api.get(Api.DOCS + "/what?when", key).is(200).string("id")).isEqualTo("what?when");
    api.delete(Api.DOCS + "/what?when", key).is(204);
  }

  @Test
  void aBulkForAPartitionThatNeverWasMakesTheClientLookAgain() {
    api.post(
            Api.DOCS,
            "[{'operationType':'Read','id':'a','partitionKey':'[\\'p\\']'}]",
            "x-ms-cosmos-is-batch-request",
            "true",
            "x-ms-documentdb-partitionkeyrangeid",
            "77")
        .is(410, 1002);
  }

  @Test
  void whatIsTooLargeIsSaidInTheWordsThatClientsLookFor() {
    String filler = "x".repeat(2 << 20);
    api.post(Api.DOCS, "{'id':'a','pk':'p','v':'" + filler + "'}")
        .is(413)
        .says("Message: {\"Errors\":[\"Request size is too large\"]}\r\n");
    api.post(
            Api.DOCS,
            "[{'operationType':'Create','partitionKey':'[\\'p\\']','resourceBody':"
                + "{'id':'a','pk':'p','v':'"
                + filler
                + "'}}]",
            "x-ms-cosmos-is-batch-request",
            "true")
        .is(413)
        .says("Request size is too large");
  }

  @Test
  void anItemIsRenamedByReplacingItWithAnotherId() {
    String[] key = Api.key("['p']");
    String rid = api.createItem("{'id':'a','pk':'p','n':1}").string("_rid");
    api.createItem("{'id':'taken','pk':'p'}");
    api.put(Api.DOCS + "/a", "{'id':'taken','pk':'p'}", key).is(409);
    assertThat(api.get(Api.DOCS + "/a", key).is(200).string("_rid")).isEqualTo(rid);

    Answer renamed = api.put(Api.DOCS + "/a", "{'id':'b','pk':'p','n':2}", key).is(200);

    assertThat(renamed.string("id")).isEqualTo("b");
    assertThat(renamed.string("_rid")).isEqualTo(rid);
    api.get(Api.DOCS + "/a", key).is(404).says("Resource Not Found");
    assertThat(api.get(Api.DOCS + "/b", key).is(200).at("n").toString()).isEqualTo("2");
    assertThat(api.get(Api.DOCS).entries()).hasSize(2);
    api.put(Api.DOCS + "/b", "{'id':'c','pk':'p'}", Api.join(key, "if-match", "\"other\""))
        .is(412)
        .says("One of the specified pre-condition is not met");
  }

  @Test
  void idsMayHaveASlashAndKeysOfTheFirstVersionMayBeLong() {
    api.createItem("{'id':'a/b','pk':'p'}");
    api.createContainer("{'id':'v1','partitionKey':{'paths':['/pk'],'version':1}}");
    String start = "k".repeat(101);
    for (String end : List.of("x", "y")) {
      String key = start + end;
      String item = "{'id':'i','pk':'" + key + "','end':'" + end + "'}";
      api.post("/dbs/db/colls/v1/docs", item, Api.key("['" + key + "']")).is(201);
    }
    for (String end : List.of("x", "y")) {
      String key = start + end;
      assertThat(api.get("/dbs/db/colls/v1/docs/i", Api.key("['" + key + "']")).string("end"))
          .isEqualTo(end);
    }
  }

  @Test
  void keysOfClientsThatEncryptAreKept() {
    String key =
        "{'id':'k','encryptionAlgorithm':'AEAD_AES_256_CBC_HMAC_SHA256',"
            + "'wrappedDataEncryptionKey':'AAEC','keyWrapMetadata':{'type':'T','name':'n',"
            + "'value':'v','algorithm':'RSA-OAEP'}}";
    Answer created = api.post("/dbs/db/clientencryptionkeys", key).is(201);
    assertThat(created.at("keyWrapMetadata.value").toString()).isEqualTo("\"v\"");
    api.put("/dbs/db/clientencryptionkeys/k", key.replace("'v'", "'w'")).is(200);
    assertThat(api.get("/dbs/db/clientencryptionkeys").entries()).hasSize(1);
    api.delete("/dbs/db/clientencryptionkeys/k").is(405);
    api.post("/dbs/db/clientencryptionkeys", "{'id':'l'}").is(400).says("encryptionAlgorithm");

    String container =
        "{'id':'e','partitionKey':{'paths':['/pk']},'clientEncryptionPolicy':{'includedPaths':["
            + "{'path':'/s','clientEncryptionKeyId':'k','encryptionType':'Randomized',"
            + "'encryptionAlgorithm':'AEAD_AES_256_CBC_HMAC_SHA256'}],'policyFormatVersion':1}}";
    api.post("/dbs/db/colls", container.replace("'k'", "'none'")).is(400).says("none");
    api.post("/dbs/db/colls", container.replace("'/s'", "'/pk'")).is(400).says("FormatVersion 2");
    api.post("/dbs/db/colls", container.replace("'/s'", "'/s/t'")).is(400);
    Answer kept = api.post("/dbs/db/colls", container).is(201);
    assertThat(kept.at("clientEncryptionPolicy.policyFormatVersion").toString()).isEqualTo("1");
    api.put("/dbs/db/colls/e", "{'id':'e','partitionKey':{'paths':['/pk']}}").is(400);
  }

  @Test
  void aConflictSaysWhetherTheIdIsTakenOrAUniqueKey() {
    api.createContainer(
        "{'id':'u','partitionKey':{'paths':['/pk']},"
            + "'uniqueKeyPolicy':{'uniqueKeys':[{'paths':['/mail']}]}}");
    String docs = "/dbs/db/colls/u/docs";
    String[] key = Api.key("['p']");
    api.post(docs, "{'id':'a','pk':'p','mail':'m'}", key).is(201);
    api.post(docs, "{'id':'a','pk':'p','mail':'n'}", key)
        .is(409)
        .says("Resource with specified id or name already exists.");
    api.post(docs, "{'id':'b','pk':'p','mail':'m'}", key)
        .is(409)
        .says("Unique index constraint violation.");
  }

  @Test
  void sharesOfTheThroughputAreSaidInTheKnownWays() {
    String[] key = Api.key("['p']");
    api.createItem("{'id':'a','pk':'p'}");
    String priority = "x-ms-cosmos-priority-level";
    api.get(Api.DOCS + "/a", Api.join(key, priority, "Low")).is(200);
    api.get(Api.DOCS + "/a", Api.join(key, priority, "Middle")).is(400).says(priority);
    String bucket = "x-ms-cosmos-throughput-bucket";
    api.get(Api.DOCS + "/a", Api.join(key, bucket, "5")).is(200);
    api.get(Api.DOCS + "/a", Api.join(key, bucket, "6")).is(400).says(bucket);
  }

  @Test
  void aFewItemsComeInTheOrderTheyWereCreatedIn() {
    for (String id : List.of("z", "m", "a")) {
      api.createItem("{'id':'" + id + "','pk':'p'}");
    }
    assertThat(api.get(Api.DOCS).entries())
        .extracting(item -> ((JsonObject) item).at("id").toString())
        .containsExactly("\"z\"", "\"m\"", "\"a\"");
  }

  @Test
  void aVersionBeforeHasTheNumberThatItHadThen() {
    api.createContainer(
        "{'id':'f','partitionKey':{'paths':['/pk']},'changeFeedPolicy':{'retentionDuration':10}}");
    String docs = "/dbs/db/colls/f/docs";
    String now = api.get(docs, "a-im", "Full-Fidelity Feed", "if-none-match", "*").etag();
    String[] key = Api.key("['p']");
    api.post(docs, "{'id':'a','pk':'p','n':1}", key).is(201);
    api.put(docs + "/a", "{'id':'a','pk':'p','n':2}", key).is(200);
    List<JsonValue> rows =
        api.get(docs, "a-im", "Full-Fidelity Feed", "if-none-match", now).is(200).entries();
    assertThat(((JsonObject) rows.get(1)).at("previous"))
        .isEqualTo(((JsonObject) rows.get(0)).at("current"));
  }

  @Test
  void allVersionsAreNotReadFromTheBeginning() {
    api.createContainer(
        "{'id':'f','partitionKey':{'paths':['/pk']},'changeFeedPolicy':{'retentionDuration':10}}");
    api.get("/dbs/db/colls/f/docs", "a-im", "Full-Fidelity Feed").is(400).says("retention period");
    api.get("/dbs/db/colls/f/docs", "a-im", "Full-Fidelity Feed", "if-none-match", "*").is(304);
  }

  @Test
  void searchPoliciesAreKept() {
    Answer created =
        api.createContainer(
            "{'id':'v','partitionKey':{'paths':['/pk']},'vectorEmbeddingPolicy':"
                + "{'vectorEmbeddings':[{'path':'/v','dataType':'float32','dimensions':3,"
                + "'distanceFunction':'cosine'}]},'fullTextPolicy':{'defaultLanguage':'en-US',"
                + "'fullTextPaths':[{'path':'/t','language':'en-US'}]},'indexingPolicy':"
                + "{'vectorIndexes':[{'path':'/v','type':'flat'}],"
                + "'fullTextIndexes':[{'path':'/t'}]}}");
    assertThat(created.at("indexingPolicy.vectorIndexes").toString()).contains("\"/v\"");
    assertThat(created.at("indexingPolicy.fullTextIndexes").toString()).contains("\"/t\"");
    api.post(
            "/dbs/db/colls",
            "{'id':'w','partitionKey':{'paths':['/pk']},"
                + "'indexingPolicy':{'vectorIndexes':[{'path':'/v','type':'flat'}]}}")
        .is(400)
        .says("/v not matching in Embedding's path");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'type':'Geometry'}, 'indexingPolicy':{'spatialIndexes':[{'path':'/l/?'}]}",
        "{'type':'Geography'}, 'indexingPolicy':{'spatialIndexes':[{'path':'/l/?','boundingBox':"
            + "{'xmin':0,'ymin':0,'xmax':1,'ymax':1}}]}"
      })
  void aPlaneHasABoxAndTheEarthHasNone(String policies) {
    api.post(
            "/dbs/db/colls",
            "{'id':'g','partitionKey':{'paths':['/pk']},'geospatialConfig':" + policies + "}")
        .is(400)
        .says("boundingBox");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/id ds", "id", "/a/*"})
  void badPathsOfKeysAreSaidInTheWordsThatClientsLookFor(String path) {
    api.post("/dbs/db/colls", "{'id':'b','partitionKey':{'paths':['" + path + "']}}")
        .is(400)
        .says("The partition key component definition path '" + path + "' could not be accepted")
        .says("must contain only valid characters and not contain a trailing slash or wildcard");
  }

  @Test
  void aClientThatMergesGoesOnWithAnotherFilter() {
    for (int i = 0; i < 5; i++) {
      api.createItem("{'id':'%d','pk':'p','n':%d}".formatted(i, i));
    }
    String sql =
        "SELECT c._rid, [{\"item\": c.n}] AS orderByItems, {\"id\": c.id} AS payload FROM c WHERE"
            + " (%s) ORDER BY c.n";
    Answer first = api.query(Api.DOCS, sql.formatted("true"), "x-ms-max-item-count", "2").is(200);
    String token = first.require("x-ms-continuation");
    Answer rest =
        api.query(Api.DOCS, sql.formatted("c.n >= 1"), "x-ms-continuation", token).is(200);
    List<String> ids = new ArrayList<>();
    rest.entries().forEach(row -> ids.add(row.toString().replaceAll(".*\"id\":\"(\\d)\".*", "$1")));
    assertThat(ids).containsExactly("2", "3", "4");
    api.query(Api.DOCS, "SELECT * FROM c ORDER BY c.n", "x-ms-continuation", token).is(400);
  }

  @Test
  void continuationsAreJsonAndThoseOfEarlierVersionsAreTaken() {
    for (int i = 0; i < 5; i++) {
      api.createItem("{'id':'%d','pk':'p'}".formatted(i));
    }
    Answer first = api.query(Api.DOCS, "SELECT * FROM c", "x-ms-max-item-count", "2").is(200);
    String continuation = first.require("x-ms-continuation");
    JsonObject json = (JsonObject) JsonReader.DEFAULT.read(continuation.getBytes(UTF_8));
    String token = ((JsonString) json.at("token")).value();
    for (String given : List.of(continuation, token)) {
      Answer rest = api.query(Api.DOCS, "SELECT * FROM c", "x-ms-continuation", given).is(200);
      assertThat(rest.entries()).hasSize(3);
    }
    api.query(Api.DOCS, "SELECT * FROM c", "x-ms-continuation", "{\"token\":1}").is(400);
  }

  @Test
  void aSearchByVectorsSaysHowMuchIsWanted() {
    api.createItem("{'id':'a','pk':'p','v':[1,0]}");
    String order = " FROM c ORDER BY VectorDistance(c.v, [1, 0], true)";
    Answer refused = api.query(Api.DOCS, "SELECT c.id" + order).is(400);
    assertThat(refused.require("x-ms-substatus")).isEqualTo("1004");
    assertThat(refused.text()).contains("TOP", "additionalErrorInfo", "hasNonStreamingOrderBy");
    assertThat(api.query(Api.DOCS, "SELECT TOP 1 c.id" + order).is(200).entries()).hasSize(1);
    assertThat(api.query(Api.DOCS, "SELECT c.id" + order + " OFFSET 0 LIMIT 1").is(200).entries())
        .hasSize(1);
    assertThat(api.query(Api.DOCS, "SELECT c.id" + order, Api.key("['p']")).is(200).entries())
        .hasSize(1);
  }

  private static final String[] ATOMIC =
      Api.key("['p']", "x-ms-cosmos-is-batch-request", "true", "x-ms-cosmos-batch-atomic", "true");

  private void createLarge(int count) {
    for (int i = 0; i < count; i++) {
      api.createItem("{'id':'%d','pk':'p','text':'%s'}".formatted(i, "t".repeat(1_000_000)));
    }
  }

  private static String operations(String type, int count, String more) {
    return IntStream.range(0, count)
        .mapToObj(i -> "{'operationType':'%s','id':'%d'%s}".formatted(type, i, more))
        .collect(Collectors.joining(",", "", ""));
  }

  private static List<String> statuses(Answer answer) {
    return answer.array().elements().stream()
        .map(row -> ((JsonObject) row).at("statusCode").toString())
        .toList();
  }

  @Test
  void theItemsThatABatchGivesAreNoMoreThanAnAnswerMayHave() {
    createLarge(6);
    String create = "{'operationType':'Create','resourceBody':{'id':'new','pk':'p'}},";
    Answer refused =
        api.post(Api.DOCS, "[" + create + operations("Read", 6, "") + "]", ATOMIC).is(207);
    assertThat(statuses(refused)).containsExactly("424", "424", "424", "424", "424", "424", "413");
    assertThat(refused.text()).hasSizeLessThan(10_000);
    api.get(Api.DOCS + "/new", Api.key("['p']")).is(404);
    api.post(Api.DOCS, "[" + operations("Read", 3, "") + "]", ATOMIC).is(200);

    String patch = ",'resourceBody':{'operations':[{'op':'set','path':'/n','value':1}]}";
    api.post(Api.DOCS, "[" + operations("Patch", 6, patch) + "]", ATOMIC).is(207);
    assertThat(api.get(Api.DOCS + "/0", Api.key("['p']")).json().has("n")).isFalse();
    String quiet = patch + ",'minimalReturnPreference':true";
    api.post(Api.DOCS, "[" + operations("Patch", 6, quiet) + "]", ATOMIC).is(200);
    api.post(
            Api.DOCS,
            "[" + operations("Patch", 6, patch) + "]",
            Api.join(ATOMIC, "prefer", "return=minimal"))
        .is(200);
  }

  @Test
  void aBulkWhoseAnswerIsFullHasItsClientSendTheRestAgain() {
    createLarge(6);
    String[] bulk =
        Api.key(
            "['p']",
            "x-ms-cosmos-is-batch-request",
            "true",
            "x-ms-cosmos-batch-continue-on-error",
            "true");
    Answer full = api.post(Api.DOCS, "[" + operations("Read", 6, "") + "]", bulk).is(207);
    assertThat(statuses(full)).containsExactly("200", "200", "200", "200", "413", "413");
    assertThat(((JsonObject) full.array().elements().get(5)).at("subStatusCode").toString())
        .isEqualTo("3402");
  }

  @Test
  void namesThatAreTakenAreToldApart() {
    api.post("/dbs", "{'id':'db'}")
        .is(409, 3206)
        .says("Entity with the specified id already exists in the system.");
    api.post("/dbs/db/colls", "{'id':'c','partitionKey':{'paths':['/pk']}}")
        .is(409, 0)
        .says("already exists");
  }

  @Test
  void whatIsNotThereIsSaidInTheWordsOfTheService() {
    Answer missing = api.get(Api.DOCS + "/none", Api.key("['p']")).is(404, 0);
    missing.says("Entity with the specified id does not exist in the system.");
    assertThat(missing.header("x-ms-content-path")).isNull();
    assertThat(missing.session()).isNotEmpty();
    api.get("/dbs/db/colls/none").is(404, 0).says("does not exist in the system");
  }

  @Test
  void aBulkForAContainerThatIsGoneIsNotFoundAndNothingElse() {
    String[] bulk = {"x-ms-cosmos-is-batch-request", "true"};
    String read = "[{'operationType':'Read','id':'a','partitionKey':'[\\'p\\']'}]";
    api.delete("/dbs/db/colls/c").is(204);
    api.post(Api.DOCS, read, bulk).is(404, 0);
    api.post(Api.DOCS, "{'id':'a','pk':'p'}").is(404, 1003);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT * FROM c",
        "SELECT * FROM c WHERE c.n > 5 ORDER BY c.n",
        "SELECT VALUE COUNT(1) FROM c",
        "SELECT c.n, COUNT(1) AS k FROM c GROUP BY c.n",
        "SELECT * FROM c WHERE c.n = 1000 ORDER BY c.n",
        "SELECT 1"
      })
  void timesOfAQueryAddUp(String sql) {
    for (int i = 0; i < 20; i++) {
      api.createItem("{'id':'%d','pk':'p','n':%d}".formatted(i, i));
    }
    String text =
        api.query(Api.DOCS, sql, "x-ms-documentdb-populatequerymetrics", "true")
            .is(200)
            .require("x-ms-documentdb-query-metrics");
    Map<String, BigDecimal> metrics = new HashMap<>();
    for (String part : text.split(";", -1)) {
      int equals = part.indexOf('=');
      metrics.put(part.substring(0, equals), new BigDecimal(part.substring(equals + 1)));
    }
    BigDecimal running = requireNonNull(metrics.get("VMExecutionTimeInMs"));
    assertThat(running).isPositive();
    assertThat(metrics.get("queryCompileTimeInMs")).isPositive();
    assertThat(metrics.get("queryLogicalPlanBuildTimeInMs")).isPositive();
    assertThat(
            running
                .subtract(metrics.get("indexLookupTimeInMs"))
                .subtract(metrics.get("documentLoadTimeInMs"))
                .subtract(metrics.get("writeOutputTimeInMs")))
        .isNotNegative();
    assertThat(metrics.get("totalExecutionTimeInMs")).isGreaterThanOrEqualTo(running);
  }

  @Test
  void feedsSayHowFullThePartitionsAreThatTheyAreOf() {
    for (int i = 0; i < 20; i++) {
      api.createItem("{'id':'%d','pk':'%d'}".formatted(i, i));
    }
    api.split(0);
    String[] asked = {"x-ms-documentdb-populatequotainfo", "true"};
    assertThat(api.get(Api.DOCS, asked).require("x-ms-resource-usage"))
        .contains("documentsCount=20;");
    assertThat(api.get(Api.DOCS, asked).require("x-ms-resource-quota"))
        .contains("documentsCount=-1;");
    assertThat(api.get(Api.DOCS).header("x-ms-resource-usage")).isNull();
    long sum = 0;
    for (int partition : new int[] {1, 2}) {
      String[] one =
          Api.join(
              asked,
              "x-ms-documentdb-partitionkeyrangeid",
              Integer.toString(partition),
              "a-im",
              "Incremental Feed");
      String usage = api.get(Api.DOCS, one).is(200).require("x-ms-resource-usage");
      long count = Long.parseLong(usage.replaceFirst(".*documentsCount=([0-9]+);.*", "$1"));
      assertThat(count).isBetween(1L, 19L);
      sum += count;
    }
    assertThat(sum).isEqualTo(20);
  }

  @Test
  void policiesOfTextsAreRefusedInTheWordsOfTheService() {
    String container = "{'id':'t','partitionKey':{'paths':['/pk']},'fullTextPolicy':%s}";
    api.post("/dbs/db/colls", container.formatted("{'defaultLanguage':'spa-SPA'}"))
        .is(400)
        .says("unsupported language spa-SPA. Supported languages are: en-US, ");
    api.post("/dbs/db/colls", container.formatted("{'defaultLanguage':''}"))
        .is(400)
        .says("unsupported language . Supported languages are:");
    api.post("/dbs/db/colls", container.formatted("{'fullTextPaths':[{'path':'abstract'}]}"))
        .is(400)
        .says("The Full Text Policy contains an invalid Path: abstract");
    api.post("/dbs/db/colls", container.formatted("{'defaultLanguage':'fr-fr'}")).is(201);
  }
}
