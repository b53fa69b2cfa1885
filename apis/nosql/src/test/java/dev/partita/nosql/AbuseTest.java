package dev.partita.nosql;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.base.time.Clock;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonReader;
import dev.partita.net.NetServer;
import dev.partita.net.transport.NetLimits;
import dev.partita.protocol.account.AccountKeys;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Requests that are as they should be but for one thing: a header, a part of the path, a value in
 * the body, some bytes. Each is answered, with what is wrong if something is, and the server goes
 * on.
 */
class AbuseTest {

  private static final String C = "/dbs/db/colls/c";
  private static final String[] P = Api.key("['p']");
  private static final String[] UPSERT = {"x-ms-documentdb-is-upsert", "true"};
  private static final String[] QUERY = {"x-ms-documentdb-isquery", "true"};
  private static final String[] PLAN = {
    "x-ms-cosmos-is-query-plan-request",
    "true",
    "x-ms-cosmos-supported-query-features",
    "OrderBy, MultipleOrderBy"
  };
  private static final String[] BULK = {
    "x-ms-cosmos-is-batch-request", "true", "x-ms-cosmos-batch-continue-on-error", "true"
  };
  private static final String[] ATOMIC =
      Api.join(P, "x-ms-cosmos-is-batch-request", "true", "x-ms-cosmos-batch-atomic", "true");

  private static final String CONTAINER =
      """
      {'id':'c2','partitionKey':{'paths':['/pk','/b'],'kind':'MultiHash','version':2},
       'indexingPolicy':{'indexingMode':'consistent','automatic':true,
        'includedPaths':[{'path':'/*','indexes':[{'kind':'Range','dataType':'String','precision':-1}]}],
        'excludedPaths':[{'path':'/x/?'}],
        'compositeIndexes':[[{'path':'/a','order':'ascending'},{'path':'/b','order':'descending'}]],
        'spatialIndexes':[{'path':'/loc/?','types':['Point']}],
        'vectorIndexes':[{'path':'/v','type':'flat'}],'fullTextIndexes':[{'path':'/t'}]},
       'uniqueKeyPolicy':{'uniqueKeys':[{'paths':['/mail']}]},'defaultTtl':100,
       'changeFeedPolicy':{'retentionDuration':10},
       'conflictResolutionPolicy':{'mode':'LastWriterWins','conflictResolutionPath':'/_ts'},
       'geospatialConfig':{'type':'Geography'},
       'computedProperties':[{'name':'lower','query':'SELECT VALUE LOWER(c.a) FROM c'}],
       'vectorEmbeddingPolicy':{'vectorEmbeddings':[{'path':'/v','dataType':'float32',
        'distanceFunction':'cosine','dimensions':3}]},
       'fullTextPolicy':{'defaultLanguage':'en-US',
        'fullTextPaths':[{'path':'/t','language':'en-US'}]},
       'clientEncryptionPolicy':{'includedPaths':[{'path':'/s','clientEncryptionKeyId':'k',
        'encryptionType':'Randomized','encryptionAlgorithm':'AEAD_AES_256_CBC_HMAC_SHA256'}],
        'policyFormatVersion':1}}
      """;

  private static final String PATCH =
      """
      {'condition':'from c where c.n > 0','operations':[{'op':'add','path':'/a','value':1},
       {'op':'incr','path':'/n','value':1},{'op':'move','from':'/a','path':'/b'},
       {'op':'remove','path':'/b'},{'op':'set','path':'/list/0','value':{}},
       {'op':'replace','path':'/n','value':1}]}
      """;

  private static final String BATCH =
      """
      [{'operationType':'Upsert','resourceBody':{'id':'b','pk':'p'},'indexingDirective':'Include',
        'minimalReturnPreference':true,'partitionKey':'[\\'p\\']'},
       {'operationType':'Patch','id':'i','partitionKey':'[\\'p\\']',
        'resourceBody':{'operations':[{'op':'set','path':'/q','value':1}]}},
       {'operationType':'Read','id':'i','partitionKey':'[\\'p\\']','ifNoneMatch':'x'}]
      """;

  /** A request that succeeds. */
  record Sent(String method, String path, String json, String... headers) {

    byte[] body() {
      return json.replace('\'', '"').getBytes(UTF_8);
    }

    @Override
    public String toString() {
      return method + " " + path + " " + String.join(" ", headers);
    }
  }

