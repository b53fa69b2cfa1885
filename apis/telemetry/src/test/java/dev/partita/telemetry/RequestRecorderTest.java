package dev.partita.telemetry;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.time.ManualClock;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import org.junit.jupiter.api.Test;

class RequestRecorderTest {

  private final RequestLog log = new RequestLog(1, null);
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
