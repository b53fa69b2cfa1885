package dev.partita.script;

import dev.partita.base.error.DatabaseException;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import org.graalvm.polyglot.PolyglotException;

/** How an error that a script did not catch is told, with what the script says of it. */
final class ScriptFailure {

  private static final String TEXT = "Encountered exception while executing Javascript.";
  private static final int CHARS_MAX = 4096;

  private ScriptFailure() {}

  /** An error that the prelude has caught and described. */
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

  /** An error that got past the prelude: of a function, or of a promise that nobody waits for. */
  static DatabaseException of(PolyglotException e) {
    return DatabaseException.badRequest(TEXT)
        .with("Exception", shortened(String.valueOf(e.getMessage())));
  }

  private static String shortened(String text) {
    return text.length() <= CHARS_MAX ? text : text.substring(0, CHARS_MAX) + "…";
  }
}
