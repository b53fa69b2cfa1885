package dev.partita.gremlin;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.graph.GraphStore;
import dev.partita.graph.Graphs;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonReader;
import dev.partita.json.JsonString;
import dev.partita.net.http.BlockingHandler;
import dev.partita.net.http.Request;
import dev.partita.net.http.Response;
import dev.partita.net.websocket.WebSocket;
import dev.partita.net.websocket.WebSocketHandler;
import dev.partita.net.websocket.WebSocketPeer;
import dev.partita.protocol.OperatorActions;
import dev.partita.protocol.OperatorCall;
import dev.partita.protocol.Protocol;
import dev.partita.throughput.ThroughputSettings;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The Gremlin API of a server: WebSockets for drivers, HTTP for everyone else. Safe for use by any
 * number of threads. Nothing of TinkerPop is loaded before the first client comes.
 */
public final class GremlinApi implements BlockingHandler, WebSocketHandler, Protocol {

  private static final int RESULTS = 1_000;
  private static final int RESULTS_MAX = 10_000;

  private final Supplier<Graphs> graphs;
  private final GremlinOptions options;
  private final Consumer<AnsweredRequest> observer;
  private volatile @Nullable GremlinService service;

  /**
   * @param graphs asked for once, when the first client comes
   * @param observer told of every request that has been answered, by the thread that did it
   */
  public GremlinApi(
      Supplier<Graphs> graphs, GremlinOptions options, Consumer<AnsweredRequest> observer) {
    this.observer = observer;
    this.graphs = graphs;
    this.options = options;
  }

  @Override
  public WebSocketPeer open(WebSocket socket) {
    return new GremlinConnection(this::service, observer, socket);
  }

  private GremlinService service() {
    GremlinService known = service;
    return known != null ? known : create();
  }

  private synchronized GremlinService create() {
    GremlinService known = service;
    if (known == null) {
      known = new GremlinService(graphs.get(), options, observer);
      service = known;
    }
    return known;
  }

  /**
   * {@code POST /} with {@code {"gremlin": …, "bindings": …}} carries out a script; {@code PUT
   * /dbs/shop/colls/people} with {@code {"partitionKey": "/city"}} creates a graph. The name and
   * the password of drivers are those of HTTP's Basic authentication.
   */
  @Override
  public Response answer(Request request) {
    try {
      Login login = Login.ofBasic(request.headers().first("authorization"), options.keys());
      return switch (request.method()) {
        case "POST" -> HttpTraversal.answer(service(), login, Integer.MAX_VALUE, request);
        case "PUT" -> create(login, request);
        default ->
            throw new DatabaseException(
                    ErrorCode.METHOD_NOT_ALLOWED,
                    "Gremlin is spoken over WebSocket, or with POST; PUT creates a graph.")
                .with("method", request.method());
      };
    } catch (DatabaseException e) {
      observer.accept(refused(e));
      throw e;
    }
  }

  /** A traversal says itself what becomes of it; this is for what does not come to one. */
  private static AnsweredRequest refused(DatabaseException e) {
    return new AnsweredRequest(
        AnsweredRequest.Kind.OTHER,
        "",
        "",
        OptionalInt.empty(),
        e.code().status(),
        e.code().subStatus(),
        0,
        0,
        0,
        AnsweredRequest.NOTHING);
  }

  private Response create(Login login, Request request) {
    GremlinService known = service();
    long begunNanos = known.clock().nanos();
    Response response = put(login, request);
    observer.accept(
        new AnsweredRequest(
            AnsweredRequest.Kind.CREATE_GRAPH,
            login.database(),
            login.graph(),
            OptionalInt.empty(),
            response.status(),
            0,
            0,
            known.clock().nanos() - begunNanos,
            response.body().length,
            AnsweredRequest.NOTHING));
    return response;
  }

  @Override
  public Map<String, OperatorActions.OfContainer> containerActions() {
    return Map.of("gremlin", (container, call) -> evaluate(call));
  }

  /**
   * Carries out a script for an operator, with the body that {@code POST} has. No more results are
   * returned than are wanted; the attribute {@code x-partita-more} of the answer says whether there
   * are others.
   */
  private Response evaluate(OperatorCall call) {
    call.requireMethod("POST");
    Login login = new Login(call.database(), call.container(), call.readOnly());
    int most = call.number("limit", RESULTS, RESULTS_MAX);
    return HttpTraversal.answer(service(), login, most, call.request());
  }

  private Response put(Login login, Request request) {
    if (login.readOnly()) {
      throw new DatabaseException(ErrorCode.FORBIDDEN, "The key allows reading only.");
    }
    JsonObject body = JsonReader.DEFAULT.readObject(request.body());
    if (!(body.at("partitionKey") instanceof JsonString(String path))) {
      throw DatabaseException.badRequest(
          "A graph is created with the path of its partition key: {\"partitionKey\": \"/city\"}.");
    }
    ThroughputSettings throughput =
        body.at("throughput") instanceof JsonNumber number
            ? new ThroughputSettings.Manual(number.longValue())
            : null;
    GraphStore store = service().graphs().create(login.database(), login.graph(), path, throughput);
    return Response.json(
        201,
        Map.of(
            "database", login.database(),
            "graph", login.graph(),
            "partitionKey", "/" + store.keyName()));
  }

  @Override
  public void close() {
    GremlinService known = service;
    if (known != null) {
      known.close();
    }
  }
}
