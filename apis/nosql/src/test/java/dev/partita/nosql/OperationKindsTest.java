package dev.partita.nosql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.base.time.Clock;
import dev.partita.net.http.Headers;
import dev.partita.net.http.Request;
import dev.partita.telemetry.OperationKind;
import dev.partita.telemetry.RequestRecorder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OperationKindsTest {

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "GET, /dbs/d/colls/c/docs/i, -, READ",
        "GET, /dbs/d/colls/c/docs/i/, -, READ",
        "GET, /dbs/d/colls/c/docs, -, READ_FEED",
        "GET, /dbs/d/colls/c/docs/, -, READ_FEED",
        "GET, /dbs/d/colls/c/docs, A-IM=Incremental feed, CHANGE_FEED",
        "POST, /dbs/d/colls/c/docs, -, CREATE",
        "POST, /dbs/d/colls/c/docs, x-ms-documentdb-is-upsert=True, UPSERT",
        "POST, /dbs/d/colls/c/docs, x-ms-documentdb-isquery=True, QUERY",
        "POST, /dbs/d/colls/c/docs, content-type=application/query+json, QUERY",
        "POST, /dbs/d/colls/c/docs, x-ms-cosmos-is-batch-request=True, BATCH",
        "POST, /dbs/d/colls/c/docs, x-ms-cosmos-is-query-plan-request=True, QUERY_PLAN",
        "PUT, /dbs/d/colls/c/docs/i, -, REPLACE",
        "PATCH, /dbs/d/colls/c/docs/i, -, PATCH",
        "DELETE, /dbs/d/colls/c/docs/i, -, DELETE",
        "POST, /dbs/d/colls/c/sprocs/s, -, EXECUTE",
        "POST, /dbs/d/colls/c/sprocs, -, METADATA",
        "GET, /dbs/d/colls/docs, -, METADATA",
        "GET, /dbs/d/colls/c/docsy/i, -, METADATA",
        "GET, /, -, METADATA",
        "GET, *, -, METADATA",
      })
  void tellsCallsApart(String method, String path, String header, OperationKind kind) {
    Headers headers =
        header == null
            ? Headers.empty()
            : Headers.of(header.split("=", 2)[0], header.split("=", 2)[1]);
    Call call =
        new Call(
            new Request(method, path, "", headers, new byte[0]),
            Api.ACTIVITY,
            RequestRecorder.unobserved(Clock.system()).begin());
    assertThat(OperationKinds.of(call)).isEqualTo(kind);
  }
}
