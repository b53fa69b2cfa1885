package dev.partita.nosql;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.protocol.account.AccountKeys;
import java.net.URLEncoder;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests that are signed with a key of the account. */
class SignatureTest {

  private static final String FIRST = key("first");
  private static final String SECOND = key("second");
  private static final String READING = key("reading");

  private Api api;

  @BeforeEach
  void open() {
    api =
        Api.withKeys(
            new AccountKeys(
                List.of(AccountKeys.decode(FIRST), AccountKeys.decode(SECOND)),
                List.of(AccountKeys.decode(READING))));
    api.post("/dbs", "{'id':'db'}", signed("post", "dbs", "")).is(201);
    api.post(
            "/dbs/db/colls",
            "{'id':'c ü','partitionKey':{'paths':['/pk'],'version':2}}",
            signed("post", "colls", "dbs/db"))
        .is(201);
  }

  @AfterEach
  void close() {
    api.close();
  }

  @Test
  void areNotNeededToReadTheAccountWithAKeyThatEveryoneKnows() {
    try (Api open = Api.withKeys(AccountKeys.wellKnown())) {
      open.send("GET", "/", "").is(200);
      open.send("POST", "/", "").is(401);
      open.send("GET", "/dbs", "").is(401);
    }
    api.send("GET", "/", "").is(401);
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "null",
      value = {
        "GET, /, '', '', 200",
        "GET, /dbs, dbs, '', 200",
        "GET, /dbs/db, dbs, dbs/db, 200",
        "GET, /dbs/db/colls, colls, dbs/db, 200",
        "GET, /dbs/db/colls/c%20%C3%BC, colls, dbs/db/colls/c ü, 200",
        "GET, /dbs/db/colls/c%20%C3%BC/docs, docs, dbs/db/colls/c ü, 200",
        "GET, /dbs/db/colls/c%20%C3%BC/docs/none, docs, dbs/db/colls/c ü/docs/none, 404",
        "POST, /dbs/db/colls/c%20%C3%BC/sprocs/s, sprocs, dbs/db/colls/c ü/sprocs/s, 404",
        "GET, /dbs/db/colls/c%20%C3%BC/pkranges, pkranges, dbs/db/colls/c ü, 200",
        "GET, /offers, offers, '', 200",
        "GET, /offers/AAAA, offers, aaaa, 404",
        "POST, /dbs/db/colls/c%20%C3%BC/operations/partitionkeydelete, colls,"
            + " dbs/db/colls/c ü, 200",
        "GET, /dbs/db/users, users, dbs/db, 200",
        "GET, /dbs/db/users/u/permissions, permissions, dbs/db/users/u, 404",
      })
  void coversVerbKindLinkAndDate(String verb, String path, String kind, String link, int status) {
    String[] headers = signed(verb, kind, link);
    api.send(verb, path, "", Api.key("['p']", headers)).is(status);
    api.send(verb, path, "", signed(verb, kind, link + "x")).is(401);
    api.send(verb, path, "", signed(verb, kind + "x", link)).is(401);
    api.send(verb, path, "", signed(verb.equals("GET") ? "post" : "get", kind, link)).is(401);
  }

  @Test
  void coversTheRidInLowerCaseWherePathsHaveRids() {
    Answer container =
        api.get("/dbs/db/colls/c%20%C3%BC", signed("get", "colls", "dbs/db/colls/c ü"));
    String rid = container.string("_rid").toLowerCase(Locale.ROOT);
    String self = "/" + container.string("_self");
    api.get(self, signed("get", "colls", rid)).is(200);
    api.get(self + "pkranges", signed("get", "pkranges", rid)).is(200);
    api.get(self + "pkranges", signed("get", "pkranges", "other")).is(401);
  }

  @Test
  void acceptsTheDateHeaderOnItsOwnLine() {
    String date = date(0).toLowerCase(Locale.ROOT);
    String signature = sign(FIRST, "get\ndbs\ndbs/db\n\n" + date + "\n");
    api.get("/dbs/db", "date", date(0), "authorization", signature).is(200);
    String swapped = sign(FIRST, "get\ndbs\ndbs/db\n" + date + "\n\n");
    api.get("/dbs/db", "date", date(0), "authorization", swapped).is(401);
  }

