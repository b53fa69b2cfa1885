package dev.partita.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.net.http.Headers;
import dev.partita.net.http.Request;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OperationKindTest {

  private static Request request(String method, String path, String header) {
    Headers headers =
        header == null
            ? Headers.empty()
            : Headers.of(header.split("=", 2)[0], header.split("=", 2)[1]);
    return new Request(method, path, "", headers, new byte[0]);
  }

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
  void nosqlRequestsAreToldApart(String method, String path, String header, OperationKind kind) {
    assertThat(OperationKind.ofNosql(request(method, path, header))).isEqualTo(kind);
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      delimiter = '|',
      value = {
        "GET | /orders(PartitionKey='a',RowKey='1') | - | READ",
        "GET | /account/orders() | - | QUERY",
        "POST | /orders | - | CREATE",
        "PUT | /orders(PartitionKey='a',RowKey='1') | - | UPSERT",
        "PUT | /orders(PartitionKey='a',RowKey='1') | If-Match=* | REPLACE",
        "MERGE | /orders(PartitionKey='a',RowKey='1') | - | PATCH",
        "DELETE | /orders(PartitionKey='a',RowKey='1') | - | DELETE",
        "POST | /account/$batch | - | BATCH",
        "GET | /Tables | - | METADATA",
        "DELETE | /account/Tables('orders') | - | METADATA",
      })
  void tableRequestsAreToldApart(String method, String path, String header, OperationKind kind) {
    assertThat(OperationKind.ofTable(request(method, path, header))).isEqualTo(kind);
  }
}
