package dev.partita.nosql;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.net.execution.BriefWork;
import dev.partita.net.execution.CallerExecutor;
import dev.partita.net.execution.InlineBudgetExceeded;
import dev.partita.net.execution.RequestExecutor;
import dev.partita.net.http.Headers;
import dev.partita.net.http.Request;
import dev.partita.net.http.Response;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which requests are offered to event loops, and which are given up there. */
class InlineCallsTest {

  private static final String[] KEY = {"x-ms-documentdb-partitionkey", "[\"a\"]"};
  private static final String[] QUERY = {
    "x-ms-documentdb-isquery", "true",
    "content-type", "application/query+json",
    "x-ms-documentdb-partitionkey", "[\"a\"]"
  };

  private final Api api = Api.open();
  private final List<String> places = new ArrayList<>();

  /** Does all the work at once, and takes note of where it would have been done. */
  private final class Noting implements RequestExecutor {

    @Override
    public <R> CompletionStage<R> onWorker(Supplier<R> work) {
      places.add("worker");
      return CallerExecutor.INSTANCE.onWorker(work);
    }

    @Override
    public <R> CompletionStage<R> inline(BriefWork<R> work) {
      places.add("loop");
      try {
        return CompletableFuture.completedFuture(work.run(true));
      } catch (InlineBudgetExceeded e) {
        return onWorker(() -> work.run(false));
      }
    }

    @Override
    public <R> CompletionStage<R> after(CompletionStage<?> awaited, Supplier<R> then) {
      places.add("after");
      return CallerExecutor.INSTANCE.after(awaited, then);
    }
  }

  @BeforeEach
  void makeContainer() {
    api.post("/dbs", "{'id':'db'}").is(201);
    api.post("/dbs/db/colls", "{'id':'c','partitionKey':{'paths':['/pk'],'kind':'Hash'}}").is(201);
    api.post(Api.DOCS, "{'id':'1','pk':'a'}", KEY).is(201);
  }

  @AfterEach
  void close() {
    api.close();
  }

  private List<String> placesOf(
      int status, String method, String path, String body, String... headers) {
    places.clear();
    Response response =
        api.handler.await(
            new Request(
                method,
                path,
                "",
                Headers.of(headers),
                body.replace('\'', '"').getBytes(UTF_8),
                false,
                null,
                new Noting(),
                () -> false));
    assertThat(response.status()).as(new String(response.body(), UTF_8)).isEqualTo(status);
    return places;
  }

  @Test
  void readsItemsOnTheEventLoop() {
    assertThat(placesOf(200, "GET", Api.DOCS + "/1", "", KEY)).containsExactly("loop");
    assertThat(placesOf(404, "GET", Api.DOCS + "/2", "", KEY)).containsExactly("loop");
  }

  @Test
  void looksForContainersByIdsOfTheSystemOnAWorker() {
    String path = "/dbs/db/colls/AAAAAAAAAAA=/docs/1";
    assertThat(placesOf(404, "GET", path, "", KEY)).containsExactly("worker");
  }

  @Test
  void handsSmallWritesOverAndWaitsForNone() {
    assertThat(placesOf(201, "POST", Api.DOCS, "{'id':'2','pk':'a'}", KEY))
        .containsExactly("loop", "after");
    assertThat(placesOf(200, "PUT", Api.DOCS + "/2", "{'id':'2','pk':'a'}", KEY))
        .containsExactly("loop", "after");
    assertThat(placesOf(204, "DELETE", Api.DOCS + "/2", "", KEY)).containsExactly("loop", "after");
    assertThat(placesOf(409, "POST", Api.DOCS, "{'id':'1','pk':'a'}", KEY))
        .containsExactly("loop", "after");
  }

  @Test
  void leavesLargeWritesAndPatchesToWorkers() {
    String large = "{'id':'3','pk':'a','text':'" + "x".repeat(20_000) + "'}";
    assertThat(placesOf(201, "POST", Api.DOCS, large, KEY)).containsExactly("worker");
    String patch = "{'operations':[{'op':'set','path':'/n','value':1}]}";
    assertThat(placesOf(200, "PATCH", Api.DOCS + "/1", patch, KEY)).containsExactly("worker");
  }

  @Test
  void answersQueriesOnTheEventLoopOnceTheyAreKnownToBeShort() {
    String query = "{'query':'SELECT * FROM c WHERE c.id = \"1\"'}".replace("\"", "\\\"");
    assertThat(placesOf(200, "POST", Api.DOCS, query, QUERY)).containsExactly("loop", "worker");
    assertThat(placesOf(200, "POST", Api.DOCS, query, QUERY)).containsExactly("loop");
  }

  @Test
  void leavesEverythingElseToWorkers() {
    assertThat(placesOf(200, "GET", "/dbs", "")).containsExactly("worker");
    assertThat(placesOf(200, "GET", Api.DOCS, "")).containsExactly("worker");
    assertThat(placesOf(404, "GET", "/nothing/here", "")).containsExactly("worker");
  }
}
