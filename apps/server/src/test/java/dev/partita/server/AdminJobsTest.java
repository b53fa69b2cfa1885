package dev.partita.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.container.Container;
import dev.partita.container.Jobs;
import dev.partita.container.ModelWork;
import dev.partita.container.catalogue.ContainerModel;
import dev.partita.container.catalogue.JobRecord;
import dev.partita.container.job.JobKind;
import dev.partita.container.job.JobRequest;
import dev.partita.container.job.JobStep;
import dev.partita.document.Items;
import dev.partita.index.IndexingPolicy;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.json.JsonUndefined;
import dev.partita.json.JsonValue;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Long work, as operators see it and tell what is to become of it over HTTP. */
@Timeout(120)
class AdminJobsTest {

  private final AdminServer server = new AdminServer(Map.of());

  @AfterEach
  void close() {
    server.close();
  }

  /** Never ends, at a unit a second. */
  private static final class Endless implements JobKind {

    @Override
    public String name() {
      return "endless";
    }

    @Override
    public JobStep step(JobRecord job, long unitsMax) {
      return new JobStep(JsonObject.EMPTY, job.done() + 1, 1, false);
    }
  }

  @Test
  void areSeenPausedResumedLimitedAndCancelled() {
    server
        .engine()
        .start(
            ContainerModel.DOCUMENT,
            new ModelWork() {
              @Override
              public List<JobKind> jobs() {
                return List.of(new Endless());
              }
            });
    Container container = server.container("shop", "orders", 400).container();
    int number =
        server
            .engine()
            .jobs()
            .start(
                new JobRequest(
                    "endless", container.number(), JsonObject.EMPTY, 1000, 1, Jobs.ends(container)))
            .number();
    String path = "/api/v1/jobs/" + number;
    await(() -> !server.get(path).at("done").equals(JsonNumber.of(0)));
    AdminServer.Answer list = server.get("/api/v1/jobs");
    assertThat(list.at("jobs", "0", "kind")).isEqualTo(JsonString.of("endless"));
    assertThat(list.at("jobs", "0", "database")).isEqualTo(JsonString.of("shop"));
    assertThat(list.at("jobs", "0", "container")).isEqualTo(JsonString.of("orders"));
    assertThat(list.at("jobs", "0", "holds", "0", "partition")).isEqualTo(JsonString.of("0"));

    assertThat(post(path + "/pause")).isEqualTo(JsonString.of("paused"));
    assertThat(server.post(path + "/limit", "{\"perSecond\":5}").at("perSecond"))
        .isEqualTo(JsonNumber.of(5));
    assertThat(server.post(path + "/limit", "{\"perSecond\":-5}").status()).isEqualTo(400);
    assertThat(server.post(path + "/limit", "{}").status()).isEqualTo(400);
    assertThat(post(path + "/resume")).isEqualTo(JsonString.of("running"));
    assertThat(post(path + "/cancel")).isEqualTo(JsonString.of("cancelling"));
    await(() -> server.get(path).at("state").equals(JsonString.of("cancelled")));
    assertThat(server.get(path).at("holds")).isInstanceOf(JsonUndefined.class);
    assertThat(server.post(path + "/resume", "{}").status()).isEqualTo(409);
    assertThat(server.post(path + "/stop", "{}").status()).isEqualTo(404);
    assertThat(server.get("/api/v1/jobs/999").status()).isEqualTo(404);
    assertThat(server.get("/api/v1/jobs/one").status()).isEqualTo(400);
  }

  private JsonValue post(String path) {
    AdminServer.Answer answer = server.post(path, "{}");
    assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    return answer.at("state");
  }

  @Test
  void theChangeOfAnIndexIsOne() {
    Items items = server.container("shop", "orders", 400);
    AdminServer.fill(items, 3, 3);
    Container container = items.container();
    server
        .engine()
        .containers()
        .changeDefinition(
            container.number(), container.definition().withIndexing(IndexingPolicy.NONE));
    await(() -> items.reader().indexProgressPercent() == 100);
    await(() -> server.get("/api/v1/jobs").at("jobs", "0", "state").equals(JsonString.of("done")));
    AdminServer.Answer jobs = server.get("/api/v1/jobs");
    assertThat(jobs.at("jobs", "0", "kind")).isEqualTo(JsonString.of("reindex"));
    assertThat(jobs.at("jobs", "0", "done")).isEqualTo(JsonNumber.of(9));
    assertThat(jobs.at("jobs", "0", "percent")).isEqualTo(JsonNumber.of(100));
    String path = "/api/v1/jobs/" + ((JsonString) jobs.at("jobs", "0", "id")).value() + "/cancel";
    assertThat(server.post(path, "{}").status()).isEqualTo(409);
  }

  /** Until the test has taken too long. */
  private static void await(BooleanSupplier condition) {
    while (!condition.getAsBoolean()) {
      LockSupport.parkNanos(1_000_000);
    }
  }
}
