package dev.partita.nosql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.json.JsonNumber;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Every kind of resource: created, read, listed, queried, replaced and deleted, by name and rid.
 */
class ResourcesTest {

  private Api api;

  @BeforeEach
  void open() {
    api = Api.withContainer();
  }

  @AfterEach
  void close() {
    api.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/dbs | {'id':'x'} | Databases",
        "/dbs/db/colls | {'id':'x','partitionKey':{'paths':['/k']}} | DocumentCollections",
        "/dbs/db/users | {'id':'x'} | Users",
        "/dbs/db/colls/c/sprocs | {'id':'x','body':'function(){}'} | StoredProcedures",
        "/dbs/db/colls/c/udfs | {'id':'x','body':'function(){}'} | UserDefinedFunctions",
        "/dbs/db/colls/c/triggers | {'id':'x','body':'function(){}','triggerType':'Pre',"
            + "'triggerOperation':'All'} | Triggers",
      })
  void livesByNameAndByRid(String feed, String json, String feedName) {
    Answer created = api.post(feed, json).is(201);
    assertThat(created.string("id")).isEqualTo("x");
    assertThat(created.number("_ts")).isEqualTo(Api.START_MILLIS / 1000);
    assertThat(created.string("_etag")).isEqualTo(created.etag()).startsWith("\"").endsWith("\"");
    String self = created.string("_self");
    assertThat(self).endsWith(created.string("_rid") + "/");

    Answer byName = api.get(feed + "/x").is(200);
    Answer byRid = api.get("/" + self).is(200);
    assertThat(byName.json()).isEqualTo(created.json());
    assertThat(byRid.json()).isEqualTo(created.json());
    api.get(feed + "/x", "if-none-match", created.etag()).is(304);
    api.get(feed + "/x", "if-none-match", "\"other\"").is(200);

    Answer list = api.get(feed).is(200);
    assertThat(list.json().has(feedName)).isTrue();
    assertThat(list.ids()).contains("x");
    assertThat(list.at("_count")).isEqualTo(JsonNumber.of(list.entries().size()));
    assertThat(list.header("x-ms-item-count")).isEqualTo("" + list.entries().size());
    assertThat(api.query(feed, "SELECT * FROM r WHERE r.id = 'x'").is(200).ids())
        .containsExactly("x");

    api.post(feed, json).is(409, feed.equals("/dbs") ? 3206 : 0);
    api.delete(feed + "/x", "if-match", "\"other\"").is(412);
    api.delete("/" + self, "if-match", created.etag()).is(204);
    api.get(feed + "/x").is(404, 0);
    api.get("/" + self).is(404, 0);
    api.delete(feed + "/x").is(404, 0);
  }

  @Test
  void findsItemsByNameAndByRid() {
    Answer created = api.createItem("{'id':'i','pk':'p'}");
    api.createItem("{'id':'other','pk':'p'}");
    String self = "/" + created.string("_self");
    assertThat(self).startsWith("/dbs/" + api.get("/dbs/db").string("_rid") + "/colls/");
    assertThat(api.get(self, Api.key("['p']")).is(200).json()).isEqualTo(created.json());
    api.get(self, Api.key("['q']")).is(404, 0);
    api.put(self, "{'id':'i','pk':'p','n':1}", Api.key("['p']")).is(200);
    api.patch(self, "[{'op':'incr','path':'/n','value':1}]", Api.key("['p']")).is(200);
    assertThat(api.get(Api.DOCS + "/i", Api.key("['p']")).number("n")).isEqualTo(2);
    api.delete(self, Api.key("['p']")).is(204);
    api.get(self, Api.key("['p']")).is(404, 0);
    api.get(Api.DOCS + "/other", Api.key("['p']")).is(200);
  }

  @Test
  void takesAnItemWhoseIdLooksLikeARidByItsName() {
    String rid = api.createItem("{'id':'i','pk':'p'}").string("_rid");
    api.createItem("{'id':'%s','pk':'p','named':true}".formatted(rid));
    assertThat(api.get(Api.DOCS + "/" + rid, Api.key("['p']")).is(200).string("id")).isEqualTo(rid);
  }

  @Test
  void readsPartitionsOffersAndConflictsByRid() {
    String container = "/" + api.get("/dbs/db/colls/c").string("_self");
    assertThat(api.get(container + "pkranges").is(200).json())
        .isEqualTo(api.get("/dbs/db/colls/c/pkranges").is(200).json());
    assertThat(api.get(container + "conflicts").is(200).entries()).isEmpty();
    api.delete(container + "conflicts").is(405);
    api.post(container + "conflicts", "{'id':'x'}").is(405);
    api.get(container + "conflicts/x").is(404);
    api.get(container + "pkranges/0").is(404);
  }

  @Test
  void keepsUsersAndTheirPermissions() {
    api.post("/dbs/db/users", "{'id':'u'}").is(201);
    Answer user = api.get("/dbs/db/users/u");
    assertThat(user.string("_permissions")).isEqualTo("permissions/");
    String permissions = "/dbs/db/users/u/permissions";
    String json = "{'id':'p','permissionMode':'Read','resource':'dbs/db/colls/c'}";
    Answer created = api.post(permissions, json).is(201);
    assertThat(created.string("_token")).startsWith("type=resource&ver=1&sig=");
    assertThat(api.get("/" + created.string("_self")).is(200).string("id")).isEqualTo("p");
    api.put(permissions + "/p", json.replace("Read", "All"), "if-match", "\"old\"").is(412);
    api.put(permissions + "/p", json.replace("Read", "All"), "if-match", created.etag()).is(200);
    assertThat(api.get(permissions + "/p").string("permissionMode")).isEqualTo("All");
    api.put("/dbs/db/users/u", "{'id':'renamed'}").is(200);
    assertThat(api.get("/dbs/db/users/renamed/permissions").ids()).containsExactly("p");
    api.delete("/dbs/db/colls/c").is(204);
    assertThat(api.get("/dbs/db/users/renamed/permissions").is(200).ids()).containsExactly("p");
    api.delete("/dbs/db/users/renamed").is(204);
    api.get("/dbs/db/users/renamed/permissions").is(404);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/dbs/db/users | {'id':'x'}",
        "/dbs/db/colls/c/udfs | {'id':'x','body':'function(){}'}",
      })
  void upsertsSmallResources(String feed, String json) {
    api.post(feed, json, "x-ms-documentdb-is-upsert", "True").is(201);
    api.post(feed, json, "x-ms-documentdb-is-upsert", "true").is(200);
    assertThat(api.get(feed).entries()).hasSize(1);
  }

  @Test
  void tellsAMissingResourceFromAMissingOwner() {
    api.get("/dbs/none").is(404, 0);
    api.get("/dbs/none/colls").is(404, 1003);
    api.get("/dbs/none/users").is(404, 1003);
    api.get("/dbs/db/colls/none").is(404, 0);
    api.get("/dbs/db/colls/none/docs").is(404, 1003);
    api.get("/dbs/db/colls/none/docs/i", Api.key("['p']")).is(404, 1003);
    api.get("/dbs/db/colls/none/pkranges").is(404, 1003);
    api.get("/nothing").is(404);
    api.get("/dbs/db/nothing").is(404);
    api.get("/offers/AAAA").is(404);
  }

  @ParameterizedTest
  @CsvSource({
    "PUT, /dbs",
    "DELETE, /dbs",
    "PATCH, /dbs",
    "PUT, /dbs/db",
    "POST, /dbs/db",
    "PUT, /dbs/db/colls",
    "DELETE, /dbs/db/colls",
    "POST, /dbs/db/colls/c",
    "PATCH, /dbs/db/colls/c",
    "PUT, /dbs/db/colls/c/docs",
    "DELETE, /dbs/db/colls/c/docs",
    "POST, /dbs/db/colls/c/docs/i",
    "POST, /dbs/db/colls/c/pkranges",
    "DELETE, /dbs/db/colls/c/pkranges",
    "PATCH, /dbs/db/colls/c/udfs/f",
    "POST, /offers",
    "DELETE, /offers",
    "GET, /dbs/db/colls/c/operations/partitionkeydelete",
    "TRACE, /dbs",
    "HEAD, /dbs/db"
  })
  void refusesMethodsThatAResourceDoesNotHave(String method, String path) {
    api.post("/dbs/db/colls/c/udfs", "{'id':'f','body':'function(){}'}").is(201);
    api.send(method, path, "{'id':'x'}", Api.key("['p']")).is(405);
  }

  @Test
  void refusesByNameWhatItDoesNotHave() {
    api.get("/dbs/db/colls/c/docs/i/attachments").is(501).says("not supported");
    api.get("/addresses").is(501).says("gatewayMode()");
  }

  @Test
  void keepsNamesWithUnusualCharacters() {
    api.post("/dbs", "{'id':'a b+c%é€😀'}").is(201);
    Answer read = api.get("/dbs/a%20b+c%25%C3%A9%E2%82%AC%F0%9F%98%80").is(200);
    assertThat(read.string("id")).isEqualTo("a b+c%é€😀");
    api.post(
            "/dbs/a%20b+c%25%C3%A9%E2%82%AC%F0%9F%98%80/colls",
            "{'id':'ä ö','partitionKey':{'paths':['/pk']}}")
        .is(201);
    Answer item =
        api.post(
                "/dbs/a%20b+c%25%C3%A9%E2%82%AC%F0%9F%98%80/colls/%C3%A4%20%C3%B6/docs",
                "{'id':'?#&=','pk':1}")
            .is(201);
    assertThat(item.header("x-ms-alt-content-path"))
        .isEqualTo("dbs/a%20b%2Bc%25%C3%A9%E2%82%AC%F0%9F%98%80/colls/%C3%A4%20%C3%B6");
  }

  @Test
  void deletesADatabaseWithAllThatIsInIt() {
    api.createItem("{'id':'i','pk':'p'}");
    api.delete("/dbs/db").is(204);
    api.get("/dbs/db/colls/c").is(404);
    api.get(Api.DOCS + "/i", Api.key("['p']")).is(404, 1003);
    api.newContainer("c");
    assertThat(api.get(Api.DOCS).is(200).entries()).isEmpty();
  }

  @Test
  void changesOnlyWhatMayChangeOfAContainer() {
    Answer before = api.get("/dbs/db/colls/c");
    Answer after =
        api.put(
                "/dbs/db/colls/c",
                "{'id':'c','partitionKey':{'paths':['/pk'],'version':2},'defaultTtl':5}",
                "if-match",
                before.etag())
            .is(200);
    assertThat(after.number("defaultTtl")).isEqualTo(5);
    assertThat(after.etag()).isNotEqualTo(before.etag());
    api.put(
            "/dbs/db/colls/c",
            "{'id':'c','partitionKey':{'paths':['/pk'],'version':2}}",
            "if-match",
            before.etag())
        .is(412);
    api.put("/dbs/db/colls/c", "{'id':'c','partitionKey':{'paths':['/other'],'version':2}}")
        .is(400);
    api.put("/dbs/db/colls/c", "{'id':'d','partitionKey':{'paths':['/pk'],'version':2}}").is(400);
    api.put("/dbs/db/colls/c", "{'id':'c'}").is(400);
    assertThat(api.get("/dbs/db/colls/c").json()).isEqualTo(after.json());
  }

  @Test
  void fillsInWhatAContainerLeavesOut() {
    Answer created =
        api.post("/dbs/db/colls", "{'id':'d','partitionKey':{'paths':['/pk']}}").is(201);
    assertThat(created.string("partitionKey.kind")).isEqualTo("Hash");
    assertThat(created.number("partitionKey.version")).isEqualTo(1);
    assertThat(created.string("indexingPolicy.indexingMode")).isEqualTo("consistent");
    assertThat(created.string("conflictResolutionPolicy.mode")).isEqualTo("LastWriterWins");
    assertThat(created.string("geospatialConfig.type")).isEqualTo("Geography");
    assertThat(created.json().has("defaultTtl")).isFalse();
    Answer keyless = api.post("/dbs/db/colls", "{'id':'e'}").is(201);
    assertThat(keyless.at("partitionKey").toString())
        .isEqualTo(
            "{\"paths\":[\"/_partitionKey\"],\"kind\":\"Hash\",\"version\":2,\"systemKey\":true}");
    api.post("/dbs/db/colls/e/docs", "{'id':'i'}", Api.key("[]")).is(201);
    api.get("/dbs/db/colls/e/docs/i", Api.key("[]")).is(200);
  }

  @Test
  void understandsVersionsOfPartitionKeysAsTextAndAsNumber() {
    assertThat(
            api.post(
                    "/dbs/db/colls",
                    "{'id':'d','partitionKey':{'paths':['/a','/b'],'kind':'MultiHash','version':'V2'}}")
                .is(201)
                .number("partitionKey.version"))
        .isEqualTo(2);
  }

  @Test
  void tellsHowFullAContainerIs() {
    api.post("/dbs/db/colls/c/udfs", "{'id':'f','body':'function(){}'}").is(201);
    api.createItem("{'id':'i','pk':'p'}");
    Answer read = api.get("/dbs/db/colls/c", "x-ms-documentdb-populatequotainfo", "True").is(200);
    assertThat(read.require("x-ms-resource-usage"))
        .contains("functions=1;", "documentsCount=1;", "triggers=0;");
    assertThat(read.require("x-ms-resource-quota")).contains("documentSize=2048;");
    assertThat(read.require("x-ms-documentdb-collection-index-transformation-progress"))
        .isEqualTo("100");
    assertThat(api.get("/dbs/db/colls/c").header("x-ms-resource-usage")).isNull();
  }

  @Test
  void tellsWhatEachPartitionHolds() {
    api.createItem("{'id':'i','pk':'large','text':'%s'}".formatted("x".repeat(5000)));
    api.createItem("{'id':'i','pk':'small'}");
    api.split(0);
    api.createItem("{'id':'j','pk':'large','text':'%s'}".formatted("x".repeat(5000)));
    String with = "x-ms-documentdb-populatepartitionstatistics";
    assertThat(api.get("/dbs/db/colls/c", with, "false").json().has("statistics")).isFalse();
    String statistics =
        api.get("/dbs/db/colls/c", with, "true").is(200).at("statistics").toString();
    assertThat(statistics)
        .contains("\"id\":\"1\"", "\"id\":\"2\"", "\"documentCount\":", "\"sizeInKB\":")
        .contains("\"partitionKey\":[\"large\"]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "{} | LastWriterWins | /_ts | ''",
        "{'mode':'lastWriterWins'} | LastWriterWins | /_ts | ''",
        "{'mode':'LastWriterWins','conflictResolutionPath':''} | LastWriterWins | /_ts | ''",
        "{'mode':'LastWriterWins','conflictResolutionPath':null} | LastWriterWins | /_ts | ''",
        "{'mode':'LastWriterWins','conflictResolutionPath':'/a'} | LastWriterWins | /a | ''",
        "{'mode':'Custom'} | Custom | none | ''",
        "{'mode':'custom','conflictResolutionProcedure':'dbs/d/colls/c/sprocs/s'} | Custom | none"
            + " | 'dbs/d/colls/c/sprocs/s'",
      })
  void completesWhatAContainerSaysOfConflictsAndKeepsIt(
      String policy, String mode, String path, String procedure) {
    String rest = "'id':'x','partitionKey':{'paths':['/pk'],'version':2}";
    Answer created =
        api.createContainer("{%s,'conflictResolutionPolicy':%s}".formatted(rest, policy));
    for (Answer answer :
        new Answer[] {
          created,
          api.put("/dbs/db/colls/x", "{%s}".formatted(rest)).is(200),
          api.put("/dbs/db/colls/x", created.text().replace('"', '\'')).is(200),
          api.get("/dbs/db/colls/x")
        }) {
      assertThat(answer.string("conflictResolutionPolicy.mode")).isEqualTo(mode);
      assertThat(answer.string("conflictResolutionPolicy.conflictResolutionProcedure"))
          .isEqualTo(procedure.replace("'", ""));
      if (path.equals("none")) {
        assertThat(answer.at("conflictResolutionPolicy.conflictResolutionPath").isUndefined())
            .isTrue();
      } else {
        assertThat(answer.string("conflictResolutionPolicy.conflictResolutionPath"))
            .isEqualTo(path);
      }
    }
    String other = "{'mode':'LastWriterWins','conflictResolutionPath':'/other'}";
    api.put("/dbs/db/colls/x", "{%s,'conflictResolutionPolicy':%s}".formatted(rest, other))
        .is(400)
        .says("Updating conflict resolution policy is currently not supported");
  }
}
