package dev.partita.nosql;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.protocol.account.AccountKeys;
import java.net.URLEncoder;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a resource token allows, and that it allows nothing else. */
class ResourceTokenTest {

  private static final String[] P = Api.key("['p']");
  private static final String[] Q = Api.key("['q']");
  private static final String PERMISSIONS = "/dbs/db/users/u/permissions";
  private static final String SELF = "dbs/db/colls/c";

  private Api api;
  private Signer owner;

  @BeforeEach
  void open() {
    api = Api.withKeys(AccountKeys.wellKnown());
    owner = new Signer(api, AccountKeys.WELL_KNOWN);
    owner.post("/dbs", "{'id':'db'}").is(201);
    owner.post("/dbs", "{'id':'other'}").is(201);
    for (String container : new String[] {"c", "c2"}) {
      newContainer("db", container);
    }
    newContainer("other", "c");
    owner.post(Api.DOCS, "{'id':'i','pk':'p'}").is(201);
    owner.post(Api.DOCS, "{'id':'i2','pk':'p'}").is(201);
    owner.post(Api.DOCS, "{'id':'i','pk':'q'}").is(201);
    owner.post("/dbs/db/colls/c2/docs", "{'id':'i','pk':'p'}").is(201);
    owner.post("/dbs/db/users", "{'id':'u'}").is(201);
  }

  @AfterEach
  void close() {
    api.close();
  }

  @Test
  void readsAContainerAndWhatIsInIt() {
    grant("Read", SELF, "");
    readsMetadata();
    api.get(Api.DOCS).is(200);
    api.get(Api.DOCS + "/i", P).is(200);
    api.get(Api.DOCS + "/i", Q).is(200);
    assertThat(api.query(Api.DOCS, "SELECT * FROM c").is(200).entries()).hasSize(3);
    api.get(Api.DOCS, "a-im", "Incremental Feed").is(200);
    api.get("/dbs/db/colls/c/sprocs").is(200);
    api.post(Api.DOCS, "{'id':'n','pk':'p'}").is(403, 0);
    api.put(Api.DOCS + "/i", "{'id':'i','pk':'p'}", P).is(403);
    api.patch(Api.DOCS + "/i", "[{'op':'set','path':'/a','value':1}]", P).is(403);
    api.delete(Api.DOCS + "/i", P).is(403);
    batch("{'operationType':'Delete','id':'i'}").is(403);
    api.post("/dbs/db/colls/c/operations/partitionkeydelete", "", P).is(403);
    api.post("/dbs/db/colls/c/udfs", "{'id':'f','body':'f'}").is(403);
    api.delete("/dbs/db/colls/c").is(403);
    nothingElse();
  }

  @Test
  void doesEverythingInAContainer() {
    grant("All", SELF, "");
    readsMetadata();
    api.post(Api.DOCS, "{'id':'n','pk':'p'}").is(201);
    api.put(Api.DOCS + "/n", "{'id':'n','pk':'p'}", P).is(200);
    batch("{'operationType':'Delete','id':'n'}").is(200);
    api.post("/dbs/db/colls/c/udfs", "{'id':'f','body':'f'}").is(201);
    nothingElse();
  }

  @Test
  void readsOneItem() {
    grant("Read", SELF + "/docs/i", "");
    readsMetadata();
    api.get(Api.DOCS + "/i", P).is(200);
    api.delete(Api.DOCS + "/i", P).is(403);
    api.get(Api.DOCS + "/i2", P).is(403);
    api.get(Api.DOCS).is(403);
    api.query(Api.DOCS, "SELECT * FROM c", P).is(403);
    api.get(Api.DOCS, "a-im", "Incremental Feed").is(403);
    api.get("/dbs/db/colls/c/sprocs").is(403);
    batch("{'operationType':'Read','id':'i'}").is(403);
    nothingElse();
  }

