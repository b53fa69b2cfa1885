package dev.partita.gremlin;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.time.Clock;
import dev.partita.graph.GraphOptions;
import dev.partita.graph.Graphs;
import dev.partita.graph.PartitaGraph;
import dev.partita.telemetry.RequestDetail;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.UUID;
import org.apache.tinkerpop.gremlin.jsr223.JavaTranslator;
import org.apache.tinkerpop.gremlin.process.remote.traversal.DefaultRemoteTraverser;
import org.apache.tinkerpop.gremlin.process.traversal.Bytecode;
import org.apache.tinkerpop.gremlin.process.traversal.Traversal;
import org.apache.tinkerpop.gremlin.process.traversal.Traverser;
import org.apache.tinkerpop.gremlin.process.traversal.dsl.graph.GraphTraversalSource;
import org.apache.tinkerpop.gremlin.process.traversal.step.Mutating;
import org.apache.tinkerpop.gremlin.process.traversal.strategy.decoration.OptionsStrategy;
import org.apache.tinkerpop.gremlin.process.traversal.util.TraversalHelper;
import org.apache.tinkerpop.gremlin.process.traversal.util.TraversalInterruptedException;
import org.apache.tinkerpop.gremlin.structure.util.reference.ReferenceFactory;
import org.jspecify.annotations.Nullable;

/**
 * Evaluation of one traversal, from the client's request to the last response. Changes are
 * committed at the successful end, before the last response; results are sent as they come, unless
 * the traversal changes something. Used by one thread.
 */
final class Evaluation {

  /** Destination of responses. */
  @FunctionalInterface
  interface Sink {
    /** Returns the number of bytes sent; negative if the client has disconnected. */
    long send(GremlinResponse answer);
  }

  /** Beginning of TinkerPop's message for a step with invalid arguments. */
  private static final String NO_METHOD =
      "Could not locate exact method given the supplied arguments: DefaultGraphTraversal.";

  private static final double NANOS_PER_MILLI = 1_000_000;

  private final GremlinService service;
  private final Login login;
  private TraversalRequest request;
  private final Sink sink;
  private final Clock clock;
  private final UUID activity = UUID.randomUUID();
  private final long startNanos;
  private long chunkNanos;
  private double chunkCharge;
  private long sentBytes;
  private @Nullable PartitaGraph graph;
  private @Nullable GremlinFailure outcome;
  private boolean mutating;
  private boolean heeded;

  Evaluation(GremlinService service, Login login, TraversalRequest request, Sink sink) {
    this.service = service;
    this.login = login;
    this.request = request;
    this.sink = sink;
    this.clock = service.clock();
    this.startNanos = clock.nanos();
    this.chunkNanos = startNanos;
  }

  /** Evaluates the traversal; sends a response in any case. */
  void run(boolean modern) {
    try (TraversalTimeout timeout = service.timeout(timeoutMillis())) {
      try {
        evaluate(timeout);
      } catch (Throwable failure) {
        GremlinFailure told =
            timeout.hasFired() && isInterruption(failure)
                ? GremlinFailure.timeout(timeoutMillis())
                : GremlinFailure.of(failure);
        outcome = told;
        fail(told, modern);
      }
    } finally {
      service.answered(answered());
      if (graph != null) {
        graph.rollback();
        graph.settle();
      }
    }
  }

  private AnsweredRequest answered() {
    GremlinFailure told = outcome;
    PartitaGraph opened = graph;
    Set<Integer> partitions = opened == null ? Set.of() : opened.traffic().partitions();
    return new AnsweredRequest(
        mutating ? AnsweredRequest.Kind.CHANGE : AnsweredRequest.Kind.READ,
        login.database(),
        login.graph(),
        partitions.size() == 1 ? OptionalInt.of(partitions.iterator().next()) : OptionalInt.empty(),
        told == null ? 200 : told.httpStatus(),
        told == null ? 0 : told.detail(),
        opened == null ? 0 : opened.traffic().charge().requestUnits(),
        clock.nanos() - startNanos,
        sentBytes,
        opened == null ? AnsweredRequest.NOTHING : () -> detail(opened, partitions.size()));
  }

