package dev.partita.query;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.time.ManualClock;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.query.compile.ContainerTraits;
import dev.partita.query.compile.Parameters;
import dev.partita.query.evaluate.Execution;
import dev.partita.query.evaluate.ExecutionLimits;
import dev.partita.query.evaluate.UserFunctions;
import dev.partita.query.key.KeyDefinition;
import dev.partita.query.plan.QueryFeature;
import dev.partita.query.plan.QueryPlanner;
import dev.partita.query.reference.ReferenceQuery;
import dev.partita.query.syntax.Query;
import dev.partita.query.syntax.Sql;
import dev.partita.query.syntax.SqlPrinter;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * Arbitrary texts as queries. A normal run uses the inputs beside the class; with the variable
 * JAZZER_FUZZ set to 1 a run generates new ones until one fails.
 */
class SqlFuzzTest {

  private static final int MAX_RESULTS = 1000;

  private static final List<JsonObject> ITEMS =
      List.of(
          Evaluation.object(
              "{\"id\":\"1\",\"a\":1,\"b\":\"x\",\"c\":[1,\"y\",null],\"d\":{\"e\":true}}"),
          Evaluation.object("{\"id\":\"2\",\"a\":\"1\",\"b\":-2.5,\"c\":{\"type\":\"Point\"}}"),
          Evaluation.object("{\"id\":\"3\",\"v\":[0.5,1],\"text\":\"a dog and a cat\"}"));

  private static final Parameters PARAMETERS = new Parameters(Map.of("@p", JsonString.of("a")));

  @FuzzTest
  void whatIsReadPrintsAsTheSameQuery(byte[] bytes) {
    Query query;
    try {
      query = Sql.parse(new String(bytes, UTF_8));
    } catch (DatabaseException _) {
      // Most texts are not queries.
      return;
    }
    assertThat(Sql.parse(SqlPrinter.print(query))).isEqualTo(query);
  }

  @FuzzTest
  void queriesFailOnlyInTheWayOfTheDatabase(byte[] bytes) {
    String text = new String(bytes, UTF_8);
    try {
      QueryPlanner.plan(
          Sql.parse(text),
          PARAMETERS,
          ContainerTraits.DEFAULT,
          KeyDefinition.of(List.of("/a", "/b"), "MultiHash"),
          EnumSet.allOf(QueryFeature.class));
    } catch (DatabaseException _) {
      // A refusal is a valid outcome.
    }
    try {
      ManualClock clock = new ManualClock(Evaluation.NOW_MILLIS);
      Iterator<?> results =
          ReferenceQuery.compile(text, PARAMETERS, ContainerTraits.DEFAULT)
              .execute(ITEMS, Execution.start(clock, UserFunctions.NONE, new ShortWatch()));
      for (int i = 0; i < MAX_RESULTS && results.hasNext(); i++) {
        results.next();
      }
    } catch (DatabaseException _) {
      // A failure while the query runs is one, too.
    }
  }

  /** Limits for queries that would take long. */
  private static final class ShortWatch implements ExecutionLimits {
    private int left = 20_000;

    @Override
    public void onRow() {
      onKept(1);
    }

    @Override
    public void onKept(int values) {
      left -= values;
      if (left < 0) {
        throw DatabaseException.badRequest("Enough.");
      }
    }

    @Override
    public void onWork(long units) {
      onKept((int) (units / UNITS_PER_ROW));
    }
  }
}
