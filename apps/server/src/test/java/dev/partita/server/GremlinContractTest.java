package dev.partita.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.partita.telemetry.OperationKind;
import java.net.InetSocketAddress;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/** What the Gremlin API owes at its port, over HTTP. */
final class GremlinContractTest extends HttpContract {

  @Override
  InetSocketAddress address(ContractServer server) {
    return server.at("gremlin");
  }

  /** As the user, the graph, and any password. */
  private static String head(String method, String graph) {
    String user = "/dbs/shop/colls/" + graph + ":a";
    return method
        + " / HTTP/1.1\r\nauthorization: Basic "
        + Base64.getEncoder().encodeToString(user.getBytes(ISO_8859_1))
        + "\r\n";
  }

  @Override
  String healthyHead() {
    return head("POST", "graph");
  }

  @Override
  String healthyBody() {
    return "{\"gremlin\":\"g.inject(1)\"}";
  }

  @Override
  List<String> pathBeginnings() {
    return List.of("/gremlin", "");
  }

  @Override
  Optional<DataRequests> dataRequests() {
    String vertex = "g.addV('a').property('id','" + WRITTEN + "').property('key','a')";
    return Optional.of(
        new DataRequests(
            "gremlin",
            request(head("PUT", MADE), "{\"partitionKey\":\"/key\"}").getBytes(ISO_8859_1),
            request(head("POST", MADE), "{\"gremlin\":\"" + vertex + "\"}").getBytes(ISO_8859_1),
            OperationKind.EXECUTE,
            "shop"));
  }
}
