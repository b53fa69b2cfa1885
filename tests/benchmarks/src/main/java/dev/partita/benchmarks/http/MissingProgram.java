package dev.partita.benchmarks.http;

/** A benchmark cannot run because a program is missing; the message says which. */
public final class MissingProgram extends RuntimeException {

  private static final long serialVersionUID = 1;

  public MissingProgram(String message) {
    super(message);
  }

  public MissingProgram(String message, Throwable cause) {
    super(message, cause);
  }
}
