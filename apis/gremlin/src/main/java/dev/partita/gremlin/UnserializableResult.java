package dev.partita.gremlin;

import java.io.Serial;

/** Thrown for a result that cannot be sent; the evaluation says so instead. */
final class UnserializableResult extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  private final transient Failure failure;

  UnserializableResult(Failure failure, Throwable cause) {
    super(failure.text(), cause);
    this.failure = failure;
  }

  Failure failure() {
    return failure;
  }
}
