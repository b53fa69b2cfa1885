package dev.partita.server;

import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;

/**
 * A protocol at the port that serves it, as {@link AbuseTest} needs to know it. A new protocol is a
 * new constant; until it has one, the test fails for the port that no constant knows.
 */
@SuppressWarnings("ImmutableEnumChecker") // The lists are.
enum Door {
  NOSQL("GET /dbs HTTP/1.1", "", List.of("/dbs", "/dbs/shop/colls/graph/docs", "")),
  COSMOS_TABLE("GET /Tables HTTP/1.1", "", List.of("/Tables", "/t()", "")),
  STORAGE_TABLE(
      "GET /devstoreaccount1/Tables HTTP/1.1",
      "",
      List.of("/devstoreaccount1/Tables", "/devstoreaccount1/t(", "")),
  GREMLIN(
      // As the user, the graph, and any password.
      "POST / HTTP/1.1\r\nauthorization: Basic L2Ricy9zaG9wL2NvbGxzL2dyYXBoOmE=",
      "{\"gremlin\":\"g.inject(1)\"}",
      List.of("/gremlin", "")),
  ADMIN(
      "GET /api/v1/containers HTTP/1.1",
      "",
      List.of(
          "/api/v1",
          "/api/v1/databases/shop/containers/graph",
          "/api/v1/databases/shop/tables",
          "/metrics",
          "/alive")),
  EXPLORER("GET /_explorer/ HTTP/1.1", "", List.of("/_explorer", "/_explorer/js", ""));

  private final String healthyHead;
  private final String healthyBody;
  private final List<String> pathBeginnings;

  Door(String healthyHead, String healthyBody, List<String> pathBeginnings) {
    this.healthyHead = healthyHead;
    this.healthyBody = healthyBody;
    this.pathBeginnings = pathBeginnings;
  }

  /** Where a server has it, with an explorer at a port of its own. */
  InetSocketAddress address(PartitaServer server, int explorerPort) {
    URI uri =
        switch (this) {
          case NOSQL, ADMIN -> server.uri();
          case COSMOS_TABLE -> server.uri("table").orElseThrow();
          case STORAGE_TABLE -> server.uri("storage-table").orElseThrow();
          case GREMLIN -> server.uri("gremlin").orElseThrow();
          case EXPLORER -> URI.create("http://127.0.0.1:" + explorerPort);
        };
    return new InetSocketAddress(uri.getHost(), uri.getPort());
  }

  /** A request that a server without authentication answers with 200. */
  String healthy(boolean last) {
    return healthyHead
        + "\r\nhost: localhost\r\naccept: application/json\r\n"
        + (last ? "connection: close\r\n" : "")
        + (healthyBody.isEmpty() ? "" : "content-length: " + healthyBody.length() + "\r\n")
        + "\r\n"
        + healthyBody;
  }

  /** With which paths begin that other code takes apart. */
  List<String> pathBeginnings() {
    return pathBeginnings;
  }
}
