package dev.partita.testing;

import org.jspecify.annotations.Nullable;

/** A server for tests cannot be found or started, or refuses what it is asked for. */
public final class TestServerException extends RuntimeException {

  private static final long serialVersionUID = 1;

  public TestServerException(String message) {
    this(message, null);
  }

  public TestServerException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