  @Test
  void keepsToOnePartitionKey() {
    grant("All", SELF, "['p']");
    readsMetadata();
    api.get(Api.DOCS + "/i", P).is(200);
    api.get(Api.DOCS + "/i", Api.key("[ 'p' ]")).is(200);
    api.get(Api.DOCS + "/i", Api.key("['\\u0070']")).is(200);
    api.get(Api.DOCS + "/i", Q).is(403);
    api.get(Api.DOCS + "/i").is(403);
    api.post(Api.DOCS, "{'id':'n','pk':'p'}", P).is(201);
    api.post(Api.DOCS, "{'id':'n','pk':'q'}", P).is(400, 1001);
    api.post(Api.DOCS, "{'id':'n','pk':'q'}").is(403);
    assertThat(api.query(Api.DOCS, "SELECT * FROM c", P).is(200).entries()).hasSize(3);
    api.query(Api.DOCS, "SELECT * FROM c").is(403);
    api.query(Api.DOCS, "SELECT * FROM c", "x-ms-documentdb-partitionkeyrangeid", "0").is(403);
    assertThat(api.get(Api.DOCS, Api.key("['p']", "a-im", "Incremental Feed")).is(200).entries())
        .hasSize(3);
    api.get(Api.DOCS, "a-im", "Incremental Feed").is(403);
    Answer foreign =
        api.post(
            Api.DOCS,
            "[{'operationType':'Delete','id':'i','partitionKey':'[\\\"q\\\"]'}]",
            Api.key("['p']", "x-ms-cosmos-is-batch-request", "true"));
    assertThat(foreign.is(207).text()).contains("\"statusCode\":400");
    api.post("/dbs/db/colls/c/udfs", "{'id':'f','body':'f'}", P).is(403);
    api.put("/dbs/db/colls/c", "{'id':'c'}", P).is(403);
    api.delete("/dbs/db/colls/c", P).is(403);
    nothingElse();
    owner.get(Api.DOCS + "/i", Q).is(200);
  }

  @Test
  void doesNotLeadOutOfItsKeyWithContinuations() {
    Answer page = owner.query(Api.DOCS, "SELECT * FROM c", "x-ms-max-item-count", "1").is(200);
    String token = page.require("x-ms-continuation");
    grant("Read", SELF, "['q']");
    Answer next =
        api.query(Api.DOCS, "SELECT * FROM c", Api.key("['q']", "x-ms-continuation", token));
    if (next.status() == 200) {
      assertThat(next.text()).doesNotContain("\"pk\":\"p\"");
    } else {
      next.is(400);
    }
  }

  @Test
  void coversKeysThatBeginWithItsOwn() {
    owner
        .post(
            "/dbs/db/colls",
            "{'id':'h','partitionKey':{'paths':['/t','/u'],'kind':'MultiHash','version':2}}")
        .is(201);
    owner.post("/dbs/db/colls/h/docs", "{'id':'i','t':'a','u':'b'}").is(201);
    grant("Read", "dbs/db/colls/h", "['a']");
    api.get("/dbs/db/colls/h/docs/i", Api.key("['a','b']")).is(200);
    api.query("/dbs/db/colls/h/docs", "SELECT * FROM c", Api.key("['a']")).is(200);
    api.query("/dbs/db/colls/h/docs", "SELECT * FROM c", Api.key("['ab']")).is(403);
    api.get("/dbs/db/colls/h/docs/i", Api.key("['ab','b']")).is(403);
  }

  @Test
  void holdsByRidAsWell() {
    String self = owner.get("/dbs/db/colls/c").string("_self");
    grant("Read", self, "");
    api.get("/" + self + "pkranges").is(200);
    api.get("/" + self + "docs/i", P).is(200);
    api.get(Api.DOCS + "/i", P).is(200);
    api.get("/" + owner.get("/dbs/db/colls/c2").string("_self") + "docs/i", P).is(403);
    String rid = owner.get("/dbs/db/colls/c").string("_rid");
    api.get("/dbs/db/colls/" + rid.substring(0, 6)).is(403);
    nothingElse();
  }

