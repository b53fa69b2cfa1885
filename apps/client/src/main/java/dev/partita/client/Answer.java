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

/** What a server answered, whether or not it did what was asked. */
public record Answer(int status, HttpHeaders headers, byte[] body) {

  /** The text of a refusal: what the server says is in its context. */
  public static final String REFUSED = "The server refused the request";

  /** The names of what the context of a refusal has. */
  public static final String STATUS = "status";

  public static final String MESSAGE = "message";

  /** What a command that knows more of the request says in the place of the message. */
  public static final String EXPLAINED = "explained";

  private static final String OLD_FORM = "Message: ";

  public boolean isSuccess() {
    return status < 400;
  }

  public Optional<String> header(String name) {
    return headers.firstValue(name);
  }

  /** The request units that it cost. */
  public double charge() {
    return number("x-ms-request-charge");
  }

  /** How long to wait before the same is asked again; 0 if the server says nothing about it. */
  public long retryAfterMillis() {
    return (long) Math.ceil(number("x-ms-retry-after-ms"));
  }

  /** What to send for the next page, if there is one. */
  public Optional<String> continuation() {
    return header("x-ms-continuation").filter(text -> !text.isEmpty());
  }

  public JsonValue json() {
    return JsonReader.DEFAULT.read(body);
  }

  public JsonObject object() {
    return JsonReader.DEFAULT.readObject(body);
  }

  /** This answer, if it is none of failure. */
  public Answer orThrow() {
    if (isSuccess()) {
      return this;
    }
    throw refusal();
  }

  /** The failure that this answer tells of. */
  public DatabaseException refusal() {
    DatabaseException refusal =
        new DatabaseException(code(), REFUSED).with(STATUS, status).with(MESSAGE, message());
    JsonArray errors = errors();
    return errors.isEmpty() ? refusal : refusal.with("errors", errors);
  }

  /** What is wrong with a query, as JSON; beside the message, or within it. */
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

  /** What the server says about a failure, without what only programs read. */
  public String message() {
    JsonValue said;
    try {
      said = json();
    } catch (DatabaseException e) {
      // Not one of our servers, or something between it and us.
      return new String(body, StandardCharsets.UTF_8).strip();
    }
    return said instanceof JsonObject object && object.at("message") instanceof JsonString(var text)
        ? readable(text)
        : said.toString();
  }

  /**
   * Some failures have the form that old clients look for: errors as JSON within the text, a line
   * for finding them in logs, and what there is to say besides. The last of it says most.
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
          texts.add(error instanceof JsonObject one ? located(one) : Texts.plain(error));
        }
      }
    }
    return texts;
  }

  private static String located(JsonObject error) {
    String message = Texts.plain(error.at("message"));
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
