package dev.partita.gremlin;

import dev.partita.base.error.DatabaseException;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.apache.tinkerpop.gremlin.process.traversal.Bytecode;
import org.apache.tinkerpop.gremlin.util.Tokens;
import org.apache.tinkerpop.gremlin.util.message.RequestMessage;
import org.jspecify.annotations.Nullable;

/**
 * Traversal that a client asks for. Immutable.
 *
 * @param script null if it is bytecode
 * @param bytecode null if it is a script
 * @param bindings values of the script's variables
 * @param timeoutMillis time limit that the client sets; 0 if it sets none
 * @param batchSize number of results of a message
 * @param namesOnly whether elements are returned with id and label alone, without properties
 */
record TraversalRequest(
    UUID requestId,
    @Nullable String script,
    @Nullable Bytecode bytecode,
    Map<String, Object> bindings,
    long timeoutMillis,
    int batchSize,
    boolean namesOnly) {

  private static final int BATCH = 64;
  private static final int BATCH_MAX = 10_000;

  /**
   * @throws DatabaseException BAD_REQUEST if a required field is missing
   */
  static TraversalRequest of(RequestMessage request) {
    Map<String, Object> arguments = request.getArgs();
    Object gremlin = arguments.get(Tokens.ARGS_GREMLIN);
    boolean bytecode = request.getOp().equals(Tokens.OPS_BYTECODE);
    if (bytecode ? !(gremlin instanceof Bytecode) : !(gremlin instanceof String)) {
      throw DatabaseException.badRequest("A request has its traversal in the argument gremlin.")
          .with("op", request.getOp());
    }
    return new TraversalRequest(
        request.getRequestId(),
        gremlin instanceof String script ? script : null,
        gremlin instanceof Bytecode code ? code : null,
        bindings(arguments.get(Tokens.ARGS_BINDINGS)),
        number(arguments.get(Tokens.ARGS_EVAL_TIMEOUT), 0),
        Math.clamp(number(arguments.get(Tokens.ARGS_BATCH_SIZE), BATCH), 1, BATCH_MAX),
        Tokens.MATERIALIZE_PROPERTIES_TOKENS.equals(
            arguments.get(Tokens.ARGS_MATERIALIZE_PROPERTIES)));
  }

  static TraversalRequest script(UUID requestId, String script, Map<String, Object> bindings) {
    return new TraversalRequest(requestId, script, null, bindings, 0, BATCH, false);
  }

  /**
   * Applies the options of the traversal itself, as in {@code g.with('evaluationTimeout', 500)}.
   */
  TraversalRequest with(Map<String, Object> options) {
    Object properties = options.get(Tokens.ARGS_MATERIALIZE_PROPERTIES);
    return new TraversalRequest(
        requestId,
        script,
        bytecode,
        bindings,
        number(options.get(Tokens.ARGS_EVAL_TIMEOUT), timeoutMillis),
        Math.clamp(number(options.get(Tokens.ARGS_BATCH_SIZE), batchSize), 1, BATCH_MAX),
        properties == null ? namesOnly : Tokens.MATERIALIZE_PROPERTIES_TOKENS.equals(properties));
  }

  private static long number(@Nullable Object value, long otherwise) {
    return value instanceof Number number ? number.longValue() : otherwise;
  }

  private static Map<String, Object> bindings(@Nullable Object given) {
    Map<String, Object> bindings = new HashMap<>();
    if (given instanceof Map<?, ?> map) {
      map.forEach((name, value) -> bindings.put(String.valueOf(name), value));
    }
    return bindings;
  }
}
