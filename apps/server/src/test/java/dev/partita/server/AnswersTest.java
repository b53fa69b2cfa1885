package dev.partita.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the APIs say about mistakes is for people: words, and nothing of how the server is made. */
@Timeout(120)
class AnswersTest {

  private static final Pattern TAIL = Pattern.compile("\\{\\w+=");
  private static final Pattern CLASS_NAME =
      Pattern.compile("\\b(?:[a-z][a-z0-9]*\\.){2,}[A-Z]\\w*|\\bat \\w+(?:\\.\\w+)+\\(");
  private static final Pattern JAVA =
      Pattern.compile(
          "\\b\\w+(?:Exception|Throwable)\\b|StreamReadFeature|\\bOptional\\[|@[0-9a-f]{6,8}\\b");
  private static final Pattern ONE_OF_MANY =
      Pattern.compile(
          "\\b1 (?:\\w+"
              + " )?(?:results|items|entries|rows|keys|values|ranges|partitions|documents|edges"
              + "|vertices|operations|bytes|characters|properties)\\b");

  private static final String DOCS = "/dbs/shop/colls/orders/docs";
  private static final List<String> BODIES =
      List.of(
          "",
          "{",
          "[1,",
          "\"",
          "nonsense",
          "5",
          "null",
          "{\"id\": 1e999}",
          "{\"id\": \"\\ud800\"}",
          "{\"id\": \"a/b\"}",
          "{\"id\": 5, \"partitionKey\": 7}",
          "{\"id\": \"x\", \"partitionKey\": {\"paths\": [\"no\"], \"kind\": \"Odd\"}}",
          "{\"id\": \"x\", \"indexingPolicy\": {\"indexingMode\": 5}}",
          "{\"query\": \"SELEC\"}",
          "{\"query\": \"SELECT c.a FROM c ORDER BY c.a, c.b\"}",
          "{\"query\": \"SELECT * FROM c\", \"parameters\": 5}",
          "{\"operations\": [{\"op\": \"odd\", \"path\": \"x\"}]}",
          "{\"gremlin\": 5}",
          "{\"gremlin\": \"nonsense(\"}",
          "{\"gremlin\": \"g.V().nothing()\"}",
          "{\"gremlin\": \"g.V().values('name').math('_ + 1')\"}",
          "{\"gremlin\": \"g.V().order().by('name').sum()\"}",
          "{\"gremlin\": \"g.inject('a').sum()\"}",
          "{\"gremlin\": \"g.inject(1).values('x')\"}",
          "{\"gremlin\": \"g.V('a').addE('b').to(g.V('none'))\"}",
          "{\"PartitionKey\": 5, \"RowKey\": \"x\"}",
          "{\"PartitionKey\": \"a\", \"RowKey\": \"b\", \"n@odata.type\": \"Edm.Int32\", \"n\":"
              + " 3e9}",
          "{\"TableName\": \"1\"}",
          "[{\"operationType\": \"Odd\"}]",
          "{\"left\": 0, \"right\": 0}");

  private static final Map<String, String> KEYED =
      Map.of("x-ms-documentdb-partitionkey", "[\"ada\"]");
  private static final Map<String, String> QUERY =
      Map.of("x-ms-documentdb-isquery", "true", "content-type", "application/query+json");

  private static final List<Map<String, String>> HEADERS =
      List.of(
          Map.of(),
          KEYED,
          Map.of("x-ms-documentdb-partitionkey", "{"),
          QUERY,
          Map.of(
              "x-ms-cosmos-is-batch-request", "true", "x-ms-documentdb-partitionkey", "[\"ada\"]"),
          Map.of("x-ms-documentdb-partitionkey", "[\"ada\"]", "if-match", "\"never\""),
          Map.of("x-ms-continuation", "}{", "x-ms-max-item-count", "many"),
          Map.of("x-ms-consistency-level", "Odd", "x-ms-session-token", "0:x"));

