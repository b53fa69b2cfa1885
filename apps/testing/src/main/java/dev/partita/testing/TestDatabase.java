package dev.partita.testing;

/** A database of one test. Safe for use by any number of threads. */
public final class TestDatabase implements AutoCloseable {

  private final TestServer server;
  private final Api api;
  private final String name;

  TestDatabase(TestServer server, Api api, String name) {
    this.server = server;
    this.api = api;
    this.name = name;
  }

  public String name() {
    return name;
  }

  public TestServer server() {
    return server;
  }

  /** Makes a container, with one path for each part of its partition key. */
  public TestDatabase withContainer(String container, String... keyPaths) {
    String kind = keyPaths.length > 1 ? "MultiHash" : "Hash";
    api.nosql(
        "POST",
        "colls",
        "dbs/" + name,
        Api.path("dbs", name, "colls"),
        "{\"id\":%s,\"partitionKey\":{\"paths\":%s,\"kind\":\"%s\",\"version\":2}}"
            .formatted(Json.text(container), Json.array((Object[]) keyPaths), kind));
    return this;
  }

  /** Says what is to happen to requests for the items of a container. */
  public Failing failing(String container, Fault fault) {
    return new Failing(api, path(container), fault);
  }

  /** Splits a partition in two, as the server does by itself when it is full or busy. */
  public void split(String container, int partition) {
    api.admin("POST", path(container) + "/partitions/" + partition + "/split", "{}");
  }

  /** Merges two neighbouring partitions. */
  public void merge(String container, int left, int right) {
    String json = "{\"left\":\"%d\",\"right\":\"%d\"}".formatted(left, right);
    api.admin("POST", path(container) + "/partitions/merge", json);
  }

  private String path(String container) {
    return Api.path("databases", name, "containers", container);
  }

  /** Deletes the database with all it contains. */
  @Override
  public void close() {
    api.nosql("DELETE", "dbs", "dbs/" + name, Api.path("dbs", name), "");
  }
}
