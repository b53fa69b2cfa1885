package dev.partita.admin.api;

import dev.partita.admin.metrics.Metrics;
import dev.partita.admin.partitions.ContainerNames;
import dev.partita.admin.partitions.ContainerViews;
import dev.partita.admin.partitions.Operations;
import dev.partita.admin.partitions.PartitionViews;
import dev.partita.admin.partitions.PastViews;
import dev.partita.admin.partitions.Texts;
import dev.partita.admin.partitions.Watch;
import dev.partita.admin.queries.PlanView;
import dev.partita.admin.requests.RequestLog;
import dev.partita.base.error.DatabaseException;
import dev.partita.container.Container;
import dev.partita.container.Engine;
import dev.partita.container.EngineLimits;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonNull;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonReader;
import dev.partita.json.JsonString;
import dev.partita.json.JsonUndefined;
import dev.partita.json.JsonValue;
import dev.partita.json.JsonWriter;
import dev.partita.net.http.Headers;
import dev.partita.net.http.HttpHandler;
import dev.partita.net.http.Request;
import dev.partita.net.http.Response;
import dev.partita.query.syntax.QueryErrors;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The entry of the API: checks who asks and passes the request to what it addresses. Failures are
 * left to the server, whose form for them is that of this API. Safe for use by any number of
 * threads. Its owner closes it before the engine.
 */
public final class AdminApi implements HttpHandler, AutoCloseable {

  /** What the paths of this API begin with. */
  public static final String PATH = "/api/v1";

  /** Where the metrics are, for those who look nowhere else. */
  public static final String METRICS_PATH = "/metrics";

  private static final int PAGE = 200;
  private static final int PAGE_MAX = 1_000;
  private static final int MINUTES = 10;
  private static final int REQUESTS = 100;
  private static final int RESULTS = 1_000;
  private static final int RESULTS_MAX = 10_000;
  private static final Headers EVENTS =
      Headers.of(
          "content-type", "text/event-stream",
          "cache-control", "no-store",
          // Some proxies would keep events until they have many.
          "x-accel-buffering", "no");

  private final EngineLimits limits;
  private final AdminFacts facts;
  private final Credentials credentials;
  private final ContainerNames names;
  private final ContainerViews containers;
  private final Operations operations;
  private final PartitionViews partitions;
  private final PastViews past;
  private final Watch watch;
  private final Metrics metrics;
  private final RequestLog requests;
  private final DataApis data;

  public AdminApi(
      Engine engine,
      AdminFacts facts,
      AdminAccess access,
      Metrics metrics,
      RequestLog requests,
      DataApis data) {
    this.limits = engine.limits();
    this.facts = facts;
    this.metrics = metrics;
    this.requests = requests;
    this.data = data;
    this.credentials = new Credentials(access);
    this.names = new ContainerNames(engine.catalogue(), engine.containers(), facts.account());
    this.containers =
        new ContainerViews(engine.catalogue(), engine.containers(), names, facts.apis());
    this.operations = new Operations(engine.clock(), engine.reshaper(), names);
    this.partitions =
        new PartitionViews(engine.catalogue(), engine.clock(), limits, names, operations);
    this.past = new PastViews(engine.clock());
    this.watch = new Watch(partitions, operations, engine.clock());
  }

  @Override
  public Response handle(Request request) {
    boolean readOnly = credentials.requireReading(request);
    if (!request.path().startsWith(PATH)) {
      return metrics(new AdminCall(request, readOnly, METRICS_PATH));
    }
    AdminCall call = new AdminCall(request, readOnly, PATH);
    return route(call).with("cache-control", "no-store");
  }

  private Response metrics(AdminCall call) {
    call.requireMethod("GET");
    if (!call.segments().isEmpty()) {
      throw call.unknown();
    }
    return new Response(
        200,
        Headers.of("content-type", Metrics.CONTENT_TYPE, "cache-control", "no-store"),
        metrics.prometheusText().getBytes(StandardCharsets.UTF_8));
  }

  private Response route(AdminCall call) {
    List<String> path = call.segments();
    if (path.size() > 2 && path.get(0).equals("databases") && path.get(2).equals("tables")) {
      return tables(call);
    }
    if (path.size() > 4 && path.get(0).equals("databases") && path.get(2).equals("containers")) {
      return container(call, path.subList(4, path.size()));
    }
    call.requireRight();
    if (path.size() == 2 && path.getFirst().equals("operations")) {
      return get(call, operations.find(path.get(1)));
    }
    return switch (String.join("/", path)) {
      case "account" -> get(call, account(call.request()));
      case "databases" -> get(call, containers.databases());
      case "containers" -> get(call, list(call));
      case "operations" -> get(call, operations.list());
      case "requests" -> get(call, requests.list(call.number("limit", REQUESTS, RequestLog.KEPT)));
      default -> throw call.unknown();
    };
  }

  private Response container(AdminCall call, List<String> rest) {
    Container container = names.require(call.segments().get(1), call.segments().get(3));
    String what = String.join("/", rest);
    // These two are asked with a body, and read as a rule.
    if (!what.equals("explain") && !what.equals("gremlin")) {
      call.requireRight();
    }
    return switch (what) {
      case "partitions" -> get(call, partitions.partitions(container));
      case "partitions/history" ->
          get(
              call,
              past.history(container, call.number("minutes", MINUTES, PastViews.MINUTES_MAX)));
      case "partitions/lineage" -> get(call, past.lineage(container));
      case "partitions/locate" ->
          get(call, partitions.locate(container, call.requiredParameter("key")));
      case "partitions/merge" -> merge(call, container);
      case "explain" -> explain(call, container);
      case "gremlin" -> gremlin(call);
      case "events" -> {
        call.requireMethod("GET");
        yield Response.streamed(200, EVENTS, watch.of(container));
      }
      case String other when rest.size() == 3 && other.endsWith("/split") ->
          split(call, container, rest.get(1));
      default -> throw call.unknown();
    };
  }