  private static AdminServer server;
  private static final HttpClient client = HttpClient.newHttpClient();

  @BeforeAll
  static void start() {
    server = new AdminServer(Map.of("auth", "off", "gremlin-port", "0"));
    AdminServer.fill(server.container("shop", "orders", 400), 2, 3);
  }

  @AfterAll
  static void stop() {
    client.shutdownNow();
    server.close();
  }

  @Test
  void aRefusalIsInWords() throws Exception {
    var paths = new ArrayList<URI>();
    URI main = server.server.uri();
    for (String path :
        List.of(
            "/dbs",
            "/dbs/none",
            "/dbs/shop/colls",
            "/dbs/shop/colls/orders",
            "/dbs/shop/users",
            DOCS,
            DOCS + "/1",
            DOCS + "/none",
            "/dbs/shop/colls/orders/sprocs",
            "/dbs/shop/colls/orders/sprocs/none",
            "/offers/none",
            "/a/b/c/d",
            "/api/v1/none",
            "/api/v1/databases/shop/containers/orders/partitions/0/split",
            "/api/v1/databases/shop/containers/orders/partitions/merge",
            "/api/v1/databases/shop/containers/orders/partitions/locate?key=%7B",
            "/api/v1/databases/shop/containers/orders/explain",
            "/api/v1/databases/shop/containers/orders/gremlin",
            "/_explorer/none")) {
      paths.add(main.resolve(path));
    }
    for (String form : List.of("table", "storage-table")) {
      String tables = server.server.uri(form).orElseThrow().toString();
      String account = form.equals("storage-table") ? "/devstoreaccount1" : "";
      for (String path :
          List.of(
              "/Tables",
              "/Tables('none')",
              "/none()",
              "/none(PartitionKey='a',RowKey='b')",
              "/none()?$filter=a%20eq%20(",
              "/$batch",
              "/none(PartitionKey=5)")) {
        paths.add(URI.create(tables + account + path));
      }
    }
    int refused = 0;
    for (URI uri : paths) {
      for (Map<String, String> headers : HEADERS) {
        refused += ask("GET", uri, "", headers) ? 1 : 0;
      }
      for (String body : BODIES) {
        Map<String, String> fitting = body.contains("query") ? QUERY : KEYED;
        refused += ask("POST", uri, body, Map.of()) ? 1 : 0;
        refused += ask("POST", uri, body, fitting) ? 1 : 0;
        refused += ask("PUT", uri, body, KEYED) ? 1 : 0;
      }
      refused += ask("PATCH", uri, "{\"operations\": [{\"op\": \"odd\"}]}", KEYED) ? 1 : 0;
      refused += ask("ODD", uri, "", Map.of()) ? 1 : 0;
    }
    assertThat(refused).isGreaterThan(1_000);
  }

  /** Whether the request was refused. */
  private static boolean ask(String method, URI uri, String body, Map<String, String> headers)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(uri).method(method, BodyPublishers.ofString(body));
    headers.forEach(request::header);
    HttpResponse<String> answer = client.send(request.build(), BodyHandlers.ofString());
    if (answer.statusCode() < 400) {
      return false;
    }
    String asked = method + " " + uri + " " + headers + " " + body;
    // Over HTTP, graphs answer so to everything that fails while it is carried out.
    if (!uri.getPath().endsWith("/gremlin")) {
      assertThat(answer.statusCode()).as(asked + "\n" + answer.body()).isNotEqualTo(500);
    }
    assertThat(said(answer.body()))
        .as(asked)
        .doesNotContainPattern(TAIL)
        .doesNotContainPattern(CLASS_NAME)
        .doesNotContainPattern(JAVA)
        .doesNotContainPattern(ONE_OF_MANY);
    return true;
  }

  /** An answer without the names that the service itself has for failures of graphs. */
  private static String said(String body) {
    return body.replaceAll("Exception(Type|Message)|\\bGraph(Runtime|Compile)Exception", "");
  }
}
