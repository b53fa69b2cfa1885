package dev.partita.query;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.partita.json.JsonArray;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonReader;
import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;
import dev.partita.query.compile.Parameters;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Conformance cases, in a folder beside the repository or in that of the property {@code
 * partita.cases}. Tests that need them are skipped where they are missing.
 */
public final class Cases {

  /** Tests run in the folder of their module, two levels below the root of the repository. */
  private static final Path FOLDER =
      Path.of(System.getProperty("partita.cases", "../../../shared/cases/sql"));

  /** Cases have documents within documents. */
  private static final JsonReader READER = new JsonReader(512);

  private Cases() {}

  /** The cases of a file, by name and without its ending. */
  public static Stream<Case> of(String file) {
    return lines(file + ".jsonl").map(line -> new Case(READER.readObject(line.getBytes(UTF_8))));
  }

  static JsonArray dataset(String file) {
    return (JsonArray) READER.read(String.join("\n", lines(file).toList()));
  }

  private static Stream<String> lines(String file) {
    Path path = FOLDER.resolve(file);
    if (!Files.exists(path)) {
      return abort("There are no shared cases at " + path);
    }
    try {
      return Files.readAllLines(path).stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Query with its expected result. */
  public record Case(JsonObject json) {

    public String query() {
      return ((JsonString) json.at("query")).value();
    }

    public JsonValue at(String name) {
      return json.at(name);
    }

    public Parameters parameters() {
      Map<String, JsonValue> values = new HashMap<>();
      if (json.at("parameters") instanceof JsonArray list) {
        for (JsonValue each : list) {
          JsonObject parameter = (JsonObject) each;
          values.put(((JsonString) parameter.at("name")).value(), parameter.at("value"));
        }
      }
      return new Parameters(values);
    }

    /** Documents of the container. */
    public List<JsonObject> documents() {
      JsonArray documents =
          json.at("dataset") instanceof JsonString(String file)
              ? dataset(file)
              : json.at("documents") instanceof JsonArray inline ? inline : JsonArray.EMPTY;
      return documents.elements().stream().map(JsonObject.class::cast).toList();
    }

    @Override
    public String toString() {
      return json.at("id") + " " + query().replaceAll("\\s+", " ");
    }
  }
}
