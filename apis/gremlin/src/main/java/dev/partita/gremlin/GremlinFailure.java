package dev.partita.gremlin;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.error.Reasons;
import dev.partita.net.transport.RateLimitedLog;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.apache.tinkerpop.gremlin.process.traversal.util.TraversalInterruptedException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Failure in the terms of the protocol: its code, the code of the service, and a text with fields
 * that clients parse. Immutable.
 *
 * @param code code of the protocol
 * @param status code of the service
 */
record GremlinFailure(
    int code, int status, int subStatus, String kind, String text, long retryMillis) {

  private static final Logger log = LoggerFactory.getLogger(GremlinFailure.class);
  private static final RateLimitedLog limited = RateLimitedLog.of(GremlinFailure.class);

  static final int UNAUTHORIZED = 401;
  static final int FORBIDDEN = 403;
  static final int THROTTLED = 429;
  static final int MALFORMED = 498;
  static final int INVALID = 499;
  static final int SERVER = 500;
  static final int EVALUATION = 597;
  static final int TIMEOUT = 598;
  static final int SERIALIZATION = 599;

  private static final int STATUS_RUNTIME = 1002;
  private static final int STATUS_MEMORY = 1003;
  private static final int STATUS_MALFORMED = 1004;
  private static final int STATUS_TIMEOUT = 1009;

  static GremlinFailure malformed(String text) {
    return new GremlinFailure(MALFORMED, STATUS_MALFORMED, 0, "GraphMalformedException", text, 0);
  }

  static GremlinFailure invalid(String text) {
    return new GremlinFailure(INVALID, STATUS_MALFORMED, 0, "GraphMalformedException", text, 0);
  }

  static GremlinFailure timeout(long millis) {
    return new GremlinFailure(
        TIMEOUT,
        STATUS_TIMEOUT,
        0,
        "GraphTimeoutException",
        "The traversal took longer than it may, " + millis + " ms. Narrow it, or divide it.",
        0);
  }

  /** Failure for an exception while a traversal was parsed or evaluated. */
  static GremlinFailure of(Throwable failure) {
    return switch (failure) {
      case DatabaseException e -> of(e);
      case UnserializableResult e -> e.failure();
      case TraversalInterruptedException _ ->
          new GremlinFailure(
              TIMEOUT, STATUS_TIMEOUT, 0, "GraphTimeoutException", "The traversal was ended.", 0);
      case StackOverflowError _ ->
          new GremlinFailure(
              EVALUATION,
              STATUS_MEMORY,
              0,
              "GraphRuntimeException",
              "The traversal is nested too deeply.",
              0);
      case OutOfMemoryError _ ->
          new GremlinFailure(
              SERVER,
              STATUS_MEMORY,
              0,
              "GraphMemoryException",
              "The traversal needs more memory than there is. Narrow it.",
              0);
      case Error e -> internal(e);
      default -> caused(failure);
    };
  }

  private static GremlinFailure caused(Throwable failure) {
    Throwable cause = failure.getCause();
    if (cause != null && !(cause instanceof Error)) {
      return of(cause);
    }
    String text = String.valueOf(failure.getMessage());
    if (text.contains("already exists")) {
      return new GremlinFailure(SERVER, 409, 0, "ResourceExistsException", text, 0);
    }
    if (failure instanceof NullPointerException && isOfSteps(failure)) {
      log.debug("A traversal lacks a value", failure);
      return new GremlinFailure(
          EVALUATION,
          STATUS_RUNTIME,
          0,
          "GraphRuntimeException",
          "A step has nothing where it needs a value: null is none.",
          0);
    }
    if (failure instanceof NullPointerException || failure instanceof LinkageError) {
      return internal(failure);
    }
    return new GremlinFailure(
        EVALUATION, STATUS_RUNTIME, 0, "GraphRuntimeException", Reasons.of(failure), 0);
  }

  /** Whether a step of TinkerPop has thrown for a null, which only traversals contain. */
  private static boolean isOfSteps(Throwable failure) {
    for (StackTraceElement frame : failure.getStackTrace()) {
      String name = frame.getClassName();
      if (name.startsWith("dev.partita.") || name.startsWith("org.apache.tinkerpop.")) {
        return name.startsWith("org.");
      }
    }
    return false;
  }

  private static GremlinFailure internal(Throwable failure) {
    limited.error(
        "A traversal has failed for a reason that is not the client's",
        Thread.currentThread().getName(),
        failure);
    return new GremlinFailure(
        SERVER, 500, 0, "InternalServerException", "The server has failed; its log says how.", 0);
  }

  private static GremlinFailure of(DatabaseException e) {
    ErrorCode code = e.code();
    String text = e.getMessage();
    return switch (code) {
      case BAD_REQUEST, PARTITION_KEY_MISMATCH, UNSUPPORTED ->
          new GremlinFailure(
              EVALUATION,
              400,
              0,
              text.startsWith(Tokens.COMPILATION)
                  ? "GraphCompileException"
                  : "GraphRuntimeException",
              text,
              0);
      case UNAUTHORIZED ->
          new GremlinFailure(UNAUTHORIZED, 401, 0, "UnauthorizedException", text, 0);
      case FORBIDDEN -> new GremlinFailure(FORBIDDEN, 403, 0, "ForbiddenException", text, 0);
      case THROTTLED ->
          new GremlinFailure(
              THROTTLED,
              429,
              code.subStatus(),
              "RequestRateTooLargeException",
              text,
              e.context().get("retryAfterMillis") instanceof Number millis
                  ? millis.longValue()
                  : 1);
      case TOO_LARGE ->
          new GremlinFailure(EVALUATION, STATUS_MEMORY, 0, "GraphLimitException", text, 0);
      case TIMEOUT ->
          new GremlinFailure(TIMEOUT, STATUS_TIMEOUT, 0, "GraphTimeoutException", text, 0);
      case INTERNAL, CORRUPT, INCOMPATIBLE_FORMAT -> internal(e);
      default ->
          new GremlinFailure(
              SERVER, code.status(), code.subStatus(), "DocumentClientException", text, 0);
    };
  }

  /** Status in HTTP's terms, for metrics. */
  int httpStatus() {
    return switch (status) {
      case STATUS_RUNTIME, STATUS_MALFORMED -> 400;
      case STATUS_MEMORY -> 413;
      case STATUS_TIMEOUT -> 408;
      default -> status >= 400 && status < 600 ? status : 500;
    };
  }

  /**
   * Checks a strategy: those that affect nothing but speed may be asked for, and all except
   * verifications may be left out.
   */
  int detail() {
    return status == httpStatus() ? subStatus : status;
  }

  /** Text of the status, with the fields of the service. */
  String message(UUID activity, UUID request) {
    return "\n\nActivityId : "
        + activity
        + "\nExceptionType : "
        + kind
        + "\nExceptionMessage :\n\t"
        + text.replace("\n", "\n\t")
        + "\n\tGremlinRequestId : "
        + request
        + "\n\tContext : graphcompute\n\tGraphInterOpStatusCode : "
        + interOp()
        + "\n\tHResult : 0x80131500\n";
  }

  private String interOp() {
    return switch (status) {
      case 400 -> kind.equals("GraphCompileException") ? "QuerySyntaxError" : "GraphRuntimeError";
      case STATUS_RUNTIME -> "GraphRuntimeError";
      case STATUS_TIMEOUT -> "GraphTimeoutError";
      case 429 -> "RequestRateTooLarge";
      default -> "ServerError";
    };
  }

  Map<String, Object> attributes() {
    Map<String, Object> attributes = new LinkedHashMap<>();
    attributes.put("x-ms-status-code", status);
    attributes.put("x-ms-substatus-code", subStatus);
    if (retryMillis > 0) {
      attributes.put("x-ms-retry-after-ms", timeSpan(retryMillis));
    }
    return attributes;
  }

  /** Duration in the format that clients parse: hours, minutes, seconds and ten-millionths. */
  static String timeSpan(long millis) {
    return String.format(
        Locale.ROOT,
        "%02d:%02d:%02d.%07d",
        millis / 3_600_000,
        millis / 60_000 % 60,
        millis / 1_000 % 60,
        millis % 1_000 * 10_000);
  }
}
