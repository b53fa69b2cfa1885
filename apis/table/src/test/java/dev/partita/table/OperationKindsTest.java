package dev.partita.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.net.http.Headers;
import dev.partita.net.http.Request;
import dev.partita.telemetry.OperationKind;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OperationKindsTest {

  private static final TableOptions OPTIONS =
      new TableOptions(false, "account", List.of(), Map.of(), false, 5_000);

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      delimiter = '|',
      value = {
        "GET | /a/orders(PartitionKey='a',RowKey='1') | - | READ",
        "GET | /a/orders() | - | QUERY",
        "POST | /a/orders | - | CREATE",
        "POST | /a/orders(PartitionKey='a',RowKey='1') | X-HTTP-Method=MERGE | PATCH",
        "PUT | /a/orders(PartitionKey='a',RowKey='1') | - | UPSERT",
        "PUT | /a/orders(PartitionKey='a',RowKey='1') | If-Match=* | REPLACE",
        "MERGE | /a/orders(PartitionKey='a',RowKey='1') | - | PATCH",
        "DELETE | /a/orders(PartitionKey='a',RowKey='1') | - | DELETE",
        "POST | /a/$batch | - | BATCH",
        "GET | /a/Tables | - | METADATA",
        "DELETE | /a/Tables('orders') | - | METADATA",
      })
  void tellsCallsApart(String method, String path, String header, OperationKind kind) {
    Headers headers =
        header == null
            ? Headers.empty()
            : Headers.of(header.split("=", 2)[0], header.split("=", 2)[1]);
    Request request = new Request(method, path, "", headers, new byte[0]);
    assertThat(OperationKinds.of(new Call(request, TableForm.STORAGE, OPTIONS, "id")))
        .isEqualTo(kind);
  }
}
