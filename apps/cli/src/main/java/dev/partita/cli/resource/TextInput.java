package dev.partita.cli.resource;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.cli.shell.Command;
import dev.partita.cli.shell.Environment;
import dev.partita.cli.shell.OptionValue;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonReader;
import dev.partita.json.JsonValue;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Text from the command line, from a file, or from standard input. */
final class TextInput {

  private static final String STANDARD_INPUT = "-";

  private final Environment environment;
  private final OptionValue positional;
  private final OptionValue file;

  /**
   * @param label name of the text in the help
   */
  TextInput(Environment environment, Command command, String label, String description) {
    this.environment = environment;
    this.positional =
        command.positional(
            0, label, false, description + " Without it, or with -, it comes from standard input.");
    this.file = command.optional("--file,-f", "FILE", "Take it from a file.");
  }

  String read() {
    Optional<String> given = positional.optional();
    if (given.isPresent() && file.optional().isPresent()) {
      throw file.invalid("The text is given in place or in a file, not both");
    }
    if (given.isPresent() && !given.get().equals(STANDARD_INPUT)) {
      return given.get();
    }
    Optional<String> name = file.optional().filter(text -> !text.equals(STANDARD_INPUT));
    try {
      return name.isPresent()
          ? Files.readString(Path.of(name.get()))
          : new String(environment.in().readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw unreadable(name.orElse("standard input"), e);
    }
  }

  JsonObject readObject() {
    JsonValue value = JsonReader.DEFAULT.read(read());
    if (value instanceof JsonObject object) {
      return object;
    }
    throw DatabaseException.badRequest("The JSON text must be an object");
  }

  /** Parses an option whose value is JSON, or an at sign and the name of a file with JSON. */
  static Optional<JsonValue> json(OptionValue option) {
    return option
        .optional()
        .map(
            text -> {
              if (!text.startsWith("@")) {
                return JsonReader.DEFAULT.read(text);
              }
              try {
                return JsonReader.DEFAULT.read(Files.readAllBytes(Path.of(text.substring(1))));
              } catch (IOException e) {
                throw unreadable(text.substring(1), e);
              }
            });
  }

  private static DatabaseException unreadable(String source, IOException cause) {
    return new DatabaseException(ErrorCode.BAD_REQUEST, "Cannot read the text", cause)
        .with("source", source)
        .with("reason", cause);
  }
}
