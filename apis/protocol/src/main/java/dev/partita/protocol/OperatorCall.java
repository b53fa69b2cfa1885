package dev.partita.protocol;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonReader;
import dev.partita.net.http.Request;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A request of the admin API with its path and its query taken apart. Immutable. */
public final class OperatorCall {

  private final Request request;
  private final boolean readOnly;
  private final String rest;
  private final List<String> segments;

  /**
   * @param readOnly whether its sender may do no more than read
   * @param prefix what its path begins with
   * @throws DatabaseException BAD_REQUEST if the path is not well encoded
   */
  public OperatorCall(Request request, boolean readOnly, String prefix) {
    this.request = request;
    this.readOnly = readOnly;
    this.rest = request.path().substring(prefix.length());
    this.segments =
        Arrays.stream(rest.split("/", -1))
            .filter(segment -> !segment.isEmpty())
            // A plus is a plus in paths, unlike in queries.
            .map(segment -> decode(segment.replace("+", "%2B")))
            .toList();
  }

  public Request request() {
    return request;
  }

  /** Whether the sender may do no more than read. */
  public boolean readOnly() {
    return readOnly;
  }

  /** The name of the database that the path is about. */
  public String database() {
    return segments.get(1);
  }

  /** The name of the container that the path is about. */
  public String container() {
    return segments.get(3);
  }

  /**
   * What follows so many segments, as it was sent; empty if there is no more.
   *
   * @return begins with a slash unless it is empty
   */
  public String pathAfter(int count) {
    int slash = 0;
    for (int i = 0; i < count && slash >= 0; i++) {
      slash = rest.indexOf('/', slash + 1);
    }
    return slash < 0 ? "" : rest.substring(slash);
  }

  /** The decoded parts of the path behind the prefix. */
  public List<String> segments() {
    return segments;
  }

  /** A parameter of the query; null if it is missing or empty. */
  public @Nullable String parameter(String name) {
    for (String pair : request.query().split("&", -1)) {
      int equals = pair.indexOf('=');
      if (equals > 0 && decode(pair.substring(0, equals)).equals(name)) {
        String value = decode(pair.substring(equals + 1));
        return value.isEmpty() ? null : value;
      }
    }
    return null;
  }

  /**
   * @throws DatabaseException BAD_REQUEST if it is missing or empty
   */
  public String requiredParameter(String name) {
    String value = parameter(name);
    if (value == null) {
      throw DatabaseException.badRequest("The query lacks a parameter.").with("parameter", name);
    }
    return value;
  }

  /**
   * A number from 1 to the given maximum in the query.
   *
   * @throws DatabaseException BAD_REQUEST if it is there and out of its range
   */
  public int number(String name, int defaultValue, int max) {
    String value = parameter(name);
    if (value == null) {
      return defaultValue;
    }
    try {
      int number = Integer.parseInt(value);
      if (number >= 1 && number <= max) {
        return number;
      }
    } catch (NumberFormatException e) {
      throw invalid(name, value, max);
    }
    throw invalid(name, value, max);
  }

  private static DatabaseException invalid(String name, String value, int max) {
    return DatabaseException.badRequest("A parameter of the query is not a number in its range.")
        .with("parameter", name)
        .with("value", value)
        .with("minimum", 1)
        .with("maximum", max);
  }

  /** The body; without one, an object without properties. */
  public JsonObject json() {
    return request.body().length == 0
        ? JsonObject.EMPTY
        : JsonReader.DEFAULT.readObject(request.body());
  }

  /**
   * @throws DatabaseException METHOD_NOT_ALLOWED if the request has none of the methods
   */
  public void requireMethod(String... methods) {
    boolean allowed =
        Arrays.asList(methods).contains(request.method())
            || (request.method().equals("HEAD") && Arrays.asList(methods).contains("GET"));
    if (!allowed) {
      throw new DatabaseException(
              ErrorCode.METHOD_NOT_ALLOWED, "The resource does not have this method.")
          .with("method", request.method())
          .with("allowed", List.of(methods));
    }
  }

  /**
   * @throws DatabaseException FORBIDDEN if the call changes something and its sender may not
   */
  public void requireRight() {
    boolean reading = request.method().equals("GET") || request.method().equals("HEAD");
    if (readOnly && !reading) {
      throw new DatabaseException(
              ErrorCode.FORBIDDEN, "The key of the request allows reading only.")
          .with("method", request.method());
    }
  }

  public DatabaseException unknown() {
    return new DatabaseException(ErrorCode.NOT_FOUND, "There is no such resource.")
        .with("path", request.path());
  }

  private static String decode(String text) {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw DatabaseException.badRequest("The address is not well encoded.").with("part", text);
    }
  }
}
