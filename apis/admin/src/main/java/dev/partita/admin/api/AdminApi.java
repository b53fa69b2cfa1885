package dev.partita.admin.api;

import dev.partita.admin.advice.AdviceRuns;
import dev.partita.admin.cluster.ClusterCalls;
import dev.partita.admin.jobs.JobViews;
import dev.partita.admin.partitions.ContainerViews;
import dev.partita.admin.partitions.Operations;
import dev.partita.admin.partitions.PartitionViews;
import dev.partita.admin.partitions.PastViews;
import dev.partita.admin.partitions.Texts;
import dev.partita.admin.partitions.Watch;
import dev.partita.base.error.DatabaseException;
import dev.partita.container.Container;
import dev.partita.container.Engine;
import dev.partita.container.EngineLimits;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.json.JsonUndefined;
import dev.partita.json.JsonValue;
import dev.partita.json.JsonWriter;
import dev.partita.net.http.BlockingHandler;
import dev.partita.net.http.Headers;
import dev.partita.net.http.Request;
import dev.partita.net.http.Response;
import dev.partita.protocol.Endpoint;
import dev.partita.protocol.OperatorActions;
import dev.partita.protocol.OperatorCall;
import dev.partita.protocol.Protocol;
import dev.partita.protocol.ProtocolServices;
import dev.partita.protocol.ServerView;
import dev.partita.protocol.account.Account;
import dev.partita.telemetry.ContainerNames;
import dev.partita.telemetry.Metrics;
import dev.partita.telemetry.RequestLog;
import dev.partita.telemetry.Telemetry;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * The entry of the API: checks who asks and passes the request to what it addresses. Failures are
 * left to the server, whose form for them is that of this API. Safe for use by any number of
 * threads. Its owner closes it before the engine.
 */
public final class AdminApi implements BlockingHandler, Protocol {

  /** What the paths of this API begin with. */
  static final String PATH = "/api/v1";

  /** Where the metrics are, for those who look nowhere else. */
  static final String METRICS_PATH = "/metrics";

  private static final int PAGE = 200;
  private static final int PAGE_MAX = 1_000;
  private static final int MINUTES = 10;
  private static final int REQUESTS = 100;
  private static final Headers EVENTS =
      Headers.of(
          "content-type", "text/event-stream",
          "cache-control", "no-store",
          // Some proxies would keep events until they have many.
          "x-accel-buffering", "no");

  private final EngineLimits limits;
  private final Account account;
  private final ServerView server;
  private final Credentials credentials;
  private final ContainerNames names;
  private final ContainerViews containers;
  private final Operations operations;
  private final JobViews jobs;
  private final PartitionViews partitions;
  private final PastViews past;
  private final Watch watch;
  private final AdviceRuns advice;
  private final ClusterCalls cluster;
  private final Telemetry telemetry;

  AdminApi(ProtocolServices services) {
    Engine engine = services.engine();
    this.limits = engine.limits();
    this.account = services.account();
    this.server = services.server();
    this.telemetry = services.telemetry();
    this.credentials = new Credentials(account.keys());
    this.names = new ContainerNames(engine.catalogue(), engine.containers(), account.name());
    this.containers =
        new ContainerViews(engine.catalogue(), engine.containers(), names, server::kindOf);
    this.operations = new Operations(engine.clock(), engine.reshaper(), names);
    this.jobs = new JobViews(engine.jobs(), engine.containers(), names);
    this.partitions =
        new PartitionViews(engine.catalogue(), engine.clock(), limits, names, operations);
    this.past = new PastViews(engine.clock());
    this.watch = new Watch(partitions, operations, engine.clock());
    this.advice =
        new AdviceRuns(
            engine.clock(),
            services.documents(),
            names,
            telemetry.log(),
            limits.logicalPartitionBytes());
    this.cluster = new ClusterCalls(server::cluster);
  }

  @Override
  public Response answer(Request request) {
    boolean readOnly = credentials.requireReading(request);
    if (!request.path().startsWith(PATH)) {
      return metrics(new OperatorCall(request, readOnly, METRICS_PATH));
    }
    OperatorCall call = new OperatorCall(request, readOnly, PATH);
    return route(call).with("cache-control", "no-store");
  }

  private Response metrics(OperatorCall call) {
    call.requireMethod("GET");
    if (!call.segments().isEmpty()) {
      throw call.unknown();
    }
    return new Response(
        200,
        Headers.of("content-type", Metrics.CONTENT_TYPE, "cache-control", "no-store"),
        telemetry.metrics().prometheusText().getBytes(StandardCharsets.UTF_8));
  }