  private static RequestDetail detail(PartitaGraph graph, int partitions) {
    return RequestDetail.of(graph.traffic().filter(graph.keyName()), partitions);
  }

  private static boolean isInterruption(Throwable failure) {
    for (Throwable each = failure; each != null; each = each.getCause()) {
      if (each instanceof TraversalInterruptedException
          || each instanceof InterruptedException
          || (each instanceof DatabaseException e && e.code() == ErrorCode.TIMEOUT)) {
        return true;
      }
    }
    return false;
  }

  private long timeoutMillis() {
    long most = service.options().evaluationMillis();
    return request.timeoutMillis() > 0 ? Math.min(request.timeoutMillis(), most) : most;
  }

  private void evaluate(TraversalTimeout timeout) {
    ParsedScript script = script();
    Bytecode bytecode =
        BytecodeValidator.check(script.bytecode(), service.options().operatorsMax());
    PartitaGraph opened =
        Graphs.traversable(
            service.graphs().open(login.database(), login.graph()),
            GraphOptions.collecting()
                .withReadOnly(login.readOnly())
                .withHeldMax(service.options().heldMax()));
    graph = opened;
    List<Object> results = opened.transact(() -> carryOut(script, bytecode, opened, timeout));
    while (results.size() > request.batchSize()) {
      List<Object> batch = results.subList(0, request.batchSize());
      opened.prefetch(batch);
      send(GremlinResponse.PARTIAL, List.copyOf(batch), opened);
      results = results.subList(request.batchSize(), results.size());
    }
    finish(results, opened);
  }

  /** Everything except the commit. May be repeated, unless it has sent results before its end. */
  private List<Object> carryOut(
      ParsedScript script, Bytecode bytecode, PartitaGraph opened, TraversalTimeout timeout) {
    timeout.arm();
    Traversal.Admin<?, ?> traversal = translate(opened.traversal(), bytecode);
    Optional<OptionsStrategy> options =
        traversal.getStrategies().getStrategy(OptionsStrategy.class);
    if (options.isPresent() && !heeded) {
      heeded = true;
      request = request.with(options.get().getOptions());
      timeout.within(timeoutMillis());
    }
    List<Object> results;
    if (script.profile()) {
      results = List.of(Profile.run(traversal, request, opened, clock).toMap());
    } else {
      traversal.applyStrategies();
      mutating = TraversalHelper.hasStepOfAssignableClassRecursively(Mutating.class, traversal);
      if (!mutating) {
        opened.forgetReads();
      }
      results = results(traversal, opened, script.silent());
    }
    // The commit is not interrupted by the time limit.
    timeout.disarm();
    return results;
  }

  private static Traversal.Admin<?, ?> translate(GraphTraversalSource g, Bytecode bytecode) {
    try {
      return JavaTranslator.<GraphTraversalSource, Traversal.Admin<?, ?>>of(g).translate(bytecode);
    } catch (IllegalArgumentException e) {
      String text = String.valueOf(e.getMessage());
      if (text.startsWith(NO_METHOD)) {
        throw new DatabaseException(
                ErrorCode.BAD_REQUEST,
                Tokens.COMPILATION + ": a step does not take these arguments.",
                e)
            .with("step", text.substring(NO_METHOD.length()));
      }
      throw e;
    }
  }

  private ParsedScript script() {
    String text = request.script();
    Bytecode bytecode = request.bytecode();
    if (text == null) {
      return new ParsedScript(bytecode == null ? new Bytecode() : bytecode, false, false);
    }
    int bytes = text.getBytes(StandardCharsets.UTF_8).length;
    if (bytes > service.options().scriptBytes()) {
      throw new DatabaseException(ErrorCode.TOO_LARGE, "The script is longer than it may be.")
          .with("bytes", bytes)
          .with("limitBytes", service.options().scriptBytes());
    }
    return ScriptParser.parse(text, request.bindings());
  }

