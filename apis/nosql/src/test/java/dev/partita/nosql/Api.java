package dev.partita.nosql;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.partita.container.Container;
import dev.partita.container.Engine;
import dev.partita.container.EngineOptions;
import dev.partita.document.Documents;
import dev.partita.execution.condition.SqlConditions;
import dev.partita.execution.parallel.LongQueryScheduler;
import dev.partita.json.JsonString;
import dev.partita.net.http.Headers;
import dev.partita.net.http.Request;
import dev.partita.protocol.account.AccountKeys;
import dev.partita.telemetry.RequestRecorder;
import dev.partita.testkit.TestEngine;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The API over the engine of the harness. Every response is checked for the headers that all
 * responses need.
 */
final class Api extends TestEngine {

  static final String ACTIVITY = "b3c6ad1e-0000-4000-8000-000000000001";

  /** The items of the container that most tests use. */
  static final String DOCS = "/dbs/db/colls/c/docs";

  final NosqlApi handler;
  private String[] always = {};

  private Api(UnaryOperator<EngineOptions> change, @Nullable AccountKeys keys) {
    this(change, keys, ConsistencyPolicy.SESSION);
  }

  private Api(
      UnaryOperator<EngineOptions> change,
      @Nullable AccountKeys keys,
      ConsistencyPolicy consistency) {
    super(change);
    handler =
        new NosqlApi(
            engine,
            new Documents(engine, new SqlConditions(engine.clock())),
            LongQueryScheduler.forCarriers(Runtime.getRuntime().availableProcessors()),
            new NosqlOptions(Engine.DEFAULT_ACCOUNT, keys, null, 5_000, consistency),
            RequestRecorder.unobserved(engine.clock()));
  }

  /** An account that is open to everyone. */
  static Api open() {
    return new Api(options -> options, null);
  }

  /** An account with this level. */
  static Api withConsistency(ConsistencyPolicy consistency) {
    return new Api(options -> options, null, consistency);
  }

  static Api with(UnaryOperator<EngineOptions> change) {
    return new Api(change, null);
  }

  static Api with(UnaryOperator<EngineOptions> change, AccountKeys keys) {
    return new Api(change, keys);
  }

  static Api withKeys(AccountKeys keys) {
    return new Api(options -> options, keys);
  }

  /** An account with a database {@code db} and in it a container {@code c} with the key /pk. */
  static Api withContainer() {
    Api api = open();
    api.newContainer("c");
    return api;
  }

  /** Creates a container with the key /pk in {@code db}, which is created as well if need be. */
  Answer newContainer(String name) {
    return createContainer(
        "{'id':'%s','partitionKey':{'paths':['/pk'],'version':2}}".formatted(name));
  }

  /** Headers that go with every request from now on. */
  Api always(String... headers) {
    always = headers;
    return this;
  }

  Answer createContainer(String json, String... headers) {
    if (get("/dbs/db").status() == 404) {
      post("/dbs", "{'id':'db'}").is(201);
    }
    return post("/dbs/db/colls", json, headers).is(201);
  }

  /** Creates an item; the partition key is found in it. */
  Answer createItem(String json) {
    return post(DOCS, json).is(201);
  }

  Answer get(String path, String... headers) {
    return send("GET", path, "", headers);
  }

  Answer post(String path, String json, String... headers) {
    return send("POST", path, json, headers);
  }

  Answer put(String path, String json, String... headers) {
    return send("PUT", path, json, headers);
  }

  Answer patch(String path, String json, String... headers) {
    return send("PATCH", path, json, headers);
  }

  Answer delete(String path, String... headers) {
    return send("DELETE", path, "", headers);
  }

  Answer query(String path, String sql, String... headers) {
    return send(
        "POST",
        path,
        "{\"query\":\"" + sql.replace("\"", "\\\"") + "\"}",
        join(headers, "x-ms-documentdb-isquery", "true", "content-type", "application/query+json"));
  }

  /** Sends JSON with single quotes for double ones. */
  Answer send(String method, String path, String json, String... headers) {
    boolean sql = json.startsWith("{\"query\"");
    return send(method, path, (sql ? json : json.replace('\'', '"')).getBytes(UTF_8), headers);
  }

  /** Sends JSON with headers that come before those that are sent always. */
  Answer sendFirst(String[] first, String method, String path, String json, String... headers) {
    String[] usual = always;
    always = join(first, usual);
    try {
      return send(method, path, json, headers);
    } finally {
      always = usual;
    }
  }

  Answer send(String method, String path, byte[] body, String... headers) {
    int question = path.indexOf('?');
    Headers all =
        Headers.of(
            join(join(always, headers), "host", "localhost:8081", "x-ms-activity-id", ACTIVITY));
    Answer answer =
        new Answer(
            handler.await(
                new Request(
                    method,
                    question < 0 ? path : path.substring(0, question),
                    question < 0 ? "" : path.substring(question + 1),
                    all,
                    body)));
    answer.requireSound();
    return answer;
  }

  /** Registers a script of {@code c}; sent as bytes, since scripts have quotes of both kinds. */
  void register(String kind, String name, String body, String more) {
    String json = "{\"id\":\"" + name + "\",\"body\":" + JsonString.of(body) + more + "}";
    send("POST", "/dbs/db/colls/c/" + kind, json.getBytes(UTF_8)).is(201);
  }

  void registerTrigger(String name, String type, String operation, String body) {
    register(
        "triggers",
        name,
        body,
        ",\"triggerType\":\"%s\",\"triggerOperation\":\"%s\"".formatted(type, operation));
  }

  Container container(String name) {
    return engine.containers().container(database(), name).orElseThrow();
  }

  /** Splits a partition of {@code c}. */
  void split(int partition) {
    engine.reshaper().split(container("c"), partition);
  }

  static String[] key(String json, String... more) {
    return join(more, "x-ms-documentdb-partitionkey", json.replace('\'', '"'));
  }

  static String[] join(String[] headers, String... more) {
    String[] all = new String[headers.length + more.length];
    System.arraycopy(headers, 0, all, 0, headers.length);
    System.arraycopy(more, 0, all, headers.length, more.length);
    return all;
  }

  @Override
  public void close() {
    handler.close();
    super.close();
  }
}
