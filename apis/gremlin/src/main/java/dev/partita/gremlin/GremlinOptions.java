package dev.partita.gremlin;

import dev.partita.protocol.account.AccountKeys;
import org.jspecify.annotations.Nullable;

/**
 * Options of the Gremlin API. Immutable.
 *
 * @param keys keys that clients authenticate with; null allows everything to every client
 * @param evaluationMillis time limit of a traversal
 * @param scriptBytes maximum length of a script
 * @param operatorsMax maximum number of steps of a traversal, including nested ones
 * @param resultBytes maximum size of a traversal's results
 * @param heldMax maximum number of elements that a step may collect
 */
public record GremlinOptions(
    @Nullable AccountKeys keys,
    long evaluationMillis,
    int scriptBytes,
    int operatorsMax,
    long resultBytes,
    int heldMax) {

  static final int EVALUATION_MILLIS = 30_000;
  private static final int SCRIPT_BYTES = 64 << 10;
  private static final int OPERATORS_MAX = 400;
  private static final long RESULT_BYTES = 256L << 20;
  private static final int HELD_MAX = 1_000_000;

  /** Default limits, which are those of the service. */
  public static GremlinOptions of(@Nullable AccountKeys keys) {
    return new GremlinOptions(
        keys, EVALUATION_MILLIS, SCRIPT_BYTES, OPERATORS_MAX, RESULT_BYTES, HELD_MAX);
  }

  public GremlinOptions withEvaluationMillis(long millis) {
    return new GremlinOptions(keys, millis, scriptBytes, operatorsMax, resultBytes, heldMax);
  }

  public GremlinOptions withHeldMax(int elements) {
    return new GremlinOptions(
        keys, evaluationMillis, scriptBytes, operatorsMax, resultBytes, elements);
  }
}
