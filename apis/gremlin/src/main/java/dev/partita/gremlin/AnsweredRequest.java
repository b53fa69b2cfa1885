package dev.partita.gremlin;

import dev.partita.telemetry.RequestDetail;
import java.util.OptionalInt;
import java.util.function.Supplier;

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
 * @param detail what the traversal is about
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
    long bytes,
    Supplier<RequestDetail> detail) {

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

  /** Of what does not come to a traversal. */
  static final Supplier<RequestDetail> NOTHING = () -> RequestDetail.NONE;

  static AnsweredRequest refused(GremlinFailure failure) {
    return new AnsweredRequest(
        Kind.OTHER,
        "",
        "",
        OptionalInt.empty(),
        failure.httpStatus(),
        failure.detail(),
        0,
        0,
        0,
        NOTHING);
  }
}