  static List<Sent> withBodies() {
    String permission =
        "{'id':'x','permissionMode':'All','resource':'dbs/db/colls/c','resourcePartitionKey':['p']}";
    String trigger =
        "{'id':'s','body':'function f() { }','triggerType':'Pre','triggerOperation':'All'}";
    String key =
        "{'id':'k','encryptionAlgorithm':'A','wrappedDataEncryptionKey':'W',"
            + "'keyWrapMetadata':{'type':'T'}}";
    return List.of(
        new Sent("POST", "/dbs", "{'id':'db2'}", "x-ms-offer-throughput", "400"),
        new Sent("POST", "/dbs/db/colls", CONTAINER),
        new Sent("PUT", C, "{'id':'c','partitionKey':{'paths':['/pk'],'version':2}}"),
        new Sent("POST", Api.DOCS, "{'id':'n','pk':'p','ttl':5,'_etag':'x','_ts':1}", UPSERT),
        new Sent("PUT", Api.DOCS + "/i", "{'id':'i','pk':'p','n':1,'list':[1]}", P),
        new Sent("PATCH", Api.DOCS + "/i", PATCH, P),
        new Sent(
            "POST",
            Api.DOCS,
            "{'query':'SELECT * FROM c WHERE c.n = @n','parameters':[{'name':'@n','value':1}]}",
            QUERY),
        new Sent("POST", Api.DOCS, "{'query':'SELECT * FROM c ORDER BY c.n'}", PLAN),
        new Sent("POST", Api.DOCS, BATCH, ATOMIC),
        new Sent("POST", Api.DOCS, BATCH, BULK),
        new Sent("POST", C + "/sprocs", "{'id':'s','body':'function f(a) { }'}", UPSERT),
        new Sent("PUT", C + "/triggers/s", trigger),
        new Sent("POST", C + "/udfs", "{'id':'s','body':'function f(a) { }'}", UPSERT),
        new Sent("POST", C + "/sprocs/s", "[1,{'a':[]}]", P),
        new Sent("POST", "/dbs/db/users", "{'id':'u'}", UPSERT),
        new Sent("POST", "/dbs/db/users/u/permissions", permission, UPSERT),
        new Sent("POST", "/dbs/db/clientencryptionkeys", key, UPSERT),
        new Sent("POST", "/offers", "{'query':'SELECT * FROM c','parameters':[]}", QUERY));
  }

  static List<Sent> all() {
    List<Sent> all = new ArrayList<>(withBodies());
    for (String path :
        List.of(
            "/",
            "/dbs",
            "/dbs/db",
            "/dbs/db/colls",
            C,
            C + "/pkranges",
            C + "/sprocs/s",
            "/dbs/db/users/u",
            "/dbs/db/users/u/permissions/x",
            "/offers")) {
      all.add(new Sent("GET", path, ""));
    }
    all.add(new Sent("GET", Api.DOCS, ""));
    all.add(new Sent("GET", Api.DOCS, "", "a-im", "Incremental Feed"));
    all.add(new Sent("GET", Api.DOCS + "/i", "", P));
    all.add(new Sent("POST", C + "/operations/partitionkeydelete", "", P));
    return all;
  }

  /** Requests that heed many headers, each once. */
  static List<Sent> withHeaders() {
    return all().stream()
        .filter(
            sent ->
                (sent.path().startsWith(Api.DOCS) && !sent.method().equals("PATCH"))
                    || (sent.path().equals("/dbs") && sent.method().equals("POST"))
                    || sent.path().endsWith("/permissions"))
        .toList();
  }

  private static final List<String> HEADERS =
      List.of(
          "x-ms-documentdb-partitionkey",
          "x-ms-documentdb-partitionkeyrangeid",
          "x-ms-start-epk",
          "x-ms-end-epk",
          "x-ms-continuation",
          "x-ms-max-item-count",
          "x-ms-session-token",
          "x-ms-consistency-level",
          "x-ms-cosmos-read-consistency-strategy",
          "x-ms-documentdb-isquery",
          "x-ms-documentdb-is-upsert",
          "x-ms-cosmos-is-batch-request",
          "x-ms-cosmos-batch-atomic",
          "x-ms-cosmos-batch-continue-on-error",
          "x-ms-cosmos-is-query-plan-request",
          "x-ms-cosmos-supported-query-features",
          "x-ms-cosmos-intended-collection-rid",
          "x-ms-offer-throughput",
          "x-ms-cosmos-offer-autopilot-settings",
          "x-ms-documentdb-expiry-seconds",
          "x-ms-documentdb-populatequotainfo",
          "x-ms-documentdb-populatepartitionstatistics",
          "x-ms-documentdb-populatequerymetrics",
          "x-ms-cosmos-populateindexmetrics",
          "x-ms-cosmos-populatequeryadvice",
          "x-ms-documentdb-responsecontinuationtokenlimitinkb",
          "x-ms-documentdb-pre-trigger-include",
          "x-ms-documentdb-post-trigger-include",
          "x-ms-cosmos-priority-level",
          "x-ms-cosmos-throughput-bucket",
          "x-ms-cosmos-changefeed-wire-format-version",
          "x-partita-explain",
          "content-type",
          "prefer",
          "if-match",
          "if-none-match",
          "if-modified-since",
          "a-im",
          "x-ms-date",
          "authorization",
          "x-ms-version");