  /** The last results, or all results of a traversal that changes something. */
  private List<Object> results(
      Traversal.Admin<?, ?> traversal, PartitaGraph opened, boolean silent) {
    List<Object> results = new ArrayList<>();
    boolean remote = request.bytecode() != null;
    while (traversal.hasNext()) {
      if (Thread.currentThread().isInterrupted()) {
        throw new TraversalInterruptedException();
      }
      if (!mutating && results.size() == request.batchSize()) {
        opened.prefetch(results);
        send(GremlinResponse.PARTIAL, results, opened);
        results = new ArrayList<>();
      }
      Traverser.Admin<?> next = nextTraverser(traversal);
      if (silent) {
        continue;
      }
      if (remote) {
        results.add(new DefaultRemoteTraverser<>(wanted(next), next.bulk()));
      } else {
        repeat(results, next, opened);
      }
      if (results.size() > service.options().heldMax()) {
        throw tooLarge();
      }
    }
    return results;
  }

  /** A traverser stands for as many results as its bulk. */
  private void repeat(List<Object> results, Traverser.Admin<?> next, PartitaGraph opened) {
    for (long i = 0; i < next.bulk(); i++) {
      if (!mutating && results.size() == request.batchSize()) {
        if (Thread.currentThread().isInterrupted()) {
          throw new TraversalInterruptedException();
        }
        opened.prefetch(results);
        send(GremlinResponse.PARTIAL, List.copyOf(results), opened);
        results.clear();
      }
      results.add(wanted(next));
      if (results.size() > service.options().heldMax()) {
        throw tooLarge();
      }
    }
  }

  private Object wanted(Traverser.Admin<?> traverser) {
    Object found = traverser.get();
    return request.namesOnly() ? ReferenceFactory.detach(found) : found;
  }

  private static Traverser.Admin<?> nextTraverser(Traversal.Admin<?, ?> traversal) {
    return traversal.nextTraverser();
  }

  private DatabaseException tooLarge() {
    return new DatabaseException(
            ErrorCode.TOO_LARGE,
            "The traversal returns more than it may. Narrow it, or use range().")
        .with("limit", service.options().heldMax())
        .with("limitBytes", service.options().resultBytes());
  }

  private void finish(List<?> last, PartitaGraph opened) {
    opened.prefetch(last);
    send(
        last.isEmpty() && sentBytes == 0 ? GremlinResponse.NO_CONTENT : GremlinResponse.SUCCESS,
        last,
        opened);
  }

  private void send(int code, List<?> data, PartitaGraph opened) {
    long sent =
        sink.send(
            new GremlinResponse(
                request.requestId(), code, "", attributes(200, opened), new ArrayList<>(data)));
    if (sent < 0) {
      throw new TraversalInterruptedException();
    }
    sentBytes += sent;
    if (sentBytes > service.options().resultBytes() && code == GremlinResponse.PARTIAL) {
      throw tooLarge();
    }
  }

  private Map<String, Object> attributes(int status, @Nullable PartitaGraph opened) {
    long now = clock.nanos();
    double total = opened == null ? 0 : opened.traffic().charge().requestUnits();
    Map<String, Object> attributes = new LinkedHashMap<>();
    attributes.put("x-ms-status-code", status);
    attributes.put("x-ms-activity-id", activity.toString());
    attributes.put("x-ms-request-charge", Math.max(0, total - chunkCharge));
    attributes.put("x-ms-total-request-charge", total);
    attributes.put("x-ms-server-time-ms", (now - chunkNanos) / NANOS_PER_MILLI);
    attributes.put("x-ms-total-server-time-ms", (now - startNanos) / NANOS_PER_MILLI);
    chunkCharge = total;
    chunkNanos = now;
    return attributes;
  }

  private void fail(GremlinFailure failure, boolean modern) {
    Map<String, Object> attributes = attributes(failure.status(), graph);
    attributes.putAll(failure.attributes());
    // The service has no code of its own for throttling, and its clients read the attribute.
    int code =
        failure.code() == GremlinFailure.THROTTLED && !modern
            ? GremlinFailure.SERVER
            : failure.code();
    long _ =
        sink.send(
            new GremlinResponse(
                request.requestId(),
                code,
                failure.message(activity, request.requestId()),
                attributes,
                null));
  }
}
