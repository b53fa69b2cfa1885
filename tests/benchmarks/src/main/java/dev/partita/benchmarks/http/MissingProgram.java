package dev.partita.benchmarks.http;

/** A benchmark that cannot run, since the machine lacks something; the message says what. */
public final class MissingProgram extends RuntimeException {

  private static final long serialVersionUID = 1;

  public MissingProgram(String message) {
    super(message);
  }

  public MissingProgram(String message, Throwable cause) {
    super(message, cause);
  }
}