  private Api api;

  @BeforeEach
  void open() {
    api = Api.open();
    restore();
  }

  /** Makes what the requests are about, as far as they have changed it. */
  private void restore() {
    api.post("/dbs", "{'id':'db'}");
    api.post("/dbs/db/colls", "{'id':'c','partitionKey':{'paths':['/pk'],'version':2}}");
    api.post(Api.DOCS, "{'id':'i','pk':'p','n':1,'list':[1]}", UPSERT).is2xx();
    for (Sent sent : withBodies()) {
      if (!sent.path().startsWith(Api.DOCS) && List.of(sent.headers()).equals(List.of(UPSERT))) {
        api.send("POST", sent.path(), sent.body(), UPSERT).is2xx();
      }
    }
    api.post(
        C + "/triggers",
        "{'id':'s','body':'function f() { }','triggerType':'Pre','triggerOperation':'All'}");
  }

  @AfterEach
  void close() {
    try (Api served = api) {
      restore();
      served.get(Api.DOCS + "/i", P).is(200);
      assertThat(served.query(Api.DOCS, "SELECT * FROM c", P).is(200).ids()).contains("i");
      served.get("/").is(200);
    }
  }

  @ParameterizedTest
  @MethodSource("all")
  void succeedAsTheyAre(Sent sent) {
    api.send(sent.method(), sent.path(), sent.body(), sent.headers()).is2xx();
  }

  @ParameterizedTest
  @MethodSource("withBodies")
  void haveValuesOfTheWrongKind(Sent sent) {
    for (String json : changed(sent)) {
      requireAnswer(
          api.send(sent.method(), sent.path(), json.getBytes(UTF_8), sent.headers()), json);
    }
  }

  private static List<String> changed(Sent sent) {
    return switch (JsonReader.DEFAULT.read(sent.body())) {
      case JsonObject object -> Hostile.changed(object);
      case JsonArray array -> Hostile.changed(array);
      default -> throw new AssertionError(sent.json());
    };
  }

  @ParameterizedTest
  @MethodSource("withBodies")
  void haveBodiesThatAreNoJson(Sent sent) {
    for (byte[] damaged : Hostile.damaged(sent.body())) {
      String text = new String(damaged, UTF_8);
      Answer answer = api.send(sent.method(), sent.path(), damaged, sent.headers());
      requireAnswer(answer, text);
      boolean passes = damaged.length == 0 && sent.path().endsWith("/sprocs/s");
      assertThat(answer.status()).describedAs(text).isEqualTo(passes ? 200 : 400);
    }
  }

