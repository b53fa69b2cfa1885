package dev.partita.query.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.partita.base.error.DatabaseException;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonReader;
import dev.partita.query.compile.ContainerTraits;
import dev.partita.query.compile.Parameters;
import dev.partita.query.key.KeyDefinition;
import dev.partita.query.syntax.QueryErrors;
import dev.partita.query.syntax.Sql;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QueryPlannerTest {

  private static final KeyDefinition KEY = KeyDefinition.of(List.of("/key"), "Hash");
  private static final Set<QueryFeature> ALL =
      EnumSet.complementOf(EnumSet.of(QueryFeature.HYBRID_SEARCH_SKIP_ORDER_BY_REWRITE));

  /** The exact JSON that clients accept. */
  @Test
  void theAnswerHasTheShapeThatClientsRead() {
    QueryPlan plan = plan("SELECT * FROM c ORDER BY c.n", KEY, ALL);
    String expected =
        """
        {"partitionedQueryExecutionInfoVersion":2,
         "queryInfo":{"distinctType":"None","top":null,"offset":null,"limit":null,
           "orderBy":["Ascending"],"orderByExpressions":["c.n"],
           "groupByExpressions":[],"groupByAliases":[],"aggregates":[],
           "groupByAliasToAggregateType":{},
           "rewrittenQuery":"SELECT c._rid, [{\\"item\\": c.n}] AS orderByItems, c AS payload\\n\
        FROM c\\nWHERE ({documentdb-formattableorderbyquery-filter})\\nORDER BY c.n",
           "hasSelectValue":false,"dCountInfo":null,"hasNonStreamingOrderBy":false},
         "queryRanges":[{"min":[],"max":"Infinity","isMinInclusive":true,"isMaxInclusive":false}]}
        """;
    assertThat(plan.toJson(plan.keys().ranges())).isEqualTo(new JsonReader(16).read(expected));
    assertThat(plan.toJson(plan.keys().ranges()).names())
        .containsExactly("partitionedQueryExecutionInfoVersion", "queryInfo", "queryRanges");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      textBlock =
          """
          SELECT VALUE COUNT(1) FROM (SELECT DISTINCT VALUE c.a FROM c) ; ; SELECT DISTINCT VALUE c.a\\nFROM c
          SELECT COUNT(1) AS n FROM (SELECT DISTINCT c.a FROM c WHERE c.b > 1) AS d ; n ; SELECT DISTINCT c.a\\nFROM c\\nWHERE (c.b > 1)
          SELECT COUNT(1) FROM (SELECT DISTINCT c.a FROM c) ; $1 ; SELECT DISTINCT c.a\\nFROM c
          """)
  void distinctRowsAreCountedByTheClient(String text, String alias, String rewritten) {
    QueryInfo info = info(text, KEY);
    assertThat(info.distinctCountAlias()).isEqualTo(alias == null ? "" : alias);
    assertThat(info.distinctType()).isEqualTo(DistinctType.UNORDERED);
    assertThat(info.rewrittenQuery()).isEqualTo(rewritten.replace("\\n", "\n"));
    assertThat(info.aggregates()).isEmpty();
  }

  @Test
  void aWholeKeyIsCountedByItsPartitionAndAPrefixIsNot() {
    KeyDefinition key = KeyDefinition.of(List.of("/tenant", "/user"), "MultiHash");
    String prefix = "SELECT * FROM c WHERE c.tenant = 1";
    assertThat(info(prefix + " AND c.user = 2 OFFSET 1 LIMIT 2", key))
        .satisfies(
            info -> {
              assertThat(info.offset()).isNull();
              assertThat(info.rewrittenQuery()).isEmpty();
            });
    assertThat(info(prefix + " OFFSET 1 LIMIT 2", key))
        .satisfies(
            info -> {
              assertThat(info.offset()).isEqualTo(1);
              assertThat(info.rewrittenQuery()).endsWith("OFFSET 0 LIMIT 3");
            });
  }

  @Test
  void countsMayBeParameters() {
    Parameters parameters =
        new Parameters(
            Map.of("@o", JsonNumber.of(4), "@l", JsonNumber.of(6), "@t", JsonNumber.of(3)));
    QueryPlan plan =
        QueryPlanner.plan(
            Sql.parse("SELECT TOP @t * FROM c ORDER BY c.a OFFSET @o LIMIT @l"),
            parameters,
            ContainerTraits.DEFAULT,
            KEY,
            ALL);
    assertThat(((QueryPlan.Single) plan.work()).info().rewrittenQuery())
        .startsWith("SELECT TOP 3 c._rid")
        .endsWith("OFFSET 0 LIMIT 10");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      textBlock =
          """
          SELECT TOP 1 * FROM c                                        ; TOP
          SELECT * FROM c OFFSET 0 LIMIT 1                             ; OFFSET_AND_LIMIT
          SELECT * FROM c ORDER BY c.a                                 ; ORDER_BY
          SELECT * FROM c ORDER BY c.a, c.b                            ; MULTIPLE_ORDER_BY
          SELECT DISTINCT c.a FROM c                                   ; DISTINCT
          SELECT c.a FROM c GROUP BY c.a                               ; GROUP_BY
          SELECT VALUE COUNT(1) FROM c                                 ; AGGREGATE
          SELECT COUNT(1) FROM c                                       ; NON_VALUE_AGGREGATE
          SELECT COUNT(1), SUM(c.a) FROM c                             ; MULTIPLE_AGGREGATES
          SELECT VALUE COUNTIF(c.a) FROM c                             ; COUNT_IF
          SELECT VALUE MAKELIST(c.a) FROM c                            ; LIST_AND_SET_AGGREGATE
          SELECT VALUE COUNT(1) FROM (SELECT DISTINCT VALUE c.a FROM c); DCOUNT
          SELECT * FROM c ORDER BY VectorDistance(c.v, [1])            ; NON_STREAMING_ORDER_BY
          SELECT * FROM c ORDER BY RANK FullTextScore(c.t, 'x')        ; HYBRID_SEARCH
          """)
  void asksNothingOfAClientThatItCannotDo(String text, QueryFeature feature) {
    plan(text, KEY, ALL);
    Set<QueryFeature> others = EnumSet.complementOf(EnumSet.of(feature));
    DatabaseException refusal =
        catchThrowableOfType(DatabaseException.class, () -> plan(text, KEY, others));
    assertThat(refusal).isNotNull();
    assertThat(QueryErrors.body(refusal).orElseThrow()).contains(feature.text());
  }

  @Test
  void featuresAreReadFromTheHeadersOfClients() {
    assertThat(QueryFeature.parse("Aggregate, OrderBy,groupby,, Unheard"))
        .containsExactlyInAnyOrder(
            QueryFeature.AGGREGATE, QueryFeature.ORDER_BY, QueryFeature.GROUP_BY);
    assertThat(QueryFeature.parse("")).isEmpty();
  }

  @Test
  void ofAHybridSearchEveryScoreIsAQuery() {
    HybridSearchInfo info =
        hybrid(
            "SELECT c.id FROM c WHERE c.a = 1 ORDER BY RANK"
                + " RRF(FullTextScore(c.t, 'x'), VectorDistance(c.v, [1])) OFFSET 40 LIMIT 30",
            ALL);
    assertThat(info.skip()).isEqualTo(40);
    assertThat(info.take()).isEqualTo(30);
    assertThat(info.needsStatistics()).isTrue();
    assertThat(info.statisticsQuery()).doesNotContain("WHERE");
    assertThat(info.components()).hasSize(2);
    QueryInfo vector = info.components().get(1);
    assertThat(vector.offset()).isEqualTo(0);
    assertThat(vector.limit()).isEqualTo(140);
    assertThat(vector.rewrittenQuery())
        .contains("\nWHERE ((c.a = 1) AND ({documentdb-formattableorderbyquery-filter}))\n")
        .endsWith("\nORDER BY _VectorScore(c.v, [1])\nOFFSET 0 LIMIT 140");
  }

  @Test
  void aSingleScoreKeepsTheOldFormForNewClients() {
    String text = "SELECT TOP 5 * FROM c ORDER BY RANK FullTextScore(c.t, 'x')";
    HybridSearchInfo info = hybrid(text, EnumSet.allOf(QueryFeature.class));
    assertThat(info.components()).hasSize(1);
    assertThat(info.components().getFirst().rewrittenQuery())
        .contains("AS orderByItems, {\"payload\": c, \"componentScores\": []} AS payload");
  }

  @Test
  void aNegativeWeightTurnsAnOrderAround() {
    HybridSearchInfo info =
        hybrid(
            "SELECT TOP 5 * FROM c ORDER BY RANK"
                + " RRF(VectorDistance(c.v, [1]), VectorDistance(c.w, [1]), [1, -0.5])",
            ALL);
    assertThat(info.weights()).containsExactly(1.0, 0.5);
    assertThat(info.components().get(1).order().getFirst().descending()).isFalse();
    assertThat(info.components().get(1).rewrittenQuery())
        .contains("(_VectorScore(c.w, [1]) ?? 1.79769e+308)")
        .endsWith("ORDER BY _VectorScore(c.w, [1]) ASC");
  }

  @Test
  void weightsOfAParameterAreInThePlan() {
    String text =
        "SELECT TOP 5 * FROM c ORDER BY RANK"
            + " RRF(FullTextScore(c.t, @t), VectorDistance(c.v, @v), @weights)";
    Parameters parameters =
        new Parameters(
            Map.of(
                "@t", new JsonReader(2).read("\"x\""),
                "@v", new JsonReader(2).read("[1]"),
                "@weights", new JsonReader(2).read("[2, -0.5]")));
    QueryPlan plan =
        QueryPlanner.plan(Sql.parse(text), parameters, ContainerTraits.DEFAULT, KEY, ALL);
    HybridSearchInfo info = ((QueryPlan.Hybrid) plan.work()).info();
    assertThat(info.weights()).containsExactly(2.0, 0.5);
    assertThat(info.components().get(1).order().getFirst().descending()).isFalse();
  }

  private static QueryPlan plan(String text, KeyDefinition key, Set<QueryFeature> features) {
    return QueryPlanner.plan(
        Sql.parse(text), Parameters.NONE, ContainerTraits.DEFAULT, key, features);
  }

  private static QueryInfo info(String text, KeyDefinition key) {
    return ((QueryPlan.Single) plan(text, key, ALL).work()).info();
  }

  private static HybridSearchInfo hybrid(String text, Set<QueryFeature> features) {
    return ((QueryPlan.Hybrid) plan(text, KEY, features).work()).info();
  }
}
