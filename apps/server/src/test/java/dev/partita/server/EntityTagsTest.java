package dev.partita.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.container.Container;
import dev.partita.container.Engine;
import dev.partita.container.catalogue.DatabaseRecord;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonReader;
import dev.partita.json.JsonString;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A tag is that of one version of one resource for ever. */
@Timeout(120)
class EntityTagsTest {

  private static final String ITEM = "/dbs/db/colls/c/docs/1";
  private static final String ENTITY = "/devstoreaccount1/tab(PartitionKey='p',RowKey='r')";

  /** A server whose data is in a folder or, without one, in memory, and a client of it. */
  private static final class Service implements AutoCloseable {

    final AdminServer server;
    private final HttpClient client = HttpClient.newHttpClient();

    Service(Path folder) {
      Map<String, String> flags =
          new TreeMap<>(Map.of("auth", "off", "storage-table-port", "0", "in-memory", "false"));
      flags.put("data", folder.toString());
      server = new AdminServer(flags);
    }

    HttpResponse<String> send(String method, String path, String json, String... headers) {
      return send(server.server.uri(), method, path, json, headers);
    }

    HttpResponse<String> table(String method, String path, String json, String... headers) {
      return send(server.server.uri("storage-table").orElseThrow(), method, path, json, headers);
    }

    private HttpResponse<String> send(
        URI base, String method, String path, String json, String... headers) {
      HttpRequest.Builder request =
          HttpRequest.newBuilder(base.resolve(path))
              .method(method, BodyPublishers.ofString(json.replace('\'', '"')))
              .header("content-type", "application/json")
              .header("accept", "application/json");
      for (int i = 0; i < headers.length; i += 2) {
        request.header(headers[i], headers[i + 1]);
      }
      try {
        return client.send(request.build(), BodyHandlers.ofString());
      } catch (IOException | InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }

    void createContainer() {
      send("POST", "/dbs", "{'id':'db'}");
      is(201, send("POST", "/dbs/db/colls", "{'id':'c','partitionKey':{'paths':['/pk']}}"));
    }

    HttpResponse<String> put(String contents) {
      return send(
          "POST",
          "/dbs/db/colls/c/docs",
          "{'id':'1','pk':'a','contents':'" + contents + "'}",
          "x-ms-documentdb-is-upsert",
          "true");
    }

    HttpResponse<String> read(String... headers) {
      return send("GET", ITEM, "", with(headers, "x-ms-documentdb-partitionkey", "[\"a\"]"));
    }

    HttpResponse<String> replace(String tag) {
      return send(
          "PUT",
          ITEM,
          "{'id':'1','pk':'a'}",
          "if-match",
          tag,
          "x-ms-documentdb-partitionkey",
          "[\"a\"]");
    }

    HttpResponse<String> insert(String contents) {
      return table(
          "POST",
          "/devstoreaccount1/tab",
          "{'PartitionKey':'p','RowKey':'r','contents':'" + contents + "'}");
    }

    Container container() {
      Engine engine = server.engine();
      DatabaseRecord database =
          engine.catalogue().database(Engine.DEFAULT_ACCOUNT, "db").orElseThrow();
      return engine.containers().container(database.number(), "c").orElseThrow();
    }

    @Override
    public void close() {
      client.close();
      server.close();
    }
  }

  private static String[] with(String[] headers, String... more) {
    return Stream.concat(Stream.of(headers), Stream.of(more)).toArray(String[]::new);
  }

  private static HttpResponse<String> is(int status, HttpResponse<String> response) {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
    return response;
  }

  private static String tag(HttpResponse<String> response) {
    assertThat(response.statusCode()).as(response.body()).isBetween(200, 201);
    String tag = response.headers().firstValue("etag").orElseThrow();
    assertThat(tag).matches("\"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\"");
    return tag;
  }

  private static JsonObject json(String text) {
    return JsonReader.DEFAULT.readObject(text.getBytes(UTF_8));
  }

  @Test
  void aContainerThatIsMadeAnewHasOtherTags(@TempDir Path folder) {
    try (Service service = new Service(folder)) {
      service.createContainer();
      String ranges = "/dbs/db/colls/c/pkranges";
      String oldRanges = tag(service.send("GET", ranges, ""));
      String oldContainer = tag(service.send("GET", "/dbs/db/colls/c", ""));
      String old = tag(service.put("old"));
      is(204, service.send("DELETE", "/dbs/db/colls/c", ""));
      service.createContainer();
      String fresh = tag(service.put("new"));

      assertThat(fresh).isNotEqualTo(old);
      is(200, service.read("if-none-match", old));
      is(304, service.read("if-none-match", fresh));
      is(412, service.replace(old));
      is(200, service.send("GET", ranges, "", "if-none-match", oldRanges));
      is(200, service.send("GET", "/dbs/db/colls/c", "", "if-none-match", oldContainer));
    }
  }

