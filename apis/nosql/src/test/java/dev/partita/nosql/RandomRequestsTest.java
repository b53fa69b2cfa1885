package dev.partita.nosql;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.protocol.account.AccountKeys;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.lifecycle.AfterProperty;
import net.jqwik.api.lifecycle.BeforeProperty;

/**
 * Requests made of parts that mean something, and of parts that do not: every answer is one that
 * clients understand, and none says that the server failed. {@link Api} checks that of each.
 */
class RandomRequestsTest {

  record Sent(String method, String path, List<String> headers, byte[] body) {}

  private final Api api = Api.withContainer();

  @BeforeProperty
  void open() {
    for (int i = 0; i < 10; i++) {
      api.createItem("{'id':'%d','pk':'%d','n':%d}".formatted(i, i, i));
    }
    api.split(0);
    api.post("/dbs/db/users", "{'id':'u'}").is(201);
  }

  @AfterProperty
  void close() {
    api.close();
  }

  @Property(tries = 4000)
  void areAnsweredWhateverTheyAre(@ForAll("requests") Sent sent) {
    api.send(sent.method(), sent.path(), sent.body(), sent.headers().toArray(String[]::new));
    if (sent.method().equals("DELETE")) {
      // What the next ones work on may be gone.
      api.post("/dbs", "{'id':'db'}");
      api.post("/dbs/db/colls", "{'id':'c','partitionKey':{'paths':['/pk'],'version':2}}");
      api.post("/dbs/db/users", "{'id':'u'}");
    }
  }

  @Property(tries = 300)
  void doNotPassWithoutASignature(@ForAll("requests") Sent sent, @ForAll String authorization) {
    AccountKeys keys = new AccountKeys(List.of(AccountKeys.decode("c2VjcmV0")), List.of());
    try (Api closed = Api.withKeys(keys)) {
      String[] headers = sent.headers().toArray(String[]::new);
      Answer answer =
          closed.send(
              sent.method(),
              sent.path(),
              sent.body(),
              Api.join(headers, "authorization", authorization));
      assertThat(answer.status()).isIn(400, 401);
    }
  }

  @Provide
  Arbitrary<Sent> requests() {
    return Combinators.combine(
            Arbitraries.of("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OTHER"),
            paths(),
            headers(),
            bodies())
        .as(Sent::new);
  }

  private static Arbitrary<String> paths() {
    Arbitrary<String> known =
        Arbitraries.of(
            "/",
            "/dbs",
            "/dbs/db",
            "/dbs/db/colls",
            "/dbs/db/colls/c",
            "/dbs/db/colls/c/docs",
            "/dbs/db/colls/c/docs/1",
            "/dbs/db/colls/c/pkranges",
            "/dbs/db/colls/c/sprocs",
            "/dbs/db/colls/c/conflicts",
            "/dbs/db/colls/c/operations/partitionkeydelete",
            "/dbs/db/users/u/permissions",
            "/offers",
            "/dbs/AAAAAQ==/colls/AAAAAYAAAAI=/docs/AAAAAYAAAAIBAAAAAAAAAA==");
    Arbitrary<String> segments =
        Arbitraries.oneOf(
            Arbitraries.of("dbs", "colls", "docs", "users", "permissions", "offers", "db", "c"),
            Arbitraries.strings().ofMaxLength(8));
    Arbitrary<String> random =
        segments.list().ofMaxSize(8).map(parts -> "/" + String.join("/", parts));
    return Arbitraries.frequencyOf(Tuple.of(3, known), Tuple.of(1, random));
  }

  private static Arbitrary<List<String>> headers() {
    List<String> names =
        List.of(
            "x-ms-documentdb-partitionkey",
            "x-ms-documentdb-partitionkeyrangeid",
            "x-ms-start-epk",
            "x-ms-end-epk",
            "x-ms-continuation",
            "x-ms-max-item-count",
            "x-ms-session-token",
            "x-ms-consistency-level",
            "x-ms-documentdb-isquery",
            "x-ms-documentdb-is-upsert",
            "x-ms-cosmos-is-batch-request",
            "x-ms-cosmos-batch-atomic",
            "x-ms-cosmos-is-query-plan-request",
            "x-ms-cosmos-supported-query-features",
            "x-ms-cosmos-intended-collection-rid",
            "x-ms-offer-throughput",
            "x-ms-cosmos-offer-autopilot-settings",
            "x-ms-documentdb-expiry-seconds",
            "x-ms-documentdb-populatequotainfo",
            "x-ms-documentdb-populatepartitionstatistics",
            "content-type",
            "prefer",
            "if-match",
            "if-none-match",
            "if-modified-since",
            "a-im");
    Arbitrary<String> values =
        Arbitraries.oneOf(
            Arbitraries.of(
                "true",
                "false",
                "",
                "0",
                "-1",
                "1",
                "400",
                "*",
                "[\"1\"]",
                "[]",
                "[{}]",
                "[null]",
                "1F",
                "FF",
                "0:-1#1",
                "1:-1#1,2:-1#1",
                "\"1\"",
                "Incremental Feed",
                "Full-Fidelity Feed",
                "return=minimal",
                "application/query+json",
                "{\"maxThroughput\":1000}",
                "Session",
                "9223372036854775807",
                "\"{'v':1,'ranges':[{'min':'','lsn':0}]}\""),
            Arbitraries.strings().ofMaxLength(12));
    return Combinators.combine(Arbitraries.of(names), values)
        .as((name, value) -> List.of(name, value))
        .list()
        .ofMaxSize(6)
        .map(
            pairs -> {
              List<String> all = new ArrayList<>();
              pairs.forEach(all::addAll);
              return all;
            });
  }

  private static Arbitrary<byte[]> bodies() {
    List<String> known =
        Stream.of(
                "",
                "{}",
                "[]",
                "null",
                "{'id':'x','pk':'1'}",
                "{'id':'1','pk':'1','n':5}",
                "{'id':'y','partitionKey':{'paths':['/pk']}}",
                "{'query':'SELECT * FROM c'}",
                "{'query':'SELECT VALUE COUNT(1) FROM c GROUP BY c.n'}",
                "{'query':'SELECT * FROM c ORDER BY c.n','parameters':[]}",
                "[{'op':'set','path':'/a','value':1}]",
                "{'operations':[{'op':'incr','path':'/n','value':1}],'condition':'from c'}",
                "[{'operationType':'Create','resourceBody':{'id':'z','pk':'1'}}]",
                "[{'operationType':'Read','id':'1','partitionKey':'[\\\"1\\\"]'}]",
                "{'id':'p','permissionMode':'All','resource':'dbs/db/colls/c'}",
                "{'content':{'offerThroughput':400}}")
            .map(json -> json.replace('\'', '"'))
            .toList();
    Arbitrary<byte[]> damaged =
        Combinators.combine(
                Arbitraries.of(known),
                Arbitraries.integers().between(0, 100),
                Arbitraries.strings().ofMaxLength(3))
            .as(
                (json, at, text) -> {
                  int place = Math.min(at, json.length());
                  return (json.substring(0, place) + text + json.substring(place)).getBytes(UTF_8);
                });
    return Arbitraries.oneOf(
        Arbitraries.of(known).map(json -> json.getBytes(UTF_8)),
        damaged,
        Arbitraries.bytes().array(byte[].class).ofMaxSize(40));
  }
}