  @ParameterizedTest
  @MethodSource("withHeaders")
  void haveHeadersThatMeanNothing(Sent sent) {
    // A quarter for each request; all requests together have each text in each header.
    int turn = withHeaders().stream().map(Sent::toString).toList().indexOf(sent.toString());
    for (String header : HEADERS) {
      for (String text : Hostile.TEXTS) {
        if (++turn % 4 != 0) {
          continue;
        }
        Answer answer =
            api.sendFirst(
                new String[] {header, text},
                sent.method(),
                sent.path(),
                sent.json(),
                sent.headers());
        String said = header + ": " + text;
        requireAnswer(answer, said);
        if (answer.status() == 400) {
          assertThat(answer.string("message").toLowerCase(Locale.ROOT))
              .describedAs(said)
              .containsAnyOf(
                  header, "continuation", "throughput", "json", "batch", "query", "intended ");
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("all")
  void havePathsThatLeadNowhere(Sent sent) {
    String[] parts = sent.path().split("/", -1);
    for (int place = 1; place < parts.length; place++) {
      String known = parts[place];
      for (String text : Hostile.TEXTS) {
        parts[place] = text;
        String path = String.join("/", parts);
        if (path.startsWith("/")) {
          requireAnswer(
              api.send(sent.method(), path, sent.body(), sent.headers()), sent.method() + path);
        }
      }
      parts[place] = known;
      requireAnswer(
          api.send(sent.method(), sent.path() + "/" + known, sent.body(), sent.headers()),
          sent.path());
    }
  }

  @Test
  void haveNoRightToAnything() {
    try (Api closed = Api.withKeys(AccountKeys.wellKnown())) {
      for (String text : Hostile.TEXTS) {
        for (String[] headers :
            new String[][] {
              {"authorization", text, "x-ms-date", "Fri, 15 Jan 2027 08:00:00 GMT"},
              {"authorization", "type=master&ver=1.0&sig=" + text, "x-ms-date", text},
              {"authorization", "type=master&ver=1.0&sig=AAAA", "date", text},
              {"authorization", "type%3Dresource%26ver%3D1%26sig%3D" + text + ";" + text + ";"},
              {"authorization", "type=" + text + "&ver=1.0&sig=AAAA"}
            }) {
          Answer answer = closed.get("/dbs", headers);
          requireAnswer(answer, String.join(" ", headers));
          assertThat(answer.status()).describedAs(String.join(" ", headers)).isEqualTo(401);
        }
      }
    }
  }

  @Test
  void comeAsBytesThatAreHardlyHttp() throws IOException {
    var anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    try (NetServer server =
        NetServer.start(List.of(anyPort), api.handler, NetLimits.standard(), Clock.system())) {
      InetSocketAddress address = server.addresses().getFirst();
      String host = "Host: localhost\r\n";
      String get = "GET /dbs HTTP/1.1\r\n" + host;
      for (int octet = 1; octet < 256; octet++) {
        String one = String.valueOf((char) octet);
        for (String request :
            List.of(
                "GET /dbs/" + one + " HTTP/1.1\r\n" + host + "\r\n",
                get + "x-ms-continuation: " + one + "\r\n\r\n",
                get + "x-ms-activity-id: " + one + one + "\r\n\r\n",
                get + "x-ms-" + one + ": 1\r\n\r\n")) {
          assertThat(statusOf(address, request)).describedAs(request).isBetween(200, 499);
        }
      }
      String post = "POST /dbs HTTP/1.1\r\n" + host;
      for (String request :
          List.of(
              post + "Content-Length: -1\r\n\r\n",
              post + "Content-Length: 5x\r\n\r\n{\"id\"",
              post + "Content-Length: 99999999999999999999\r\n\r\n",
              post + "Content-Length: 999999999\r\n\r\n{",
              post + "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}}",
              post + "Content-Length: 1\r\n\r\n{\"id\":\"x\"}",
              post + "Transfer-Encoding: chunked\r\n\r\nzz\r\n",
              post + "x-ms-documentdb-partitionkey: " + "[".repeat(70_000) + "\r\n\r\n",
              get + "x: y\r\n".repeat(20_000) + "\r\n",
              "GET /" + "x".repeat(20_000) + " HTTP/1.1\r\n" + host + "\r\n",
              "\0\0\0\0\r\n\r\n")) {
        assertThat(statusOf(address, request)).describedAs(request).isBetween(400, 499);
      }
      assertThat(statusOf(address, get + "\r\n")).isEqualTo(200);
    }
  }

  /** The status that the bytes of a request get. */
  private static int statusOf(InetSocketAddress address, String request) throws IOException {
    try (Socket socket = new Socket(address.getAddress(), address.getPort())) {
      socket.setSoTimeout(60_000);
      try {
        socket.getOutputStream().write(request.getBytes(ISO_8859_1));
      } catch (IOException e) {
        // The server may answer and close before it has read everything.
      }
      var in = new BufferedReader(new InputStreamReader(socket.getInputStream(), ISO_8859_1));
      String line = in.readLine();
      assertThat(line).describedAs(request).startsWith("HTTP/1.1 ");
      return Integer.parseInt(line.substring(9, 12));
    }
  }

  /** What every answer is like, besides what {@link Api} looks at. */
  private static void requireAnswer(Answer answer, String sent) {
    String described = sent + " → " + answer.text();
    if (answer.status() == 501) {
      assertThat(answer.string("message"))
          .describedAs(described)
          .containsAnyOf("(header ", "(property ", "(kind ", "(resource ", "(type ", "gateway");
    } else {
      assertThat(answer.status()).describedAs(described).isBetween(200, 499);
    }
    if (answer.status() >= 400) {
      assertThat(answer.string("message").length()).describedAs(described).isBetween(20, 20_000);
    }
  }
}
