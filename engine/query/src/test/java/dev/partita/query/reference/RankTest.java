package dev.partita.query.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.time.ManualClock;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonReader;
import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;
import dev.partita.query.compile.ContainerTraits;
import dev.partita.query.compile.Parameters;
import dev.partita.query.evaluate.Execution;
import dev.partita.query.syntax.QueryErrors;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RankTest {

  private static final List<JsonObject> DOCUMENTS =
      Stream.of(
              "{'id':'run','text':'She runs and runs','v':[1,0]}",
              "{'id':'swim','text':'He swims in a lake far from home','v':[0,1]}",
              "{'id':'both','text':'Swimming, then running','v':[0.7,0.7]}",
              "{'id':'none','text':'A quiet evening','v':[-1,0]}",
              "{'id':'number','text':5,'v':'x'}")
          .map(text -> (JsonObject) new JsonReader(8).read(text.replace('\'', '"')))
          .toList();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "RANK FullTextScore(c.text, 'run')             | run both",
        "RANK FullTextScore(c.text, 'swim', 'run')     | both run",
        "RANK FullTextScore(c.text, ['swim', 'run'])   | both run",
        "RANK FullTextScore(c.text, 'quiet evening')   | none",
        "RANK VectorDistance(c.v, [0, 1])              | swim both run none number",
        "VectorDistance(c.v, [0, 1])                   | swim both run none number",
        "RANK RRF(FullTextScore(c.text, 'run'), VectorDistance(c.v, [1, 0])) | run both",
        "RANK RRF(FullTextScore(c.text, 'run'), VectorDistance(c.v, [0, 1]), [1, 9]) | swim both",
        "RANK RRF(VectorDistance(c.v, [0, 1]), VectorDistance(c.v, [1, 0]), [0.1, -1]) | none swim"
      })
  void ordersTheBestFirst(String order, String first) {
    List<String> ids = ids("SELECT VALUE c.id FROM c ORDER BY " + order);
    assertThat(ids).hasSize(5);
    assertThat(ids).startsWith(first.split(" ", -1));
    assertThat(ids.getLast()).isEqualTo("number");
  }

  /** Clients that merge pages of several partitions do the same. */
  @Test
  void whatHasNoDistanceIsLessThanWhatHas() {
    String order = "ORDER BY VectorDistance(c.v, [0, 1], true, {distanceFunction: 'Euclidean'})";
    assertThat(ids("SELECT VALUE c.id FROM c " + order))
        .containsExactly("number", "swim", "both", "run", "none");
  }

  @Test
  void filtersAndWindowsApply() {
    assertThat(
            ids(
                "SELECT TOP 1 VALUE c.id FROM c WHERE c.id != 'both'"
                    + " ORDER BY RANK FullTextScore(c.text, 'swim')"))
        .containsExactly("swim");
    assertThat(
            ids(
                "SELECT VALUE c.id FROM c ORDER BY RANK FullTextScore(c.text, 'swim')"
                    + " OFFSET 1 LIMIT 1"))
        .containsExactly("swim");
  }

  /** Clients insert the statistics of all partitions into the queries they send to each. */
  @Test
  void componentsOfAPlanOrderAsTheWholeDoes() {
    assertThat(
            ids(
                "SELECT VALUE c.id FROM c"
                    + " ORDER BY _FullTextScore(c.text, ['swim', 'run'], 5, 9, [2, 2]) DESC"))
        .startsWith("both", "run", "swim");
    assertThat(
            run(
                "SELECT COUNT(1) AS documentCount, [{\"totalWordCount\":"
                    + " SUM(_FullTextWordCount(c.text)), \"hitCounts\":"
                    + " [COUNTIF(FullTextContains(c.text, \"swim\"))]}] AS fullTextStatistics"
                    + " FROM c"))
        .containsExactly(
            new JsonReader(8)
                .read(
                    "{\"documentCount\":5,\"fullTextStatistics\":"
                        + "[{\"totalWordCount\":9,\"hitCounts\":[2]}]}"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "FullTextContains(c.text, 'run')                             | run both",
        "FullTextContains(c.text, 'quiet evening')                   | none",
        "FullTextContainsAll(c.text, 'swim', 'run')                  | both",
        "FullTextContainsAny(c.text, 'lake', 'quiet')                | swim none",
        "FullTextContainsAny(c.text, 1, 'quiet')                     | none",
        "NOT FullTextContainsAll(c.text, 1, 'run')                   | swim none",
        "FULLTEXT_CONTAINS(c.text, {\"term\": 'lak', \"distance\": 1}) | swim",
        "NOT FullTextContains(c.text, 'run')                         | swim none",
        "FullTextContains(c.text, c.id)                              | run swim"
      })
  void findsWords(String filter, String found) {
    assertThat(ids("SELECT VALUE c.id FROM c WHERE " + filter))
        .containsExactly(found.split(" ", -1));
  }

  @Test
  void termsMustBeTexts() {
    assertThatExceptionOfType(DatabaseException.class)
        .isThrownBy(() -> ids("SELECT VALUE c.id FROM c ORDER BY RANK FullTextScore(c.text, 1)"))
        .withMessageContaining("must be strings");
  }

  @Test
  void weightsMayBeAParameter() {
    String order = "RANK RRF(FullTextScore(c.text, 'run'), VectorDistance(c.v, [0, 1]), @weights)";
    String query = "SELECT VALUE c.id FROM c ORDER BY " + order;
    assertThat(ids(query, "[1, 9]")).startsWith("swim", "both");
    assertThat(ids(query, "[9, 1]")).startsWith("run", "both");
  }

  @ParameterizedTest
  @ValueSource(strings = {"[1]", "[1, 'x']", "[1, 2, 3]", "5", "[]"})
  void aParameterMustHaveAWeightForEachScore(String weights) {
    String query =
        "SELECT VALUE c.id FROM c ORDER BY RANK"
            + " RRF(VectorDistance(c.v, [1, 0]), VectorDistance(c.v, [0, 1]), @weights)";
    assertThatExceptionOfType(DatabaseException.class)
        .isThrownBy(() -> ids(query, weights))
        .satisfies(
            refusal -> assertThat(QueryErrors.body(refusal).orElseThrow()).contains("\"SC2229\""));
  }

  @Test
  void equalRowsShareARank() {
    assertThat(RankFusion.ranks(new double[] {3, 1, 3, 2})).containsExactly(1, 3, 1, 2);
  }

  private static List<String> ids(String text) {
    return ids(run(text));
  }

  private static List<String> ids(String text, String weights) {
    JsonValue value = new JsonReader(8).read(weights.replace('\'', '"'));
    return ids(run(text, new Parameters(Map.of("@weights", value))));
  }

  private static List<String> ids(List<JsonValue> results) {
    return results.stream().map(id -> ((JsonString) id).value()).toList();
  }

  private static List<JsonValue> run(String text) {
    return run(text, Parameters.NONE);
  }

  private static List<JsonValue> run(String text, Parameters parameters) {
    List<JsonValue> results = new ArrayList<>();
    ReferenceQuery.compile(text, parameters, ContainerTraits.DEFAULT)
        .execute(DOCUMENTS, Execution.start(new ManualClock(0)))
        .forEachRemaining(results::add);
    return results;
  }
}
