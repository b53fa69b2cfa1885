package dev.partita.telemetry;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.advice.LoggedRequest;
import dev.partita.advice.RequestShape;
import dev.partita.advice.ValueHash;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.time.ManualClock;
import dev.partita.container.key.PartitionKey;
import dev.partita.document.ItemOperation;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonReader;
import dev.partita.json.JsonString;
import dev.partita.plan.FieldPath;
import dev.partita.plan.Predicate;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RequestRecorderTest {

  private final RequestLog log = new RequestLog(1);
  private final RequestCounts counts = new RequestCounts("test");
  private final ManualClock clock = new ManualClock(0);
  private final RequestRecorder recorder = new RequestRecorder("test", counts, log, clock);

  private JsonObject newest() {
    return (JsonObject) ((JsonArray) log.list(1).at("requests")).at(0);
  }

  private long counted(OperationKind kind, int status, int subStatus) {
    return requireNonNull(
            counts.of(kind).outcomes().get(new RequestCounts.Outcome(status, subStatus)))
        .count();
  }

  @Test
  void countsAndLogsWhatIsReportedOfARequest() {
    RequestOutcome outcome =
        recorder
            .begin()
            .operation(OperationKind.READ)
            .on("shop", "orders")
            .key("[\"ada\"]")
            .partition(3)
            .charge(2.5);
    clock.advanceMillis(7);
    outcome.answered(200, 0, 312);
    assertThat(counted(OperationKind.READ, 200, 0)).isEqualTo(1);
    JsonObject entry = newest();
    assertThat(entry.at("api")).isEqualTo(JsonString.of("test"));
    assertThat(entry.at("operation")).isEqualTo(JsonString.of("Read"));
    assertThat(entry.at("container")).isEqualTo(JsonString.of("orders"));
    assertThat(entry.at("key")).isEqualTo(JsonString.of("[\"ada\"]"));
    assertThat(entry.at("partition")).isEqualTo(JsonString.of("3"));
    assertThat(entry.at("ru")).isEqualTo(JsonNumber.of(2.5));
    assertThat(entry.at("millis")).isEqualTo(JsonNumber.of(7));
    assertThat(entry.at("bytes")).isEqualTo(JsonNumber.of(312));
  }

  private RequestRecorder recorder(RequestLog kept) {
    return new RequestRecorder("test", counts, kept, clock);
  }

  private static RequestOutcome query(RequestRecorder by) {
    Predicate filter =
        Predicate.and(
            Predicate.equal(FieldPath.of("customer", "name"), JsonString.of("ada")),
            new Predicate.In(
                FieldPath.of("state"), List.of(JsonString.of("open"), JsonString.of("paid"))),
            Predicate.or(
                Predicate.equal(FieldPath.of("total"), JsonNumber.of(1)),
                Predicate.equal(FieldPath.of("zip"), JsonNumber.of(1))));
    return by.begin()
        .operation(OperationKind.QUERY)
        .on("shop", "orders")
        .charge(2.5)
        .detail(() -> RequestDetail.of(filter, 3));
  }

  private static List<LoggedRequest> replayed(RequestLog kept) {
    List<LoggedRequest> requests = new ArrayList<>();
    kept.replay("shop", "orders", requests::add);
    return requests;
  }

  @Test
  void logsWhatAFilterDemandsAndReadsItBack() {
    query(recorder).answered(200, 0, 10);
    assertThat(newest().at("shape"))
        .isEqualTo(JsonString.of("/customer/name =; /state in; /total =; /zip ="));
    assertThat(newest().at("filter").toString())
        .isEqualTo(
            "[{\"path\":\"/customer/name\",\"value\":\"ada\"},"
                + "{\"path\":\"/state\",\"value\":\"open\",\"choices\":2}]");
    LoggedRequest read = replayed(log).getFirst();
    assertThat(read.shape())
        .isEqualTo(
            new RequestShape(
                RequestShape.Action.QUERY,
                RequestShape.Scope.SINGLE,
                List.of("/customer/name", "/state"),
                Set.of(),
                2));
    assertThat(read.values()[0]).isEqualTo(log.hash().of(JsonString.of("ada")));
    assertThat(read.partitions()).isEqualTo(3);
  }

  @Test
  void hidesKeysAndValuesButKeepsThemComparable() {
    ValueHash hash = new ValueHash(new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 2, 3, 4, 5, 6, 7});
    RequestLog hidden = new RequestLog(1, null, hash, true);
    query(recorder(hidden)).answered(200, 0, 10);
    PartitionKey ada = PartitionKey.of("ada");
    JsonObject document =
        (JsonObject)
            JsonReader.DEFAULT.read(
                "{\"id\":\"order"
                    + " 7\",\"customer\":\"ada\",\"to\":{\"zip\":5},\"tags\":[1],\"_ts\":9}");
    recorder(hidden)
        .begin()
        .operation(OperationKind.CREATE)
        .on("shop", "orders")
        .key("[\"ada\"]")
        .detail(() -> RequestDetail.of(ada, new ItemOperation.Create(document)))
        .answered(201, 0, 10);
    assertThat(hidden.list(5).toString())
        .doesNotContain("ada")
        .doesNotContain("order 7")
        .doesNotContain("open");
    LoggedRequest query = replayed(hidden).getFirst();
    assertThat(query.values()[0]).isEqualTo(hash.of(JsonString.of("ada")));
    LoggedRequest create = replayed(hidden).get(1);
    assertThat(create.shape().paths())
        .containsExactly(LoggedRequest.keyPath(0), "/id", "/customer", "/to/zip");
    assertThat(create.values()[0]).isEqualTo(hash.of(JsonString.of("ada")));
    assertThat(create.values()[3]).isEqualTo(hash.of(JsonNumber.of(5)));
    assertThat(create.items()).containsExactly(hash.item(ada, "order 7"));
  }

  @Test
  void readsEntriesOfTheFirstVersion() {
    String line =
        "{\"at\":\"2027-01-15T08:00:00.000Z\",\"api\":\"nosql\",\"operation\":\"Read\","
            + "\"database\":\"shop\",\"container\":\"orders\",\"partition\":\"0\","
            + "\"key\":\"[\\\"ada\\\"]\",\"status\":200,\"subStatus\":0,\"ru\":1,\"millis\":0.1,"
            + "\"bytes\":312}";
    EntryReader reader = new EntryReader(log.hash(), "shop", "orders");
    LoggedRequest read = reader.read((JsonObject) JsonReader.DEFAULT.read(line)).orElseThrow();
    assertThat(read.weight()).isEqualTo(1);
    assertThat(read.atMillis()).isEqualTo(1_800_000_000_000L);
    assertThat(read.values()).containsExactly(log.hash().of(JsonString.of("ada")));
    assertThat(
            new EntryReader(log.hash(), "shop", "others")
                .read((JsonObject) JsonReader.DEFAULT.read(line)))
        .isEmpty();
  }

  @Test
  void weighsWhatIsChosenByChanceAndNotWhatFailed() {
    RequestLog some = new RequestLog(4);
    for (int i = 0; i < 2_000; i++) {
      recorder(some).begin().on("shop", "orders").operation(OperationKind.READ).answered(200, 0, 0);
    }
    double estimate = replayed(some).stream().mapToDouble(LoggedRequest::weight).sum();
    assertThat(estimate).isBetween(1_600.0, 2_400.0);
    recorder(some).begin().on("shop", "orders").operation(OperationKind.READ).answered(429, 0, 0);
    assertThat(replayed(some).getLast().weight()).isEqualTo(1);
    assertThat(replayed(some).getLast().throttled()).isTrue();
  }

  @Test
  void knowsNothingOfARequestThatReportsNothing() {
    recorder.begin().answered(400, 0, 0);
    assertThat(counted(OperationKind.OTHER, 400, 0)).isEqualTo(1);
    assertThat(newest().at("partition")).isEqualTo(JsonString.of(""));
    assertThat(newest().at("database")).isEqualTo(JsonString.of(""));
  }

  @Test
  void countsWhatIsThrownAsItsStatus() {
    recorder.begin().failed(new DatabaseException(ErrorCode.THROTTLED, "Not now"));
    assertThat(counted(OperationKind.OTHER, 429, 3200)).isEqualTo(1);
    recorder.begin().failed(new IllegalStateException("On purpose"));
    assertThat(newest().at("status")).isEqualTo(JsonNumber.of(500));
  }

  @Test
  void measuresFromWhenARequestBegan() {
    clock.advanceMillis(50);
    recorder.begun(clock.nanos() - 20_000_000).answered(200, 0, 0);
    assertThat(newest().at("millis")).isEqualTo(JsonNumber.of(20));
  }
}
