package dev.partita.server;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;

/** What the explorer owes at its port. */
final class ExplorerContractTest extends HttpContract {

  @Override
  InetSocketAddress address(ContractServer server) {
    return server.explorer();
  }

  @Override
  String healthyHead() {
    return "GET /_explorer/ HTTP/1.1\r\n";
  }

  @Override
  List<String> pathBeginnings() {
    return List.of("/_explorer", "/_explorer/js", "");
  }

  @Override
  Optional<DataRequests> dataRequests() {
    return Optional.empty();
  }

  /** None: files that are the same for everyone. */
  @Override
  List<Integer> refusals() {
    return List.of(200);
  }
}
