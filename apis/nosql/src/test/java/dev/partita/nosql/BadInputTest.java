package dev.partita.nosql;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Bodies that cannot be: refused with a reason, and without any effect. */
class BadInputTest {

  private static final String[] P = Api.key("['p']");
  private static final String COLLS = "/dbs/db/colls";

  private Api api;

  @BeforeEach
  void open() {
    api = Api.withContainer();
    api.createItem("{'id':'i','pk':'p'}");
  }

  @AfterEach
  void close() {
    api.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "{",
        "}",
        "nonsense",
        "[]",
        "5",
        "null",
        "'text'",
        "{'id':'x'",
        "{'id':'x',}",
        "{'id':'x'}{}",
        "{'id':NaN}",
        "{'id':1e999}",
        "{'id':'\\ud800'}",
        "{id:'x'}",
        "{'id':'x'/*c*/}",
        "{'id':'x','n':01}",
        "{'id':'x','n':+1}"
      })
  void refusesTextThatIsNotAJsonObject(String json) {
    for (String path :
        new String[] {
          "/dbs",
          COLLS,
          Api.DOCS,
          "/dbs/db/users",
          "/dbs/db/colls/c/sprocs",
          "/dbs/db/colls/c/triggers"
        }) {
      api.post(path, json).is(400);
    }
    api.put(COLLS + "/c", json).is(400);
    api.put(Api.DOCS + "/i", json, P).is(400);
    api.patch(Api.DOCS + "/i", json, P).is(400);
    api.post(Api.DOCS, json, "x-ms-documentdb-isquery", "true").is(400);
    api.post(Api.DOCS, json, "x-ms-cosmos-is-query-plan-request", "true").is(400);
    nothingHappened();
  }

  @Test
  void refusesTextThatIsNotUtf8() {
    byte[] json = "{\"id\":\"x\",\"pk\":\"?\"}".getBytes(UTF_8);
    json[16] = (byte) 0xFF;
    api.send("POST", Api.DOCS, json).is(400);
    api.send("POST", "/dbs", json).is(400);
    nothingHappened();
  }

  @Test
  void refusesWhatNestsTooDeep() {
    String deep = "{'id':'x','pk':'p','a':" + "[".repeat(200) + "]".repeat(200) + "}";
    api.post(Api.DOCS, deep).is(400);
    api.post(Api.DOCS, "[".repeat(100_000), "x-ms-cosmos-is-batch-request", "true").is(400);
    api.get(Api.DOCS, Api.key("[".repeat(10_000))).is(400);
    api.query(Api.DOCS, "SELECT " + "(".repeat(2_000) + "1" + ")".repeat(2_000)).is(400);
    nothingHappened();
  }

  @Test
  void refusesNamesAndNumbersWithoutEnd() {
    api.post(Api.DOCS, "{'id':'x','pk':'p','" + "n".repeat(100_000) + "':1}").is(400);
    api.post(Api.DOCS, "{'id':'x','pk':'p','n':" + "9".repeat(100_000) + "}").is(400);
    nothingHappened();
  }

  @ParameterizedTest
  @ValueSource(strings = {"''", "'a\\\\b'", "5", "null", "true", "{}", "['x']", "LONG"})
  void refusesIdsThatAreNone(String id) {
    String json = id.equals("LONG") ? "'" + "x".repeat(1024) + "'" : id;
    api.post("/dbs", "{'id':%s}".formatted(json)).is(400);
    api.post(COLLS, "{'id':%s,'partitionKey':{'paths':['/pk']}}".formatted(json)).is(400);
    api.post(Api.DOCS, "{'id':%s,'pk':'p'}".formatted(json)).is(400);
    api.post("/dbs/db/users", "{'id':%s}".formatted(json)).is(400);
    api.post("/dbs/db/colls/c/sprocs", "{'id':%s,'body':'f'}".formatted(json)).is(400);
    nothingHappened();
  }

  @Test
  void refusesItemsWithoutAnIdAndIdsThatAreTooLongInBytes() {
    api.post(Api.DOCS, "{'pk':'p'}").is(400);
    api.post(Api.DOCS, "{'id':'%s','pk':'p'}".formatted("é".repeat(512))).is(400);
    api.post(Api.DOCS, "{'id':'%s','pk':'q'}".formatted("é".repeat(511))).is(201);
    api.get(Api.DOCS + "/" + "x".repeat(2000), P).is(400);
  }

  @ParameterizedTest
  @ValueSource(strings = {"'a#b'", "'a?b'", "'ends with a space '", "'\\u0000'", "LONG"})
  void refusesNamesThatContainersCannotHave(String name) {
    String json = name.equals("LONG") ? "'" + "x".repeat(256) + "'" : name;
    api.post("/dbs", "{'id':%s}".formatted(json)).is(400);
    api.post(COLLS, "{'id':%s,'partitionKey':{'paths':['/pk']}}".formatted(json)).is(400);
    nothingHappened();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "partitionKey | null",
        "partitionKey | 5",
        "partitionKey | []",
        "partitionKey | {}",
        "partitionKey | {'paths':'/pk'}",
        "partitionKey | {'paths':[]}",
        "partitionKey | {'paths':[5]}",
        "partitionKey | {'paths':['pk']}",
        "partitionKey | {'paths':['']}",
        "partitionKey | {'paths':['/a','/b','/c','/d'],'kind':'MultiHash','version':2}",
        "partitionKey | {'paths':['/a','/a'],'kind':'MultiHash','version':2}",
        "partitionKey | {'paths':['/a','/b'],'kind':'MultiHash','version':1}",
        "partitionKey | {'paths':['/a'],'kind':'Other'}",
        "partitionKey | {'paths':['/a'],'kind':5}",
        "partitionKey | {'paths':['/a'],'version':3}",
        "partitionKey | {'paths':['/a'],'version':[]}",
        "indexingPolicy | 5",
        "indexingPolicy | []",
        "indexingPolicy | {'indexingMode':5}",
        "indexingPolicy | {'indexingMode':'sometimes'}",
        "indexingPolicy | {'automatic':'yes'}",
        "indexingPolicy | {'includedPaths':'/*'}",
        "indexingPolicy | {'includedPaths':[5]}",
        "indexingPolicy | {'includedPaths':[{'path':5}]}",
        "indexingPolicy | {'excludedPaths':{}}",
        "indexingPolicy | {'compositeIndexes':[5]}",
        "indexingPolicy | {'compositeIndexes':[[{'path':'/a','order':'upwards'}]]}",
        "indexingPolicy | {'spatialIndexes':[{'path':'/a','types':'Point'}]}",
        "uniqueKeyPolicy | 5",
        "uniqueKeyPolicy | []",
        "uniqueKeyPolicy | 'x'",
        "uniqueKeyPolicy | {'uniqueKeys':5}",
        "uniqueKeyPolicy | {'uniqueKeys':{}}",
        "uniqueKeyPolicy | {'uniqueKeys':[5]}",
        "uniqueKeyPolicy | {'uniqueKeys':['/a']}",
        "uniqueKeyPolicy | {'uniqueKeys':[{}]}",
        "uniqueKeyPolicy | {'uniqueKeys':[{'paths':'/a'}]}",
        "uniqueKeyPolicy | {'uniqueKeys':[{'paths':[5]}]}",
        "uniqueKeyPolicy | {'uniqueKeys':[{'paths':['a']}]}",
        "uniqueKeyPolicy | {'uniqueKeys':[{'paths':[]}]}",
        "defaultTtl | 0",
        "defaultTtl | -2",
        "defaultTtl | 1.5",
        "defaultTtl | '5'",
        "defaultTtl | true",
        "defaultTtl | 2147483648",
        "changeFeedPolicy | 5",
        "changeFeedPolicy | []",
        "changeFeedPolicy | {'retentionDuration':'10'}",
        "changeFeedPolicy | {'retentionDuration':-1}",
        "changeFeedPolicy | {'retentionDuration':1.5}",
        "changeFeedPolicy | {'retentionDuration':1e18}",
        "conflictResolutionPolicy | 5",
        "conflictResolutionPolicy | []",
        "conflictResolutionPolicy | {'mode':'FirstWriterWins'}",
        "conflictResolutionPolicy | {'mode':5}",
        "conflictResolutionPolicy | {'mode':'LastWriterWins','conflictResolutionPath':5}",
        "conflictResolutionPolicy | {'mode':'LastWriterWins','conflictResolutionPath':'/a/b'}",
        "conflictResolutionPolicy | {'mode':'LastWriterWins','conflictResolutionPath':'text'}",
        "conflictResolutionPolicy | {'mode':'LastWriterWins','conflictResolutionProcedure':'s'}",
        "conflictResolutionPolicy | {'conflictResolutionProcedure':'s'}",
        "conflictResolutionPolicy | {'mode':'Custom','conflictResolutionPath':'/a'}",
        "conflictResolutionPolicy | {'mode':'Custom','conflictResolutionProcedure':[]}",
        "conflictResolutionPolicy | {'mode':'Custom','other':'x'}",
        "changeFeedPolicy | {'retentionDurationInMinutes':10}",
        "geospatialConfig | 5",
        "geospatialConfig | {'type':5}",
        "geospatialConfig | {'type':'Flat'}",
        "computedProperties | 5",
        "computedProperties | {}",
        "computedProperties | [5]",
        "computedProperties | [{'name':'a'}]",
        "computedProperties | [{'name':5,'query':'SELECT VALUE 1 FROM c'}]",
        "computedProperties | [{'name':'a','query':'nonsense'}]",
        "vectorEmbeddingPolicy | 5",
        "vectorEmbeddingPolicy | {'vectorEmbeddings':5}",
        "vectorEmbeddingPolicy | {'vectorEmbeddings':[{'path':'/v'}]}",
        "vectorEmbeddingPolicy | {'vectorEmbeddings':[{'path':'/v','distanceFunction':'far'}]}",
        "fullTextPolicy | 5",
        "vectorEmbeddingPolicy | {'vectorEmbeddings':[{'path':'/v','distanceFunction':'cosine',"
            + "'dataType':'float33'}]}",
        "vectorEmbeddingPolicy | {'vectorEmbeddings':[{'path':'/v','distanceFunction':'cosine',"
            + "'dimensions':4097}]}",
        "vectorEmbeddingPolicy | {'vectorEmbeddings':[{'path':'/v','distanceFunction':'cosine',"
            + "'dimensions':-1}]}",
        "fullTextPolicy | []",
        "fullTextPolicy | {'fullTextPaths':5}",
        "fullTextPolicy | {'fullTextPaths':[{'language':'en-US'}]}",
        "fullTextPolicy | {'fullTextPaths':[{'path':'abstract'}]}",
        "fullTextPolicy | {'defaultLanguage':'spa-SPA','fullTextPaths':[]}",
        "fullTextPolicy | {'fullTextPaths':[{'path':'/abstract','language':'spa-SPA'}]}",
        "clientEncryptionPolicy | 5",
        "clientEncryptionPolicy | {'includedPaths':[{}]}",
        "clientEncryptionPolicy | {'includedPaths':[{}],'policyFormatVersion':1}",
      })
  void refusesContainersWithPropertiesOfTheWrongKind(String property, String value) {
    String key = property.equals("partitionKey") ? "" : "'partitionKey':{'paths':['/pk']},";
    Answer refused =
        api.post(COLLS, "{'id':'x',%s'%s':%s}".formatted(key, property, value)).is(400);
    assertThat(refused.string("message")).hasSizeGreaterThan(20);
    nothingHappened();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "analyticalStorageTtl | -1",
        "materializedViewDefinition | {'sourceCollectionId':'c'}",
        "somethingNew | {'a':1}",
      })
  void refusesByNameWhatContainersCannotDo(String property, String value) {
    api.post(
            COLLS, "{'id':'x','partitionKey':{'paths':['/pk']},'%s':%s}".formatted(property, value))
        .is(501)
        .says(property);
    nothingHappened();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[]",
        "{}",
        "{'operations':5}",
        "{'operations':[]}",
        "{'operations':[5]}",
        "{'operations':[{}]}",
        "{'operations':[{'op':5,'path':'/a','value':1}]}",
        "{'operations':[{'op':'copy','path':'/a','value':1}]}",
        "{'operations':[{'op':'set','path':5,'value':1}]}",
        "{'operations':[{'op':'set','path':'a','value':1}]}",
        "{'operations':[{'op':'set','path':'','value':1}]}",
        "{'operations':[{'op':'set','path':'/a'}]}",
        "{'operations':[{'op':'incr','path':'/a','value':'1'}]}",
        "{'operations':[{'op':'incr','path':'/id','value':1}]}",
        "{'operations':[{'op':'move','path':'/a'}]}",
        "{'operations':[{'op':'move','path':'/a','from':5}]}",
        "{'operations':[{'op':'set','path':'/a~2','value':1}]}",
        "{'operations':[{'op':'set','path':'/_ts','value':1}]}",
        "{'operations':[{'op':'set','path':'/a/b','value':1}]}",
        "{'operations':[{'op':'set','path':'/a','value':1}],'condition':5}",
        "{'operations':[{'op':'set','path':'/a','value':1}],'condition':'garbage'}",
        "{'operations':[{'op':'set','path':'/ttl','value':'x'}]}"
      })
  void refusesPatchesThatAreNone(String json) {
    api.patch(Api.DOCS + "/i", json, P).is(400);
    nothingHappened();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'id':'t','body':'f'}",
        "{'id':'t','body':5,'triggerType':'Pre','triggerOperation':'All'}",
        "{'id':'t','body':'f','triggerType':'Before','triggerOperation':'All'}",
        "{'id':'t','body':'f','triggerType':'Pre','triggerOperation':5}"
      })
  void refusesTriggersThatAreNone(String json) {
    api.post("/dbs/db/colls/c/triggers", json).is(400);
    nothingHappened();
  }

  @Test
  void refusesLimitsOfTokensThatAreNone() {
    String header = "x-ms-documentdb-responsecontinuationtokenlimitinkb";
    for (String value : new String[] {"0", "-1", "x", "1025", "1.5"}) {
      api.query(Api.DOCS, "SELECT * FROM c", header, value).is(400).says(header);
    }
    api.query(Api.DOCS, "SELECT * FROM c", header, "1").is(200);
  }

  private void nothingHappened() {
    assertThat(api.get("/dbs").ids()).containsExactly("db");
    assertThat(api.get(COLLS).ids()).containsExactly("c");
    assertThat(api.get("/dbs/db/users").entries()).isEmpty();
    assertThat(api.get("/dbs/db/colls/c/sprocs").entries()).isEmpty();
    assertThat(api.get("/dbs/db/colls/c/triggers").entries()).isEmpty();
    Answer items = api.get(Api.DOCS);
    assertThat(items.ids()).containsExactly("i");
    assertThat(items.session()).isEqualTo("0:-1#1");
  }
}