  @Test
  void doesNotOpenAContainerThatTookTheName() {
    grant("All", SELF, "");
    api.get(Api.DOCS).is(200);
    owner.delete("/dbs/db/colls/c").is(204);
    api.get(Api.DOCS).is(403);
    newContainer("db", "c");
    api.get(Api.DOCS).is(403);
    api.get("/dbs/db/colls/c").is(403);
  }

  @ParameterizedTest
  @CsvSource({
    "600, 599, 200",
    "600, 601, 403",
    "'', 3599, 200",
    "'', 3601, 403",
    "86400, 86399, 200"
  })
  void expires(String asked, long seconds, int status) {
    grant("Read", SELF, "", "x-ms-documentdb-expiry-seconds", asked);
    api.clock.advanceMillis(1000 * seconds);
    api.get(Api.DOCS).is(status);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "599", "86401", "-1", "x", "1e3"})
  void refusesLivesThatAreTooShortOrTooLong(String seconds) {
    owner
        .post(PERMISSIONS, permission("Read", SELF, ""), "x-ms-documentdb-expiry-seconds", seconds)
        .is(400)
        .says("expiry");
    assertThat(owner.get(PERMISSIONS).entries()).isEmpty();
  }

  @Test
  void isNotGoodOnceItIsChanged() {
    String token = grant("Read", SELF, "");
    String payload = new String(Base64.getDecoder().decode(token.split(";", -1)[1]), UTF_8);
    String changed = payload.replace("\"all\":false", "\"all\":true");
    assertThat(changed).isNotEqualTo(payload);
    String forged =
        token.replace(
            token.split(";", -1)[1], Base64.getEncoder().encodeToString(changed.getBytes(UTF_8)));
    api.always("authorization", forged);
    api.get(Api.DOCS).is(401);
    api.always("authorization", token.substring(0, 26) + "A" + token.substring(27));
    api.get(Api.DOCS).is(401);
    api.always("authorization", "type=resource&ver=1&sig=" + "A".repeat(44) + ";;");
    api.get(Api.DOCS).is(401);
    api.always("authorization", token);
    api.get(Api.DOCS).is(200);
  }

  @Test
  void isNotGoodForAnAccountWithOtherKeys() {
    String token = grant("Read", SELF, "");
    AccountKeys.Key key =
        AccountKeys.decode(Base64.getEncoder().encodeToString("other key".getBytes(UTF_8)));
    try (Api elsewhere = Api.withKeys(new AccountKeys(List.of(key), List.of()))) {
      elsewhere.get("/", "authorization", token).is(401);
    }
  }

  @Test
  void isNewWithEveryReading() {
    grant("Read", SELF, "");
    String first = owner.get(PERMISSIONS + "/perm").string("_token");
    api.clock.advanceMillis(10_000);
    assertThat(owner.get(PERMISSIONS + "/perm").string("_token")).isNotEqualTo(first);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{'id':'x'}",
        "{'id':'x','permissionMode':'Read'}",
        "{'id':'x','permissionMode':'Write','resource':'dbs/db/colls/c'}",
        "{'id':'x','permissionMode':5,'resource':'dbs/db/colls/c'}",
        "{'id':'x','permissionMode':'Read','resource':5}",
        "{'id':'x','permissionMode':'Read','resource':''}",
        "{'id':'x','permissionMode':'All','resource':'dbs'}",
        "{'id':'x','permissionMode':'All','resource':'dbs/db'}",
        "{'id':'x','permissionMode':'All','resource':'dbs/db/users/u'}",
        "{'id':'x','permissionMode':'All','resource':'dbs/db/colls'}",
        "{'id':'x','permissionMode':'All','resource':'dbs/db/colls/c/docs'}",
        "{'id':'x','permissionMode':'All','resource':'offers/AAAA'}",
        "{'id':'x','permissionMode':'All','resource':'dbs/other/colls/c'}",
        "{'id':'x','permissionMode':'All','resource':'dbs/db%2Fcolls%2Fc'}",
        "{'id':'x','permissionMode':'Read','resource':'dbs/db/colls/c','resourcePartitionKey':'p'}",
        "{'id':'x','permissionMode':'Read','resource':'dbs/db/colls/c','resourcePartitionKey':[]}",
        "{'id':'x','permissionMode':'Read','resource':'dbs/db/colls/c',"
            + "'resourcePartitionKey':['p','q']}",
        "{'id':5,'permissionMode':'Read','resource':'dbs/db/colls/c'}",
        "{'id':'a/b','permissionMode':'Read','resource':'dbs/db/colls/c'}",
        "{'id':'','permissionMode':'Read','resource':'dbs/db/colls/c'}"
      })
  void isNotGivenForWhatIsNoPermission(String json) {
    owner.post(PERMISSIONS, json).is(400);
    assertThat(owner.get(PERMISSIONS).entries()).isEmpty();
  }

  @Test
  void isGoodForNothingUntilItsContainerIsThere() {
    grant("Read", "dbs/db/colls/later", "['p']");
    newContainer("db", "later");
    api.get("/dbs/db/colls/later").is(403);
    String token = owner.get(PERMISSIONS + "/perm").is(200).string("_token");
    api.always("authorization", URLEncoder.encode(token, UTF_8));
    api.get("/dbs/db/colls/later").is(200);
  }

  private void readsMetadata() {
    api.get("/").is(200);
    api.get("/dbs/db/colls/c").is(200);
    api.get("/dbs/db/colls/c/pkranges").is(200);
  }

  /** What no token of these tests allows. */
  private void nothingElse() {
    for (String path :
        new String[] {
          "/dbs",
          "/dbs/db",
          "/dbs/db/colls",
          "/dbs/db/users",
          "/dbs/db/users/u",
          PERMISSIONS,
          PERMISSIONS + "/perm",
          "/offers",
          "/offers/AAAA",
          "/dbs/db/colls/c2",
          "/dbs/db/colls/c2/docs",
          "/dbs/db/colls/c2/pkranges",
          "/dbs/other/colls/c",
          "/dbs/other/colls/c/docs",
          "/dbs/other/colls/c/pkranges",
          "/dbs/db/colls/none/docs"
        }) {
      api.get(path).is(403, 0);
      assertThat(api.query(path, "SELECT * FROM c").status()).isEqualTo(403);
    }
    api.get("/dbs/db/colls/c2/docs/i", P).is(403);
    api.post("/dbs", "{'id':'x'}").is(403);
    api.post(PERMISSIONS, permission("All", "dbs/db/colls/c2", "")).is(403);
    api.delete("/dbs/db").is(403);
    api.put("/offers/AAAA", "{}").is(403);
  }

  private Answer batch(String operation) {
    return api.post(
        Api.DOCS,
        "[" + operation + "]",
        Api.key(
            "['p']", "x-ms-cosmos-is-batch-request", "true", "x-ms-cosmos-batch-atomic", "true"));
  }

  /** Gives a permission, and sends its token with all requests from now on. */
  private String grant(String mode, String resource, String key, String... headers) {
    String token =
        owner.post(PERMISSIONS, permission(mode, resource, key), headers).is(201).string("_token");
    api.always("authorization", URLEncoder.encode(token, UTF_8));
    return token;
  }

  private static String permission(String mode, String resource, String key) {
    return "{'id':'perm','permissionMode':'%s','resource':'%s'%s}"
        .formatted(mode, resource, key.isEmpty() ? "" : ",'resourcePartitionKey':" + key);
  }

  private void newContainer(String database, String name) {
    owner
        .post(
            "/dbs/" + database + "/colls",
            "{'id':'%s','partitionKey':{'paths':['/pk'],'version':2}}".formatted(name))
        .is(201);
  }
}
