package dev.partita.script;

import dev.partita.base.error.DatabaseException;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import org.graalvm.polyglot.PolyglotException;

/**
 * Conversion of errors that a script did not catch into exceptions with the script's own message.
 * Pure functions.
 */
final class ScriptFailure {

  private static final String TEXT = "Encountered exception while executing Javascript.";
  private static final int CHARS_MAX = 4096;

  private ScriptFailure() {}

  /** Error that the prelude has caught and described. */
  static DatabaseException of(JsonObject described) {
    DatabaseException failure = DatabaseException.badRequest(TEXT);
    if (described.at("message") instanceof JsonString(String message)) {
      failure.with("Exception", shortened(message));
    }
    if (described.at("number") instanceof JsonNumber number) {
      failure.with("number", number.doubleValue());
    }
    if (described.at("stack") instanceof JsonString(String stack)) {
      failure.with("Stack trace", shortened(stack));
    }
    return failure;
  }

  /** Error that the prelude did not see: of a function, or of a promise without a handler. */
  static DatabaseException of(PolyglotException e) {
    return DatabaseException.badRequest(TEXT)
        .with("Exception", shortened(String.valueOf(e.getMessage())));
  }

  private static String shortened(String text) {
    return text.length() <= CHARS_MAX ? text : text.substring(0, CHARS_MAX) + "…";
  }
}