  private Response split(AdminCall call, Container container, String partition) {
    call.requireMethod("POST");
    String boundary =
        switch (call.json().at("boundaryKey")) {
          case JsonUndefined _ -> null;
          case JsonArray key -> JsonWriter.text(key);
          case JsonValue other ->
              throw DatabaseException.badRequest(
                      "The boundary key is the JSON array of a partition key's values.")
                  .with("boundaryKey", other);
        };
    return accepted(
        operations.split(container, id("partition", JsonString.of(partition)), boundary));
  }

  private Response explain(AdminCall call, Container container) {
    call.requireMethod("POST");
    JsonObject query = call.json();
    String key =
        switch (query.at("partitionKey")) {
          case JsonUndefined _, JsonNull _ -> null;
          case JsonValue given -> JsonWriter.text(given);
        };
    try {
      return Response.json(
          200, JsonWriter.bytes(PlanView.of(data.explainer().explain(container, query, key))));
    } catch (DatabaseException e) {
      return QueryErrors.body(e).map(AdminApi::invalidQuery).orElseThrow(() -> e);
    }
  }

  /** What is wrong with a query: in words, and with the places as the NoSQL API has them. */
  private static Response invalidQuery(String body) {
    JsonObject said = JsonReader.DEFAULT.readObject(body.getBytes(StandardCharsets.UTF_8));
    JsonArray located = said.at("errors") instanceof JsonArray list ? list : JsonArray.EMPTY;
    JsonArray plain = said.at("Errors") instanceof JsonArray list ? list : JsonArray.EMPTY;
    String message =
        Stream.concat(
                located.elements().stream().map(error -> ((JsonObject) error).at("message")),
                plain.elements().stream())
            .map(text -> text instanceof JsonString(String words) ? words : text.toString())
            .collect(Collectors.joining(" "));
    return Response.json(
        400,
        JsonWriter.bytes(
            JsonObject.builder()
                .put("code", "BadRequest")
                .put("message", message)
                .put("errors", located)
                .build()));
  }

  private Response gremlin(AdminCall call) {
    call.requireMethod("POST");
    return data.graphs()
        .evaluate(
            call.segments().get(1),
            call.segments().get(3),
            call.readOnly(),
            call.number("limit", RESULTS, RESULTS_MAX),
            call.request());
  }

  /** The Table API itself, below the name of the database that has the tables. */
  private Response tables(AdminCall call) {
    call.requireRight();
    Request asked = call.request();
    return data.tables()
        .handle(
            call.segments().get(1),
            new Request(
                asked.method(),
                call.pathAfter(3),
                asked.query(),
                asked.headers(),
                asked.body(),
                asked.secure(),
                asked.remote(),
                asked.abandoned()));
  }

  private Response merge(AdminCall call, Container container) {
    call.requireMethod("POST");
    JsonObject json = call.json();
    return accepted(
        operations.merge(container, id("left", json.at("left")), id("right", json.at("right"))));
  }

  /** The number of a partition, given as text or as a number. */
  private static int id(String name, JsonValue value) {
    try {
      switch (value) {
        case JsonString(String text) -> {
          return Integer.parseInt(text);
        }
        case JsonNumber number when number.isIntegral() -> {
          return Math.toIntExact(number.longValue());
        }
        default -> {}
      }
    } catch (NumberFormatException | ArithmeticException e) {
      throw notAnId(name, value);
    }
    throw notAnId(name, value);
  }

  private static DatabaseException notAnId(String name, JsonValue value) {
    return DatabaseException.badRequest("This is not the id of a partition.")
        .with("property", name)
        .with("value", value);
  }

  private static Response get(AdminCall call, JsonObject body) {
    call.requireMethod("GET");
    return Response.json(200, JsonWriter.bytes(body));
  }

  private static Response accepted(JsonObject operation) {
    return Response.json(
        202, JsonWriter.bytes(JsonObject.builder().put("operation", operation).build()));
  }

  private JsonObject list(AdminCall call) {
    return containers.list(
        call.parameter("database"),
        call.parameter("contains"),
        call.number("limit", PAGE, PAGE_MAX),
        call.parameter("after"),
        !"false".equals(call.parameter("figures")));
  }

  private JsonObject account(Request request) {
    return JsonObject.builder()
        .put("name", facts.account())
        .put("version", facts.version())
        .put("startedAt", Texts.time(facts.startedMillis()))
        .put("developer", credentials.forDevelopers())
        .put("endpoints", endpoints(request))
        .put(
            "storageAccounts",
            JsonArray.of(facts.storageAccounts().stream().map(JsonString::of).toList()))
        .put("limits", PartitionViews.limits(limits))
        .build();
  }

  /** Where the client reached this server, and the other ports under the same name. */
  private JsonObject endpoints(Request request) {
    String scheme = request.secure() ? "https://" : "http://";
    String host = request.headers().first("host");
    String here = scheme + (host == null ? "localhost" : host);
    String name = here.replaceFirst(":\\d+$", "");
    JsonObject.Builder json = JsonObject.builder().put("nosql", here);
    facts.ports().forEach((endpoint, port) -> json.put(endpoint, name + ":" + port));
    return json.put("explorer", here + "/_explorer/index.html").build();
  }

  @Override
  public void close() {
    operations.close();
  }
}
