package dev.partita.cli.demo;

import dev.partita.client.ClientRequest;

/** Container of the demo, and requests on it. Immutable. */
record DemoContainer(String database, String container, String keyPath) {

  static final DemoContainer FLIGHTS = new DemoContainer("airline", "flights", "/id");
  static final DemoContainer BOOKINGS = new DemoContainer("airline", "bookings", "/flight");
  static final DemoContainer DEVICES = new DemoContainer("iot", "devices", "/id");
  static final DemoContainer READINGS = new DemoContainer("iot", "readings", "/device");

  ClientRequest request(String method) {
    return ClientRequest.nosql(method, "dbs", database, "colls", container);
  }

  ClientRequest items(String method) {
    return ClientRequest.nosql(method, "dbs", database, "colls", container, "docs");
  }

  ClientRequest item(String method, String id) {
    return ClientRequest.nosql(method, "dbs", database, "colls", container, "docs", id);
  }

  /** Builds a request of the admin API on its partitions. */
  ClientRequest partitions(String method) {
    return ClientRequest.admin(
        method, "databases", database, "containers", container, "partitions");
  }

  /** Builds the request for a split of one of its partitions. */
  ClientRequest split(String id) {
    return ClientRequest.admin(
        "POST", "databases", database, "containers", container, "partitions", id, "split");
  }

  /** Builds the request for a merge of two neighbours. */
  ClientRequest merge() {
    return ClientRequest.admin(
        "POST", "databases", database, "containers", container, "partitions", "merge");
  }

  /** Builds the request for the partition of a key. */
  ClientRequest locate() {
    return ClientRequest.admin(
        "GET", "databases", database, "containers", container, "partitions", "locate");
  }
}
