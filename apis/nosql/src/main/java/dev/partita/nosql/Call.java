package dev.partita.nosql;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonReader;
import dev.partita.net.execution.InlineBudgetExceeded;
import dev.partita.net.http.Request;
import dev.partita.telemetry.RequestOutcome;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A request of this API with its path taken apart and its headers read in their own types. */
final class Call {

  private static final int ACTIVITY_ID_CHARS_MAX = 128;

  private final Request request;
  private final ResourcePath path;
  private final Intent intent;
  private final String activityId;
  private final RequestOutcome outcome;
  private final boolean bounded;

  /**
   * @param outcome is told what the request asks for
   * @throws DatabaseException BAD_REQUEST if the path or a header that decides what the request
   *     asks for is not well formed
   */
  Call(Request request, String activityId, RequestOutcome outcome) {
    this.request = request;
    this.activityId = activityId;
    this.outcome = outcome;
    this.bounded = false;
    this.path = ResourcePath.of(request);
    this.intent = Intent.of(this);
    OperationKinds.describe(this, outcome);
  }

  private Call(Call of) {
    this.request = of.request;
    this.activityId = of.activityId;
    this.outcome = of.outcome;
    this.bounded = true;
    this.path = of.path;
    this.intent = of.intent;
  }

  /** The same call where other requests wait for the thread. */
  Call bounded() {
    return new Call(this);
  }

  /** Whether it is to be given up with {@link InlineBudgetExceeded} when it takes long. */
  boolean isBounded() {
    return bounded;
  }

  /** What is reported of the request. */
  RequestOutcome outcome() {
    return outcome;
  }

  /** Whether the client has gone and waits for no answer; asked on any thread. */
  boolean isAbandoned() {
    return request.abandoned().getAsBoolean();
  }

  /**
   * The name that the client gave the request for finding it in logs, or a new one if that is none.
   */
  static String activityId(Request request) {
    String given = request.headers().first("x-ms-activity-id");
    return given == null || !isName(given) ? newActivityId() : given;
  }

  /** Whether a text can stand in headers and logs. */
  private static boolean isName(String text) {
    return !text.isBlank()
        && text.length() <= ACTIVITY_ID_CHARS_MAX
        && text.chars().allMatch(unit -> unit > ' ' && unit <= '~');
  }

  /** Like a random UUID, which nobody has to be unable to guess. */
  private static String newActivityId() {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    long high = (random.nextLong() & ~0xF000L) | 0x4000L;
    long low = (random.nextLong() >>> 2) | Long.MIN_VALUE;
    return new UUID(high, low).toString();
  }

  Request request() {
    return request;
  }

  String method() {
    return request.method();
  }

  ResourcePath path() {
    return path;
  }

  Intent intent() {
    return intent;
  }

  String activityId() {
    return activityId;
  }

  byte[] body() {
    return request.body();
  }

  JsonObject json() {
    return JsonReader.DEFAULT.readObject(request.body());
  }

  /** A header; null if it is missing or empty, which clients use for the same. */
  @Nullable String header(String name) {
    String value = request.headers().first(name);
    return value == null || value.isEmpty() ? null : value;
  }

  /**
   * What a header means; null if it is missing or empty.
   *
   * @throws DatabaseException what the parser throws, with the name of the header
   */
  <T> @Nullable T parsed(String name, Function<String, T> parser) {
    String value = header(name);
    try {
      return value == null ? null : parser.apply(value);
    } catch (DatabaseException e) {
      throw e.with("header", name);
    }
  }

  boolean flag(String name) {
    String value = header(name);
    if (value == null || value.equalsIgnoreCase("false")) {
      return false;
    }
    if (value.equalsIgnoreCase("true")) {
      return true;
    }
    throw invalid(name, value, "true or false");
  }

  /**
   * How many entries a page may have; the default where the client leaves it to the server. Clients
   * ask for none where a query has TOP 0, and get what the query has.
   */
  int maxItemCount(int defaultCount) {
    String value = header("x-ms-max-item-count");
    if (value == null) {
      return defaultCount;
    }
    try {
      int count = Integer.parseInt(value.trim());
      if (count > 0) {
        return count;
      }
      if (count == 0 || count == -1) {
        return defaultCount;
      }
    } catch (NumberFormatException e) {
      throw invalid("x-ms-max-item-count", value, "a number that is not negative, or -1");
    }
    throw invalid("x-ms-max-item-count", value, "a number that is not negative, or -1");
  }

  /** Whether the client does without the body of what it wrote. */
  boolean minimal() {
    String prefer = header("prefer");
    return prefer != null && prefer.toLowerCase(Locale.ROOT).contains("return=minimal");
  }

  DatabaseException methodNotAllowed() {
    return new DatabaseException(
            ErrorCode.METHOD_NOT_ALLOWED, "The resource does not have this method.")
        .with("method", method())
        .with("path", request.path());
  }

  static DatabaseException invalid(String header, String value, String expected) {
    return DatabaseException.badRequest("A header has a value that it cannot have.")
        .with("header", header)
        .with("value", value)
        .with("expected", expected);
  }
}