  private Response route(OperatorCall call) {
    List<String> path = call.segments();
    if (path.size() > 4 && path.get(0).equals("databases") && path.get(2).equals("containers")) {
      return container(call, path.subList(4, path.size()));
    }
    call.requireRight();
    if (path.size() > 2 && path.get(0).equals("databases")) {
      return action(Protocol::databaseActions, path.get(2))
          .orElseThrow(call::unknown)
          .answer(path.get(1), call.pathAfter(3), call);
    }
    if (path.size() == 2 && path.getFirst().equals("operations")) {
      return get(call, operations.find(path.get(1)));
    }
    if (path.size() > 1 && path.getFirst().equals("jobs")) {
      return job(call, path);
    }
    if (!path.isEmpty() && path.getFirst().equals("cluster")) {
      return cluster.answer(call, path.subList(1, path.size()));
    }
    return switch (String.join("/", path)) {
      case "account" -> get(call, account(call.request()));
      case "databases" -> get(call, containers.databases());
      case "containers" -> get(call, list(call));
      case "operations" -> get(call, operations.list());
      case "jobs" -> get(call, jobs.list());
      case "requests" ->
          get(call, telemetry.log().list(call.number("limit", REQUESTS, RequestLog.KEPT)));
      default ->
          (path.size() == 1
                  ? action(Protocol::serverActions, path.getFirst())
                  : Optional.<OperatorActions.OfServer>empty())
              .orElseThrow(call::unknown)
              .answer(call);
    };
  }

  private Response job(OperatorCall call, List<String> path) {
    if (path.size() == 2) {
      return get(call, jobs.find(path.get(1)));
    }
    if (path.size() > 3) {
      throw call.unknown();
    }
    call.requireMethod("POST");
    JsonObject changed = jobs.change(path.get(1), path.get(2), call.json());
    return Response.json(200, JsonWriter.bytes(changed));
  }

  private Response container(OperatorCall call, List<String> rest) {
    Container container = names.require(call.segments().get(1), call.segments().get(3));
    String what = String.join("/", rest);
    Optional<OperatorActions.OfContainer> action = action(Protocol::containerActions, what);
    if (action.isPresent()) {
      return action.get().answer(container, call);
    }
    call.requireRight();
    return switch (what) {
      case "partitions" -> get(call, partitions.partitions(container));
      case "partitions/history" ->
          get(
              call,
              past.history(container, call.number("minutes", MINUTES, PastViews.MINUTES_MAX)));
      case "partitions/lineage" -> get(call, past.lineage(container));
      case "partitions/locate" ->
          get(call, partitions.locate(container, call.requiredParameter("key")));
      case "advice" -> advice(call, container);
      case "partitions/merge" -> merge(call, container);
      case "events" -> {
        call.requireMethod("GET");
        yield Response.streamed(200, EVENTS, watch.of(container));
      }
      case String other when rest.size() == 3 && other.endsWith("/split") ->
          split(call, container, rest.get(1));
      default -> throw call.unknown();
    };
  }

  private Response advice(OperatorCall call, Container container) {
    call.requireMethod("GET", "POST", "DELETE");
    return switch (call.request().method()) {
      case "POST" -> Response.json(202, JsonWriter.bytes(advice.begin(container, call.json())));
      case "DELETE" -> Response.json(200, JsonWriter.bytes(advice.cancel(container)));
      default -> Response.json(200, JsonWriter.bytes(advice.last(container)));
    };
  }

  private Response split(OperatorCall call, Container container, String partition) {
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

  /** What one of the protocols does under this name. */
  private <A> Optional<A> action(Function<Protocol, Map<String, A>> actions, String name) {
    return server.protocols().stream()
        .flatMap(protocol -> Optional.ofNullable(actions.apply(protocol).get(name)).stream())
        .findFirst();
  }

  private Response merge(OperatorCall call, Container container) {
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

  private static Response get(OperatorCall call, JsonObject body) {
    call.requireMethod("GET");
    return Response.json(200, JsonWriter.bytes(body));
  }

  private static Response accepted(JsonObject operation) {
    return Response.json(
        202, JsonWriter.bytes(JsonObject.builder().put("operation", operation).build()));
  }

  private JsonObject list(OperatorCall call) {
    return containers.list(
        call.parameter("database"),
        call.parameter("contains"),
        call.number("limit", PAGE, PAGE_MAX),
        call.parameter("after"),
        !"false".equals(call.parameter("figures")));
  }

  private JsonObject account(Request request) {
    JsonObject.Builder json =
        JsonObject.builder()
            .put("name", account.name())
            .put("version", server.version())
            .put("startedAt", Texts.time(server.startedMillis()))
            .put("developer", account.isOpen())
            .put("isCluster", server.cluster().isPresent())
            .put("endpoints", endpoints(request));
    server.protocols().forEach(protocol -> protocol.accountFacts().forEach(json::put));
    return json.put("limits", PartitionViews.limits(limits)).build();
  }

  /** Where the client reached this server, and the other ports under the same name. */
  private JsonObject endpoints(Request request) {
    String scheme = request.secure() ? "https://" : "http://";
    String host = request.headers().first("host");
    String here = scheme + (host == null ? "localhost" : host);
    String name = here.replaceFirst(":\\d+$", "");
    JsonObject.Builder json = JsonObject.builder();
    for (Endpoint endpoint : server.endpoints()) {
      json.put(
          endpoint.name(),
          endpoint.shared()
              ? here + endpoint.address().path()
              : name + ":" + endpoint.uri().getPort());
    }
    return json.build();
  }

  @Override
  public void close() {
    advice.close();
    operations.close();
  }
}
