package dev.partita.gremlin;

import java.io.Serial;

/** Thrown for a result that cannot be serialised; the evaluation responds with an error. */
final class UnserializableResult extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  private final transient GremlinFailure failure;

  UnserializableResult(GremlinFailure failure, Throwable cause) {
    super(failure.text(), cause);
    this.failure = failure;
  }

  GremlinFailure failure() {
    return failure;
  }
}
