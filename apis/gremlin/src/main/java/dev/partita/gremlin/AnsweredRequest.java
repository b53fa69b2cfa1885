package dev.partita.gremlin;

import java.util.OptionalInt;

/**
 * Request with its outcome, for metrics and the request log. Immutable.
 *
 * @param graph the names of a database and a container; empty if the request failed before it named
 *     them
 * @param partition the number of the physical partition that served it; empty if it was none or
 *     several
 * @param status the status in HTTP's terms
 * @param subStatus the code of the service if it is more specific than the status; otherwise 0
 * @param bytes the length of the response
 */
public record AnsweredRequest(
    Kind kind,
    String database,
    String graph,
    OptionalInt partition,
    int status,
    int subStatus,
    double requestUnits,
    long nanos,
    long bytes) {

  /** Kind of request. */
  public enum Kind {
    /** Traversal that only reads. */
    READ,
    /** Traversal that changes elements. */
    CHANGE,
    /** Creation of a graph. */
    CREATE_GRAPH,
    /** Request without a traversal. */
    OTHER
  }

  static AnsweredRequest refused(GremlinFailure failure) {
    return new AnsweredRequest(
        Kind.OTHER, "", "", OptionalInt.empty(), failure.httpStatus(), failure.detail(), 0, 0, 0);
  }
}
