package dev.partita.query.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.partita.base.error.DatabaseException;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonBoolean;
import dev.partita.json.JsonNull;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonPath;
import dev.partita.json.JsonReader;
import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;
import dev.partita.query.Cases;
import dev.partita.query.compile.ComputedProperties;
import dev.partita.query.compile.ContainerTraits;
import dev.partita.query.function.VectorMetric;
import dev.partita.query.key.KeyDefinition;
import dev.partita.query.reference.ReferenceQuery;
import dev.partita.query.spatial.Geospatial;
import dev.partita.query.syntax.QueryErrors;
import dev.partita.query.syntax.Sql;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Plans and refusals recorded from the service's planner. */
public class PlanCasesTest {

  private static final Set<JsonValue> NOTHING =
      Set.of(
          JsonNull.NULL,
          JsonArray.EMPTY,
          JsonObject.EMPTY,
          JsonBoolean.FALSE,
          JsonString.of("None"),
          JsonString.EMPTY);

  static Stream<Cases.Case> plans() {
    return Cases.of("dotnet-queryplan").filter(each -> !each.at("expectedPlan").isUndefined());
  }

  static Stream<Cases.Case> refusals() {
    return Stream.concat(Cases.of("dotnet-queryplan"), Cases.of("errors"))
        .filter(each -> !each.at("expectedError").isUndefined());
  }

  @ParameterizedTest
  @MethodSource("plans")
  public void plansAsTheServiceDoes(Cases.Case given) {
    QueryPlan plan = plan(given);
    JsonObject json = plan.toJson(plan.keys().ranges());
    JsonObject expected = (JsonObject) given.at("expectedPlan");
    // Older recordings lack the flag of orders that do not stream.
    boolean newer = expected.toString().contains("hasNonStreamingOrderBy");
    for (String name : List.of("queryInfo", "hybridSearchQueryInfo")) {
      if (expected.has(name)) {
        assertThat(meaningful(json.at(name), newer))
            .isEqualTo(meaningful(expected.at(name), newer));
      }
    }
    if (expected.at("queryRanges") instanceof JsonArray ranges && !isRangeKind(given)) {
      assertThat(((JsonArray) json.at("queryRanges")).elements())
          .containsExactlyInAnyOrderElementsOf(ranges.elements());
    }
  }

  @ParameterizedTest
  @MethodSource("refusals")
  public void refusesAsTheServiceDoes(Cases.Case given) {
    DatabaseException refusal = catchThrowableOfType(DatabaseException.class, () -> plan(given));
    assertThat(refusal).isNotNull();
    assertThat(refusal.code().status()).isEqualTo(400);
    JsonObject expected = (JsonObject) given.at("expectedError");
    JsonValue body = expected.has("status") ? expected.at("body") : expected;
    if (!body.isUndefined()) {
      String actual = QueryErrors.body(refusal).orElseThrow();
      assertThat(new JsonReader(64).read(actual)).isEqualTo(body);
    }
  }

  /** Law: a rewritten query is a valid query. */
  @Test
  void rewrittenQueriesAreQueries() {
    List<Cases.Case> rewritten =
        Stream.of("syntax-accepted", "dotnet-queryplan", "query-samples")
            .flatMap(Cases::of)
            .filter(given -> !sent(given).isEmpty())
            .toList();
    assertThat(rewritten).hasSizeGreaterThan(100);
    for (Cases.Case given : rewritten) {
      for (String text : sent(given)) {
        assertThatCode(
                () -> ReferenceQuery.compile(text, given.parameters(), ContainerTraits.DEFAULT))
            .as("%s as %s", given, text)
            .doesNotThrowAnyException();
      }
    }
  }

  /** Queries that a client sends instead of one that can run; empty if it sends the original. */
  private static List<String> sent(Cases.Case given) {
    try {
      ReferenceQuery.compile(given.query(), given.parameters(), ContainerTraits.DEFAULT);
      return sent(plan(given));
    } catch (DatabaseException _) {
      // Some cases are about syntax alone, with unknown names.
      return List.of();
    }
  }

