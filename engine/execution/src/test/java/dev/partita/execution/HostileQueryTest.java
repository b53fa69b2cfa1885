package dev.partita.execution;

import static dev.partita.execution.Fixture.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.time.Clock;
import dev.partita.document.Items;
import dev.partita.execution.plan.QueryLimits;
import dev.partita.execution.plan.QueryRequest;
import dev.partita.json.JsonPath;
import dev.partita.query.compile.ContainerTraits;
import dev.partita.query.compile.Parameters;
import dev.partita.query.key.KeyDefinition;
import dev.partita.query.plan.QueryFeature;
import dev.partita.query.plan.QueryPlanner;
import dev.partita.query.syntax.Planning;
import dev.partita.query.syntax.Sql;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Texts that were made to take long, to nest deep or to make large values. */
final class HostileQueryTest {

  private static final String WHERE = "SELECT * FROM c WHERE ";
  private static final KeyDefinition KEY = new KeyDefinition(List.of(JsonPath.parse("/pk")), false);

  private final Fixture fixture = new Fixture();
  private final ItemQueries queries =
      new ItemQueries(Fixture.SCHEDULER, QueryLimits.defaults().withOrdersOfIndexesOnly());
  private final Items items = fixture.items("c", "/pk");

  @BeforeEach
  void store() {
    for (int i = 0; i < 50; i++) {
      put(items, "{'id':'%d','pk':'p%d','n':%d,'x':[1,2,3]}".formatted(i, i, i));
    }
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  static Stream<Arguments> texts() {
    return Stream.of(
        text("ORs of a path", WHERE + list(10_000, " OR ", i -> "c.n = " + i)),
        text("ORs of paths", WHERE + list(10_000, " OR ", i -> "c.p" + i + " = " + i)),
        text("ANDs of paths", WHERE + list(10_000, " AND ", i -> "c.p" + i + " = " + i)),
        text("ANDs of ranges", WHERE + list(6_000, " AND ", i -> sides(i, "=", ">"))),
        text("ORs of ranges", WHERE + list(10_000, " OR ", i -> "c.n > " + i + " AND c.n < " + i)),
        text("ANDs of ORs", WHERE + list(3_000, " AND ", i -> "(c.a" + i + " = 1 OR c.b = 2)")),
        text("ORs of keys", WHERE + list(10_000, " OR ", i -> "c.pk = 'p" + i + "'")),
        text(
            "keys and ids",
            "%sc.pk IN (%s) AND c.id IN (%s)"
                .formatted(
                    WHERE,
                    list(5_000, ",", i -> "'p" + i + "'"),
                    list(5_000, ",", i -> "'" + i + "'"))),
        text("IN", WHERE + "c.n IN (" + list(60_000, ",", i -> "" + i) + ")"),
        text("NOT IN", WHERE + "c.n NOT IN (" + list(60_000, ",", i -> "" + i) + ")"),
        text("IN paths", WHERE + "c.n IN (" + list(20_000, ",", i -> "c.p" + i) + ")"),
        text("NOTs", WHERE + "NOT ".repeat(100_000) + "true"),
        text("minuses", "SELECT VALUE " + "- ".repeat(200_000) + "1"),
        text("parentheses", WHERE + "(".repeat(250_000) + "1" + ")".repeat(250_000)),
        text("brackets", "SELECT VALUE " + "[".repeat(250_000) + "]".repeat(250_000)),
        text("braces", "SELECT VALUE " + "{'a':".repeat(80_000) + "1" + "}".repeat(80_000)),
        text("pluses", "SELECT VALUE " + "1+".repeat(250_000) + "1"),
        text("members", "SELECT VALUE c" + ".a".repeat(250_000) + " FROM c"),
        text("conditions", "SELECT VALUE " + "true ? ".repeat(40_000) + "1" + ": 2".repeat(40_000)),
        text("coalescing", "SELECT VALUE " + "c.a ?? ".repeat(50_000) + "1 FROM c"),
        text("calls", "SELECT VALUE " + "ABS(".repeat(80_000) + "1" + ")".repeat(80_000)),
        text("joins", "SELECT VALUE 1 FROM c " + list(20_000, " ", i -> "JOIN x" + i + " IN c.x")),
        text("ten joins", "SELECT VALUE 1 FROM c " + list(10, " ", i -> "JOIN x" + i + " IN c.x")),
        text("subqueries", "SELECT VALUE (".repeat(30_000) + "1" + ")".repeat(30_000)),
        text(
            "sources",
            "SELECT VALUE x FROM (".repeat(20_000) + "SELECT VALUE 1" + ") x".repeat(20_000)),
        text(
            "EXISTS", WHERE + "EXISTS(SELECT VALUE 1 WHERE ".repeat(100) + "1=1" + ")".repeat(100)),
        text(
            "many EXISTS",
            WHERE
                + list(
                    5_000, " AND ", i -> "EXISTS(SELECT VALUE x FROM x IN c.x WHERE x=" + i + ")")),
        text("a long CONTAINS", WHERE + "CONTAINS(c.id, '" + "a".repeat(500_000) + "')"),
        text("CONTAINS", WHERE + list(10_000, " OR ", i -> "CONTAINS(c.id, 'a" + i + "')")),
        text("STARTSWITH", WHERE + list(10_000, " OR ", i -> "STARTSWITH(c.id, 'a" + i + "')")),
        text("LIKE", WHERE + "c.id LIKE '" + "%a".repeat(200_000) + "'"),
        text("columns", "SELECT " + list(40_000, ",", i -> "c.p" + i) + " FROM c"),
        text("ORDER BY", "SELECT * FROM c ORDER BY " + list(20_000, ",", i -> "c.p" + i)),
        text("GROUP BY", "SELECT COUNT(1) FROM c GROUP BY " + list(10_000, ",", i -> "c.p" + i)),
        text("aggregates", "SELECT " + list(10_000, ",", i -> "SUM(c.p" + i + ")") + " FROM c"),
        text("arguments", "SELECT VALUE ARRAY_CONCAT(" + list(80_000, ",", _ -> "[1]") + ")"),
        text("unknown names", "SELECT " + list(40_000, ",", i -> "x" + i)),
        text("unknown functions", "SELECT " + list(40_000, ",", i -> "F" + i + "()")),
        text("a long name", WHERE + "c." + "a".repeat(500_000) + " = 1"),
        text("a comment", "/*" + "*".repeat(500_000) + "*/ SELECT 1"),
        text("no end", "SELECT '" + "\\'".repeat(250_000)),
        text("comments", "/*".repeat(250_000)),
        text("doubled strings", doubled("REPLICATE('a', 10000)", "x || x", "x", 60)),
        text("doubled concatenations", doubled("REPLICATE('a', 10000)", "CONCAT(x, x)", "x", 60)),
        text("doubled replacements", doubled("REPLICATE('a', 100)", "REPLACE(x, 'a', x)", "x", 60)),
        text("doubled arrays", doubled("[1]", "[x, x]", "x", 60)),
        text("doubled arrays as text", doubled("[1]", "[x, x]", "ToString(x)", 60)),
        text("doubled arrays compared", doubled("[1]", "[x, x]", "[x] = [x]", 60)),
        text("doubled objects", doubled("{'a': 1}", "{'a': x, 'b': x}", "x", 60)),
        text("doubled elements", doubled("[1]", "ARRAY_CONCAT(x, x)", "x", 60)),
        text("doubled rows", doubled("[1]", "ARRAY(SELECT VALUE y FROM y IN [x, x])", "x", 40)),
        text(
            "joined strings",
            "SELECT VALUE StringJoin(ARRAY(SELECT VALUE REPLICATE('a', 10000) FROM x IN %s), 'b')"
                .formatted("[" + list(10_000, ",", i -> "" + i) + "]")));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("texts")
  void isAnsweredOrRefused(String name, String text) {
    AtomicInteger steps = new AtomicInteger();
    assertAnsweredOrRefused(
        () ->
            Planning.watched(
                steps::incrementAndGet,
                () ->
                    QueryPlanner.plan(
                        Sql.parse(text),
                        Parameters.NONE,
                        ContainerTraits.DEFAULT,
                        KEY,
                        EnumSet.allOf(QueryFeature.class))));
    assertThat(steps).hasValueLessThan(20 * text.length() + 1_000);
    assertAnsweredOrRefused(
        () -> queries.page(items, QueryRequest.of(text)).utilization().headerTextV1());
  }

  private static void assertAnsweredOrRefused(Runnable work) {
    try {
      work.run();
    } catch (DatabaseException e) {
      assertThat(e.code()).as(e.toString()).isEqualTo(ErrorCode.BAD_REQUEST);
    }
  }

  @Test
  void planningEndsWhenItsTimeIsUp() {
    // Each look at the clock takes a second.
    AtomicLong now = new AtomicLong();
    Clock slow =
        new Clock() {
          @Override
          public long nanos() {
            return now.addAndGet(1_000_000_000);
          }

          @Override
          public long millis() {
            return now.get() / 1_000_000;
          }

          @Override
          public void sleep(long millis) {
            throw new AssertionError("Nobody has to sleep.");
          }
        };
    String text = WHERE + list(1_000, " OR ", i -> "c.n = " + i);

    assertThatThrownBy(() -> queries.plan(slow, () -> false, () -> Sql.parse(text)))
        .isInstanceOfSatisfying(
            DatabaseException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.BAD_REQUEST))
        .hasMessageContaining("what the query means");
  }

  @Test
  void planningEndsWhenNobodyWaits() {
    String text = WHERE + list(1_000, " OR ", i -> "c.n = " + i);
    AtomicInteger asked = new AtomicInteger();
    QueryRequest abandoned =
        QueryRequest.of(text).withCancelled(() -> asked.incrementAndGet() == 5);

    assertThatThrownBy(() -> queries.page(items, abandoned))
        .isInstanceOfSatisfying(
            DatabaseException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNAVAILABLE));
    assertThat(asked).hasValue(5);
  }

  @Test
  void adviceNamesNoMoreThanPeopleCanUse() {
    String text = WHERE + list(2_000, " AND ", i -> sides(i, "=", ">"));

    assertThat(queries.page(items, QueryRequest.of(text)).utilization().headerTextV1())
        .hasSizeLessThan(100_000);
  }

  private static Arguments text(String name, String text) {
    return Arguments.of(name, text);
  }

  private static String sides(int i, String... operators) {
    return Stream.of(operators)
        .map(operator -> "c.p%d%s %s 1".formatted(i, operator.equals("=") ? "a" : "b", operator))
        .collect(Collectors.joining(" AND "));
  }

  /** A value that is put into itself again and again. */
  private static String doubled(String first, String again, String end, int times) {
    String query = "SELECT VALUE " + first;
    for (int i = 0; i < times; i++) {
      query = "SELECT VALUE %s FROM (%s) x".formatted(again, query);
    }
    return "SELECT VALUE %s FROM (%s) x".formatted(end, query);
  }

  private static String list(int count, String between, IntFunction<String> element) {
    return IntStream.range(0, count).mapToObj(element).collect(Collectors.joining(between));
  }
}
