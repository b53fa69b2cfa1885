package dev.partita.base.error;

import java.io.Serial;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The one exception of the database: a code, a constant message, and the values that vary as
 * context. Failures that are part of normal work (a taken id, an exhausted budget) carry no stack
 * trace: it would be of no use and filling it in costs more than the request.
 */
public final class DatabaseException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  private final ErrorCode code;
  private final String text;
  // Insertion-ordered and serialisable: the values are strings, numbers and booleans.
  private final LinkedHashMap<String, Object> context = new LinkedHashMap<>();

  public DatabaseException(ErrorCode code, String text) {
    this(code, text, null);
  }

  public DatabaseException(ErrorCode code, String text, @Nullable Throwable cause) {
    super(text, cause, false, cause != null || code.status() >= 500);
    this.code = code;
    this.text = text;
  }

  /** Adds a named value; it replaces an earlier value of the name. */
  public DatabaseException with(String name, Object value) {
    context.put(
        name,
        switch (value) {
          case Number number -> number;
          case Boolean truth -> truth;
          case Throwable cause -> Reasons.of(cause);
          default -> value.toString();
        });
    return this;
  }

  public ErrorCode code() {
    return code;
  }

  /** The message without the context. */
  public String text() {
    return text;
  }

  public Map<String, Object> context() {
    return Collections.unmodifiableMap(context);
  }

  /** The message followed by the context, for people. */
  @Override
  public String getMessage() {
    return text + Reasons.details(context);
  }

  public static DatabaseException badRequest(String text) {
    return new DatabaseException(ErrorCode.BAD_REQUEST, text);
  }
}
