package dev.partita.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.partita.telemetry.OperationKind;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;

/** What the NoSQL API owes at the server's own port. */
final class NosqlContractTest extends HttpContract {

  private static final String CREATE =
      request(
          "POST /dbs/shop/colls HTTP/1.1\r\n",
          "{\"id\":\"" + MADE + "\",\"partitionKey\":{\"paths\":[\"/key\"],\"kind\":\"Hash\"}}");

  private static final String WRITE =
      request(
          "POST /dbs/shop/colls/made/docs HTTP/1.1\r\nx-ms-documentdb-partitionkey: [\"a\"]\r\n",
          "{\"id\":\"" + WRITTEN + "\",\"key\":\"a\"}");

  @Override
  InetSocketAddress address(ContractServer server) {
    return ContractServer.at(server.server().uri());
  }

  @Override
  String healthyHead() {
    return "GET /dbs HTTP/1.1\r\n";
  }

  @Override
  List<String> pathBeginnings() {
    return List.of("/dbs", "/dbs/shop/colls/graph/docs", "");
  }

  @Override
  Optional<DataRequests> dataRequests() {
    return Optional.of(
        new DataRequests(
            "nosql",
            CREATE.getBytes(ISO_8859_1),
            WRITE.getBytes(ISO_8859_1),
            OperationKind.CREATE,
            "shop"));
  }
}
