package dev.partita.query.syntax;

import dev.partita.base.error.DatabaseException;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Failures of invalid queries. Each carries, under {@link #BODY} in its context, the JSON text that
 * the service puts into its response. Pure functions.
 */
public final class QueryErrors {

  /** Key of the JSON text in the context of the exception. */
  public static final String BODY = "errors";

  /** The name in the context of what to do about it, which is told behind the service's text. */
  public static final String ADVICE = "advice";

  private static final String TEXT = "The query is not valid.";

  private QueryErrors() {}

  /** Failure with the errors in the order in which they were found. */
  public static DatabaseException of(List<QueryError> errors) {
    List<JsonValue> list = new ArrayList<>();
    errors.forEach(error -> list.add(json(error)));
    return refusal(JsonObject.of("errors", JsonArray.of(list)));
  }

  public static DatabaseException of(QueryError error) {
    return of(List.of(error));
  }

  /** Failure in the older form, which is a list of messages alone. */
  public static DatabaseException plain(String message) {
    return refusal(JsonObject.of("Errors", JsonArray.of(JsonString.of(message))));
  }

  /** JSON text of the response, if the failure is of this kind. */
  public static Optional<String> body(DatabaseException failure) {
    return Optional.ofNullable(failure.context().get(BODY)).map(Object::toString);
  }

  private static DatabaseException refusal(JsonObject body) {
    return DatabaseException.badRequest(TEXT).with(BODY, body);
  }

  private static JsonObject json(QueryError error) {
    JsonObject.Builder json = JsonObject.builder().put("severity", "Error");
    if (error.span() != null) {
      json.put(
          "location",
          JsonObject.builder()
              .put("start", error.span().start())
              .put("end", error.span().end())
              .build());
    }
    if (error.code() != null) {
      json.put("code", code(error.code()));
    }
    return json.put("message", error.message()).build();
  }

  private static JsonValue code(String code) {
    return code.chars().allMatch(Character::isDigit)
        ? JsonNumber.of(Long.parseLong(code))
        : JsonString.of(code);
  }
}
