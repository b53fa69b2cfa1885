package dev.partita.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.base.time.ManualClock;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonReader;
import dev.partita.json.JsonUndefined;
import dev.partita.json.JsonValue;
import dev.partita.query.compile.ContainerTraits;
import dev.partita.query.compile.Parameters;
import dev.partita.query.evaluate.Execution;
import dev.partita.query.reference.ReferenceQuery;
import java.util.ArrayList;
import java.util.List;

/** Shorthand for the evaluation of expressions and queries. */
public final class Evaluation {

  /** Time of all executions: the first of January 2024, at noon. */
  public static final long NOW_MILLIS = 1_704_110_400_000L;

  private static final double TOLERANCE = 1e-12;

  private Evaluation() {}

  /** The value of an expression without a row. */
  public static JsonValue value(String expression) {
    List<JsonValue> results = results("SELECT VALUE " + expression, List.of());
    assertThat(results).hasSizeLessThanOrEqualTo(1);
    return results.isEmpty() ? JsonUndefined.UNDEFINED : results.getFirst();
  }

  public static List<JsonValue> results(String query, List<JsonObject> documents) {
    return results(query, documents, ContainerTraits.DEFAULT);
  }

  public static List<JsonValue> results(
      String query, List<JsonObject> documents, ContainerTraits traits) {
    List<JsonValue> results = new ArrayList<>();
    ReferenceQuery.compile(query, Parameters.NONE, traits)
        .execute(documents, Execution.start(new ManualClock(NOW_MILLIS)))
        .forEachRemaining(results::add);
    return results;
  }

  /** Checks that an expression has a value, written as JSON or as undefined. */
  public static void check(String expression, String expected) {
    JsonValue actual = value(expression);
    JsonValue wanted = json(expected);
    if (wanted instanceof JsonNumber w && actual instanceof JsonNumber a) {
      double difference = Math.abs(a.doubleValue() - w.doubleValue());
      assertThat(difference)
          .as("%s is %s, not %s", expression, actual, wanted)
          .isLessThanOrEqualTo(Math.abs(w.doubleValue()) * TOLERANCE);
    } else {
      assertThat(actual).as(expression).isEqualTo(wanted);
    }
  }

  public static JsonValue json(String text) {
    return text.equals("undefined") ? JsonUndefined.UNDEFINED : new JsonReader(64).read(text);
  }

  public static JsonObject object(String text) {
    return (JsonObject) json(text);
  }
}
