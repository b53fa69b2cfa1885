package dev.partita.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.partita.telemetry.OperationKind;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;

/** What the Cosmos DB Table API owes at its port. */
sealed class TableContractTest extends HttpContract permits StorageTableContractTest {

  /** The names of its endpoint and its requests. */
  String api() {
    return "table";
  }

  /** With which all paths begin. */
  String root() {
    return "";
  }

  @Override
  final InetSocketAddress address(ContractServer server) {
    return server.at(api());
  }

  @Override
  final String healthyHead() {
    return "GET " + root() + "/Tables HTTP/1.1\r\n";
  }

  @Override
  List<String> pathBeginnings() {
    return List.of("/Tables", "/t()", "");
  }

  @Override
  final Optional<DataRequests> dataRequests() {
    return Optional.of(
        new DataRequests(
            api(),
            post("/Tables", "{\"TableName\":\"" + MADE + "\"}"),
            post("/" + MADE, "{\"PartitionKey\":\"a\",\"RowKey\":\"" + WRITTEN + "\"}"),
            OperationKind.CREATE,
            root().replace("/", "")));
  }

  private byte[] post(String path, String body) {
    String head = "POST " + root() + path + " HTTP/1.1\r\ncontent-type: application/json\r\n";
    return request(head, body).getBytes(ISO_8859_1);
  }
}