  @Test
  void copiesOfAFolderGoOnWithTagsOfTheirOwn(@TempDir Path folder, @TempDir Path copy)
      throws IOException {
    String before;
    String entityBefore;
    try (Service service = new Service(folder)) {
      service.createContainer();
      before = tag(service.put("before"));
      is(201, service.table("POST", "/devstoreaccount1/Tables", "{'TableName':'tab'}"));
      entityBefore = is(201, service.insert("before")).headers().firstValue("etag").orElseThrow();
    }
    copy(folder, copy.resolve("data"));
    String script = "/dbs/db/colls/c/udfs";
    try (Service service = new Service(folder);
        Service restored = new Service(copy.resolve("data"))) {
      // What both have is the same, under the same tag.
      is(304, service.read("if-none-match", before));
      is(304, restored.read("if-none-match", before));
      String one = tag(service.put("one"));
      String other = tag(restored.put("other"));
      assertThat(one).isNotEqualTo(other);
      is(200, restored.read("if-none-match", one));
      is(412, restored.replace(one));

      String udf = tag(service.send("POST", script, "{'id':'f','body':'function f(a){return 1}'}"));
      String changed =
          tag(restored.send("POST", script, "{'id':'f','body':'function f(a){return 2}'}"));
      assertThat(udf).isNotEqualTo(changed);
      is(200, restored.send("GET", script + "/f", "", "if-none-match", udf));

      for (Service each : List.of(service, restored)) {
        String entity = each.table("GET", ENTITY, "").headers().firstValue("etag").orElseThrow();
        assertThat(entity).isEqualTo(entityBefore);
      }
    }
  }

  @Test
  void aTagStaysThatOfItsVersionByWhateverPathItIsRead(@TempDir Path folder) {
    Set<String> tags = new HashSet<>();
    String last;
    try (Service service = new Service(folder)) {
      service.createContainer();
      tags.add(tag(service.put("0")));
      is(201, service.send("POST", "/dbs/db/colls/c/docs", "{'id':'2','pk':'b'}"));
      is(201, service.send("POST", "/dbs/db/colls/c/docs", "{'id':'3','pk':'c'}"));
      service.server.engine().reshaper().split(service.container(), 0);
      assertThat(tags).containsExactly(tag(service.read()));
      tags.add(tag(service.put("1")));
      service.server.engine().reshaper().merge(service.container(), 1, 2);
      last = tag(service.put("2"));
      tags.add(last);
      assertThat(tags).hasSize(3);
      checkPaths(service, last);
    }
    try (Service service = new Service(folder)) {
      checkPaths(service, last);
      assertThat(tags).doesNotContain(tag(service.put("3")));
    }
  }

  private static void checkPaths(Service service, String tag) {
    assertThat(tag(service.read())).isEqualTo(tag);
    assertThat(json(service.read().body()).at("_etag")).isEqualTo(JsonString.of(tag));
    String escaped = JsonString.of(tag).toString();
    String docs = "/dbs/db/colls/c/docs";
    HttpResponse<String> found =
        service.send(
            "POST",
            docs,
            "{'query':'SELECT VALUE c._etag FROM c WHERE c.id = \\'1\\''}"
                .replace("\\'", "\\u0027"),
            "x-ms-documentdb-isquery",
            "true",
            "x-ms-documentdb-query-enablecrosspartition",
            "true",
            "content-type",
            "application/query+json");
    assertThat(is(200, found).body()).contains(escaped);
    assertThat(is(200, service.send("GET", docs, "")).body()).contains(escaped);
    HttpResponse<String> feed = service.send("GET", docs, "", "a-im", "Incremental Feed");
    assertThat(is(200, feed).body()).contains(escaped);
  }

  @Test
  void aTableThatIsMadeAnewHasOtherTags(@TempDir Path folder) {
    try (Service service = new Service(folder)) {
      is(201, service.table("POST", "/devstoreaccount1/Tables", "{'TableName':'tab'}"));
      String old = is(201, service.insert("old")).headers().firstValue("etag").orElseThrow();
      is(204, service.table("DELETE", "/devstoreaccount1/Tables('tab')", ""));
      is(201, service.table("POST", "/devstoreaccount1/Tables", "{'TableName':'tab'}"));
      String fresh = is(201, service.insert("new")).headers().firstValue("etag").orElseThrow();

      assertThat(fresh).isNotEqualTo(old).matches("W/\"datetime'2.*Z'\"");
      is(412, service.table("PUT", ENTITY, "{'contents':'mine'}", "if-match", old));
      is(204, service.table("PUT", ENTITY, "{'contents':'mine'}", "if-match", fresh));
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Files.copy(file, to.resolve(from.relativize(file).toString()));
      }
    }
  }
}
