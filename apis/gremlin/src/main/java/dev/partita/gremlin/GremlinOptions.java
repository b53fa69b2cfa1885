package dev.partita.gremlin;

import dev.partita.protocol.account.AccountKeys;
import org.jspecify.annotations.Nullable;

/**
 * How the Gremlin API behaves.
 *
 * @param keys what clients prove themselves with; null lets everyone do everything
 * @param evaluationMillis how long a traversal may take
 * @param scriptBytes the longest script
 * @param operatorsMax how many steps a traversal may have, nested ones included
 * @param resultBytes how much a traversal may return
 * @param heldMax how many elements a step may collect before it goes on
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

  /** The limits of the service. */
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
