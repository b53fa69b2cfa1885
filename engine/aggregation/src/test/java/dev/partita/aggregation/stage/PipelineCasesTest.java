package dev.partita.aggregation.stage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.aggregation.expression.AggregationExpressions;
import dev.partita.aggregation.pipeline.Pipeline;
import dev.partita.aggregation.pipeline.PipelineLanguage;
import dev.partita.aggregation.pipeline.PipelineReader;
import dev.partita.aggregation.pipeline.PipelineRun;
import dev.partita.aggregation.pipeline.Place;
import dev.partita.aggregation.stream.DocumentStream;
import dev.partita.aggregation.stream.Workspace;
import dev.partita.bson.BsonArray;
import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonOrder;
import dev.partita.bson.BsonValue;
import dev.partita.bson.ExtendedJson;
import dev.partita.mql.MqlException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Collections, pipelines and what MongoDB 7.0 makes of them, texts of failures included. */
final class PipelineCasesTest {

  private static final MemoryCollections COLLECTIONS = new MemoryCollections();
  private static final PipelineReader READER = new PipelineReader(Stages.all());
  private static final PipelineLanguage LANGUAGE =
      new PipelineLanguage(
          "cases",
          null,
          new AggregationExpressions(BsonOrder.SIMPLE, Set.of(), new Random(1)),
          new Random(1));

  @TempDir static Path folder;

  static Stream<String> cases() throws IOException {
    List<String> cases = new ArrayList<>();
    for (String name : List.of("pipelines.jsonl", "windows.jsonl")) {
      for (String line : lines(name)) {
        if (line.startsWith("{\"collection\"")) {
          BsonDocument collection = ExtendedJson.parse(line);
          COLLECTIONS.put(
              field(collection, "collection").asString(),
              documents(field(collection, "documents")));
        } else {
          cases.add(line);
        }
      }
    }
    return cases.stream();
  }

  private static List<String> lines(String name) throws IOException {
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(
                Objects.requireNonNull(PipelineCasesTest.class.getResourceAsStream("../" + name)),
                StandardCharsets.UTF_8))) {
      return reader.lines().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void hasTheResultThatMongoDbGives(String line) {
    BsonDocument recorded = ExtendedJson.parse(line);
    String on = field(recorded, "on").asString();
    BsonArray stages = field(recorded, "pipeline").asArray();
    BsonValue code = recorded.get("code");
    if (code != null) {
      String text = field(recorded, "text").asString();
      assertThatThrownBy(() -> run(on, stages, Workspace.STAGE_BYTES_MAX))
          .isInstanceOfSatisfying(
              MqlException.class,
              e -> {
                assertThat(withoutInput(e.text())).isEqualTo(withoutInput(text));
                assertThat(e.code()).isEqualTo(code.asInt32());
              });
      return;
    }
    List<BsonDocument> expected = documents(field(recorded, "result"));
    // With room for next to nothing, all that sorts and groups goes through files.
    for (long bytes : List.of(Workspace.STAGE_BYTES_MAX, 700L)) {
      List<BsonDocument> found = run(on, stages, bytes);
      if (recorded.has("unordered")) {
        assertThat(found).containsExactlyInAnyOrderElementsOf(expected);
      } else {
        assertThat(found).isEqualTo(expected);
      }
    }
  }

  /** Texts end with as much of a document as MongoDB has read of it. */
  private static String withoutInput(String text) {
    int input = text.indexOf(" Input document: ");
    return input < 0 ? text : text.substring(0, input);
  }

  private static List<BsonDocument> run(String on, BsonArray stages, long stageBytes) {
    Workspace workspace = new Workspace(1L << 30, stageBytes, folder);
    PipelineRun run = new PipelineRun(COLLECTIONS, workspace, true);
    Pipeline pipeline = READER.read(stages, LANGUAGE, Place.COMMAND);
    List<BsonDocument> found = new ArrayList<>();
    try (DocumentStream stream = pipeline.open(on, run)) {
      for (BsonDocument each = stream.next(); each != null; each = stream.next()) {
        found.add(each);
      }
    }
    return found;
  }

  private static List<BsonDocument> documents(BsonValue array) {
    return array.asArray().stream().map(BsonValue::asDocument).toList();
  }

  private static BsonValue field(BsonDocument document, String name) {
    return Objects.requireNonNull(document.get(name));
  }
}
