package dev.partita.server;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;

/** What the admin API owes at the server's own port. */
final class AdminContractTest extends HttpContract {

  @Override
  InetSocketAddress address(ContractServer server) {
    return ContractServer.at(server.server().uri());
  }

  @Override
  String healthyHead() {
    return "GET /api/v1/containers HTTP/1.1\r\n";
  }

  @Override
  List<String> pathBeginnings() {
    return List.of(
        "/api/v1",
        "/api/v1/databases/shop/containers/graph",
        "/api/v1/databases/shop/tables",
        "/metrics",
        "/alive");
  }

  @Override
  Optional<DataRequests> dataRequests() {
    return Optional.empty();
  }
}
