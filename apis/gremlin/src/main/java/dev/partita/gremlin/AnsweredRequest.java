package dev.partita.gremlin;

/**
 * A request and what became of it, for those who count and log. Immutable.
 *
 * @param graph the names of a database and a container; empty if the request got to none
 * @param partition the number of the physical partition that was asked; empty if it was none or
 *     several
 * @param status as HTTP has it
 * @param subStatus the code of the service, where HTTP has none that says as much; else 0
 * @param bytes the length of what was answered
 */
public record AnsweredRequest(
    Kind kind,
    String database,
    String graph,
    String partition,
    int status,
    int subStatus,
    double requestUnits,
    long nanos,
    long bytes) {

  /** What a request asks for. */
  public enum Kind {
    /** A traversal that only reads. */
    READ,
    /** A traversal that changes something. */
    CHANGE,
    /** A graph is to be created. */
    CREATE_GRAPH,
    /** What did not come to a traversal. */
    OTHER
  }

  static AnsweredRequest refused(Failure failure) {
    return new AnsweredRequest(
        Kind.OTHER, "", "", "", failure.httpStatus(), failure.detail(), 0, 0, 0);
  }
}
