package dev.partita.cli.demo;

import dev.partita.client.Ask;

/** A container of the demo. */
record Place(String database, String container, String keyPath) {

  static final Place FLIGHTS = new Place("airline", "flights", "/id");
  static final Place BOOKINGS = new Place("airline", "bookings", "/flight");
  static final Place DEVICES = new Place("iot", "devices", "/id");
  static final Place READINGS = new Place("iot", "readings", "/device");

  Ask ask(String method) {
    return Ask.nosql(method, "dbs", database, "colls", container);
  }

  Ask items(String method) {
    return Ask.nosql(method, "dbs", database, "colls", container, "docs");
  }

  Ask item(String method, String id) {
    return Ask.nosql(method, "dbs", database, "colls", container, "docs", id);
  }

  /** A request of the admin API on its partitions. */
  Ask partitions(String method) {
    return Ask.admin(method, "databases", database, "containers", container, "partitions");
  }

  /** The request for a split of one of its partitions. */
  Ask split(String id) {
    return Ask.admin(
        "POST", "databases", database, "containers", container, "partitions", id, "split");
  }

  /** The request to make one of two neighbours. */
  Ask merge() {
    return Ask.admin("POST", "databases", database, "containers", container, "partitions", "merge");
  }

  /** The request for the partition that has a key. */
  Ask locate() {
    return Ask.admin("GET", "databases", database, "containers", container, "partitions", "locate");
  }
}
