package dev.partita.client;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonReader;
import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;
import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Response of a server, successful or not. */
public record ClientResponse(int status, HttpHeaders headers, byte[] body) {

  /** Text of a failed request; the server's own message is in the context. */
  public static final String REFUSED = "The server refused the request";

  /** Keys of the context of a failed request. */
  public static final String STATUS = "status";

  public static final String MESSAGE = "message";

  /** Key under which a command puts an explanation that replaces the server's message. */
  public static final String EXPLAINED = "explained";

  private static final String OLD_FORM = "Message: ";

  public boolean isSuccess() {
    return status < 400;
  }

  public Optional<String> header(String name) {
    return headers.firstValue(name);
  }

  /** Request units charged. */
  public double charge() {
    return number("x-ms-request-charge");
  }

  /** How long to wait before a retry; 0 if the server does not say. */
  public long retryAfterMillis() {
    return (long) Math.ceil(number("x-ms-retry-after-ms"));
  }

  /** Continuation token for the next page, if there is one. */
  public Optional<String> continuation() {
    return header("x-ms-continuation").filter(text -> !text.isEmpty());
  }

  public JsonValue json() {
    return JsonReader.DEFAULT.read(body);
  }

  public JsonObject object() {
    return JsonReader.DEFAULT.readObject(body);
  }

  /**
   * Returns this response if it is successful.
   *
   * @throws DatabaseException the failure otherwise
   */
  public ClientResponse orThrow() {
    if (isSuccess()) {
      return this;
    }
    throw refusal();
  }

  /** Failure that this response describes. */
  public DatabaseException refusal() {
    DatabaseException refusal =
        new DatabaseException(code(), REFUSED).with(STATUS, status).with(MESSAGE, message());
    JsonArray errors = errors();
    return errors.isEmpty() ? refusal : refusal.with("errors", errors);
  }

  /** Errors of a query, as JSON; beside the message, or within it. */
  private JsonArray errors() {
    try {
      JsonObject said = object();
      if (said.at("message") instanceof JsonString(var text) && text.startsWith(OLD_FORM)) {
        said = JsonReader.DEFAULT.readObject(lines(text)[0].getBytes(StandardCharsets.UTF_8));
      }
      return said.at("errors") instanceof JsonArray errors ? errors : JsonArray.EMPTY;
    } catch (DatabaseException e) {
      return JsonArray.EMPTY;
    }
  }

  private static String[] lines(String text) {
    return text.substring(OLD_FORM.length()).split("\r\n", 3);
  }

  /** Message of the server about a failure, without the parts that are for programs. */
  public String message() {
    JsonValue said;
    try {
      said = json();
    } catch (DatabaseException e) {
      // Not a response of Partita, or one of a proxy.
      return new String(body, StandardCharsets.UTF_8).strip();
    }
    return said instanceof JsonObject object && object.at("message") instanceof JsonString(var text)
        ? readable(text)
        : said.toString();
  }

  /**
   * Extracts the readable part of a message in the form for old clients: errors as JSON within the
   * text, a line with the activity id, and details. The last part is the most specific.
   */
  private static String readable(String text) {
    if (!text.startsWith(OLD_FORM)) {
      return text;
    }
    String[] lines = lines(text);
    if (lines.length == 3 && !lines[2].isBlank()) {
      return lines[2].strip();
    }
    try {
      return JsonReader.DEFAULT.read(lines[0]) instanceof JsonObject object
          ? String.join("; ", errors(object))
          : lines[0];
    } catch (DatabaseException e) {
      return lines[0];
    }
  }

  private static List<String> errors(JsonObject object) {
    var texts = new ArrayList<String>();
    for (String name : List.of("errors", "Errors")) {
      if (object.at(name) instanceof JsonArray errors) {
        for (JsonValue error : errors) {
          texts.add(error instanceof JsonObject one ? located(one) : ValueText.plain(error));
        }
      }
    }
    return texts;
  }

  private static String located(JsonObject error) {
    String message = ValueText.plain(error.at("message"));
    return error.at("location") instanceof JsonObject location
        ? "%s (at %s to %s)".formatted(message, location.at("start"), location.at("end"))
        : message;
  }

  private ErrorCode code() {
    int subStatus = (int) number("x-ms-substatus");
    ErrorCode nearest = status >= 500 ? ErrorCode.INTERNAL : ErrorCode.BAD_REQUEST;
    for (ErrorCode code : ErrorCode.values()) {
      if (code.status() == status && code.subStatus() == subStatus) {
        return code;
      }
      if (code.status() == status && nearest.status() != status) {
        nearest = code;
      }
    }
    return nearest;
  }

  private double number(String header) {
    try {
      return header(header).map(Double::parseDouble).orElse(0.0);
    } catch (NumberFormatException e) {
      throw new DatabaseException(ErrorCode.INTERNAL, "A header of the answer is not a number", e)
          .with("header", header);
    }
  }
}