  /** Queries of a plan with all placeholders replaced. */
  private static List<String> sent(QueryPlan plan) {
    List<String> texts = new ArrayList<>();
    switch (plan.work()) {
      case QueryPlan.Single(QueryInfo info) -> texts.add(info.rewrittenQuery());
      case QueryPlan.Hybrid(HybridSearchInfo info) -> {
        texts.add(info.statisticsQuery());
        info.components().forEach(component -> texts.add(component.rewrittenQuery()));
      }
    }
    return texts.stream()
        .filter(text -> !text.isEmpty())
        .map(text -> text.replace("{documentdb-formattableorderbyquery-filter}", "true"))
        .map(text -> text.replaceAll("\\{documentdb-[a-z]+-hitcountsarray-\\d+}", "[1]"))
        .map(text -> text.replaceAll("\\{documentdb-[a-z]+-[a-z]+(-\\d+)?}", "5"))
        .toList();
  }

  /** Containers ordered by key are read as a whole unless a query names keys. */
  private static boolean isRangeKind(Cases.Case given) {
    return ((JsonObject) given.at("partitionKey")).at("kind").equals(JsonString.of("Range"))
        && given.query().matches(".*(BETWEEN|[<>]).*");
  }

  private static QueryPlan plan(Cases.Case given) {
    KeyDefinition key =
        given.at("partitionKey") instanceof JsonObject definition
            ? KeyDefinition.of(
                ((JsonArray) definition.at("paths"))
                    .elements().stream().map(path -> ((JsonString) path).value()).toList(),
                ((JsonString) definition.at("kind")).value())
            : KeyDefinition.NONE;
    Set<QueryFeature> features = EnumSet.allOf(QueryFeature.class);
    if (given.at("supportedQueryFeatures").isUndefined()) {
      features.remove(QueryFeature.HYBRID_SEARCH_SKIP_ORDER_BY_REWRITE);
    }
    return QueryPlanner.plan(
        Sql.parse(given.query()), given.parameters(), traits(given), key, features);
  }

  private static ContainerTraits traits(Cases.Case given) {
    Geospatial geospatial =
        given.at("geospatialType").equals(JsonString.of("Geometry"))
            ? Geospatial.GEOMETRY
            : Geospatial.GEOGRAPHY;
    Map<JsonPath, VectorMetric> vectors = new HashMap<>();
    if (given.at("vectorEmbeddingPolicy") instanceof JsonObject policy) {
      for (JsonValue each : (JsonArray) policy.at("vectorEmbeddings")) {
        JsonObject embedding = (JsonObject) each;
        vectors.put(
            JsonPath.parse(((JsonString) embedding.at("path")).value()),
            VectorMetric.named(((JsonString) embedding.at("distanceFunction")).value())
                .orElseThrow());
      }
    }
    return new ContainerTraits(geospatial, vectors, ComputedProperties.NONE);
  }

  /** A value without default members, which some recordings leave out. */
  private static JsonValue meaningful(JsonValue value, boolean newer) {
    return switch (value) {
      case JsonObject object -> {
        JsonObject.Builder kept = JsonObject.builder();
        for (JsonObject.Member member : object) {
          JsonValue inner = meaningful(member.value(), newer);
          boolean flag = member.name().startsWith("has") && inner.equals(JsonNumber.ZERO);
          boolean unknown = !newer && member.name().equals("hasNonStreamingOrderBy");
          if (!NOTHING.contains(inner) && !flag && !unknown) {
            kept.put(member.name(), inner);
          }
        }
        yield kept.build();
      }
      case JsonArray array ->
          JsonArray.of(array.elements().stream().map(each -> meaningful(each, newer)).toList());
      default -> value;
    };
  }
}