  @Test
  void acceptsEveryKeyOfTheAccountAndNoOther() {
    for (String key : new String[] {FIRST, SECOND, READING}) {
      api.get("/dbs/db", signedWith(key, "get", "dbs", "dbs/db", 0)).is(200);
    }
    api.get("/dbs/db", signedWith(key("other"), "get", "dbs", "dbs/db", 0)).is(401).says("key");
  }

  @Test
  void acceptsSignaturesThatAreNotEncodedAndEncodedInEitherCase() {
    String[] headers = signed("get", "dbs", "dbs/db");
    String encoded = headers[3];
    String plain = java.net.URLDecoder.decode(encoded, UTF_8);
    api.get("/dbs/db", "x-ms-date", headers[1], "authorization", plain).is(200);
    api.get("/dbs/db", "x-ms-date", headers[1], "authorization", encoded.replace("%3D", "%3d"))
        .is(200);
  }

  @ParameterizedTest
  @CsvSource({"0, 200", "-890, 200", "890, 200", "-910, 401", "910, 401"})
  void toleratesClocksThatDifferByAQuarterOfAnHour(long seconds, int status) {
    api.get("/dbs/db", signedWith(FIRST, "get", "dbs", "dbs/db", seconds)).is(status);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "x",
        "type=master",
        "type=master&ver=1.0&sig=",
        "type=master&ver=1.0&sig=%%%",
        "type=master&ver=1.0&sig=!!!!",
        "type%3Dmaster%26ver%3D1.0%26sig%3D%ZZ",
        "Bearer abc",
        "type=resource&ver=1&sig=",
        "type=resource&ver=1&sig=AA;AA;",
        "type=other&sig=x",
        "type=resource&ver=1&sig=a;!;",
        "&&&===",
        "%"
      })
  void refusesWhatIsNoSignature(String header) {
    api.get("/dbs/db", "x-ms-date", date(0), "authorization", header).is(401);
  }

  @Test
  void refusesRequestsWithoutADateOrWithNone() {
    String[] headers = signed("get", "dbs", "dbs/db");
    api.get("/dbs/db", "authorization", headers[3]).is(401).says("date");
    api.get("/dbs/db", "authorization", headers[3], "x-ms-date", "yesterday").is(401);
    api.get("/dbs/db").is(401);
    api.get("/").is(401);
  }

  @ParameterizedTest
  @ValueSource(strings = {"aad", "sas"})
  void refusesByNameOtherWaysToProveWhoSends(String type) {
    api.get("/dbs/db", "authorization", "type=" + type + "&ver=1.0&sig=x").is(501).says(type);
  }

  @Test
  void comparesInTheSameTimeWhateverDiffers() {
    byte[] text = "text".getBytes(UTF_8);
    AccountKeys.Key key = AccountKeys.decode(FIRST);
    byte[] signature = AccountKeys.sign(key, text);
    assertThat(AccountKeys.signs(List.of(key), text, signature)).isTrue();
    assertThat(AccountKeys.signs(List.of(AccountKeys.decode(SECOND), key), text, signature))
        .isTrue();
    signature[31] ^= 1;
    assertThat(AccountKeys.signs(List.of(key), text, signature)).isFalse();
    assertThat(AccountKeys.signs(List.of(key), text, new byte[0])).isFalse();
    assertThat(AccountKeys.signs(List.of(), text, signature)).isFalse();
    assertThat(key.toString()).doesNotContain(FIRST);
  }

  @Test
  void letsReadingKeysReadQueryAndPlan() {
    String docs = "/dbs/db/colls/c%20%C3%BC/docs";
    String[] post = reading("post", "docs", "dbs/db/colls/c ü");
    api.get(docs, reading("get", "docs", "dbs/db/colls/c ü")).is(200);
    api.query(docs, "SELECT * FROM c", post).is(200);
    api.post(
            docs,
            "{'query':'SELECT * FROM c'}",
            Api.join(post, "x-ms-cosmos-is-query-plan-request", "True"))
        .is(200);
    api.query("/offers", "SELECT * FROM c", reading("post", "offers", "")).is(200);
  }

  /** A request must not become a read by a header that routing ignores. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "x-ms-other",
        "x-ms-documentdb-isquery",
        "x-ms-cosmos-is-query-plan-request",
        "x-ms-documentdb-is-upsert"
      })
  void doesNotLetReadingKeysWriteWhateverElseTheySay(String header) {
    String docs = "/dbs/db/colls/c%20%C3%BC/docs";
    String link = "dbs/db/colls/c ü";
    String batch = "[{'operationType':'Create','resourceBody':{'id':'i','pk':'p'}}]";
    Answer created =
        api.post(
            docs,
            "{'id':'i','pk':'p','query':'SELECT * FROM c'}",
            Api.join(reading("post", "docs", link), header, "true"));
    assertThat(created.status()).isIn(403, 200);
    for (String atomic : new String[] {"true", "false"}) {
      Answer batched =
          api.post(
              docs,
              batch,
              Api.key(
                  "['p']",
                  Api.join(
                      reading("post", "docs", link),
                      "x-ms-cosmos-is-batch-request",
                      "true",
                      "x-ms-cosmos-batch-atomic",
                      atomic,
                      header,
                      "true")));
      assertThat(batched.status()).isIn(403, 400);
    }
    send("POST", "/dbs", reading("post", "dbs", ""), header);
    send("POST", "/dbs/db/colls", reading("post", "colls", "dbs/db"), header);
    send("POST", "/dbs/db/users", reading("post", "users", "dbs/db"), header);
    send("POST", docs.replace("docs", "sprocs"), reading("post", "sprocs", link), header);
    send(
        "POST",
        docs.replace("docs", "operations/partitionkeydelete"),
        reading("post", "colls", link),
        header);
    send("PUT", docs + "/i", reading("put", "docs", link + "/docs/i"), header);
    send("PATCH", docs + "/i", reading("patch", "docs", link + "/docs/i"), header);
    send("DELETE", docs + "/i", reading("delete", "docs", link + "/docs/i"), header);
    send("DELETE", "/dbs/db", reading("delete", "dbs", "dbs/db"), header);
    assertThat(api.get("/dbs", signed("get", "dbs", "")).ids()).containsExactly("db");
    assertThat(api.get("/dbs/db/colls", signed("get", "colls", "dbs/db")).entries()).hasSize(1);
    assertThat(api.get("/dbs/db/users", signed("get", "users", "dbs/db")).entries()).isEmpty();
    assertThat(api.get(docs, signed("get", "docs", link)).entries()).isEmpty();
  }

  private void send(String method, String path, String[] signed, String header) {
    String json = "{'id':'x','pk':'p','body':'f','partitionKey':{'paths':['/a']}}";
    Answer answer =
        api.send(method, path, json, Api.key("['p']", Api.join(signed, header, "true")));
    assertThat(answer.status()).isIn(403, 400);
  }

  private String[] signed(String verb, String kind, String link) {
    return signedWith(FIRST, verb, kind, link, 0);
  }

  private String[] reading(String verb, String kind, String link) {
    return signedWith(READING, verb, kind, link, 0);
  }

  private String[] signedWith(String key, String verb, String kind, String link, long seconds) {
    String date = date(seconds);
    String text =
        verb.toLowerCase(Locale.ROOT)
            + "\n"
            + kind
            + "\n"
            + link
            + "\n"
            + date.toLowerCase(Locale.ROOT)
            + "\n\n";
    return new String[] {"x-ms-date", date, "authorization", sign(key, text)};
  }

  private String date(long seconds) {
    return DateTimeFormatter.RFC_1123_DATE_TIME.format(
        Instant.ofEpochMilli(api.clock.millis() + 1000 * seconds).atOffset(ZoneOffset.UTC));
  }

  /** Written from the protocol's description, not with the code that is tested. */
  private static String sign(String key, String text) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(Base64.getDecoder().decode(key), "HmacSHA256"));
      String signature = Base64.getEncoder().encodeToString(mac.doFinal(text.getBytes(UTF_8)));
      return URLEncoder.encode("type=master&ver=1.0&sig=" + signature, UTF_8);
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  private static String key(String text) {
    return Base64.getEncoder().encodeToString(text.repeat(8).getBytes(UTF_8));
  }
}
