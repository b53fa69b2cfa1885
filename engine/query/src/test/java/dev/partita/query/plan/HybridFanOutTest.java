package dev.partita.query.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.json.JsonArray;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;
import dev.partita.query.Evaluation;
import dev.partita.query.compile.ContainerTraits;
import dev.partita.query.compile.Parameters;
import dev.partita.query.key.KeyDefinition;
import dev.partita.query.syntax.Sql;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A client that follows the plan of a hybrid search gets the ranks of one partition with all items.
 */
class HybridFanOutTest {

  private static final String PLACEHOLDER = "{documentdb-formattablehybridsearchquery-";

  private static final List<List<JsonObject>> PARTITIONS =
      List.of(
          items(
              "{'id':'a','x':1,'t':'swim swim swim in the river','u':'cold','v':[1,0]}",
              "{'id':'b','x':1,'t':'run along the river and swim','u':'warm water','v':[0.8,0.2]}"),
          items(
              "{'id':'c','x':1,'t':'a long walk that has nothing of a run','u':'warm','v':[0,1]}",
              "{'id':'d','x':2,'t':'run run run','u':'cold water here','v':[0.1,-0.9]}"),
          items("{'id':'e','x':1,'t':'sleep','u':'water water water','v':[-1,0.1]}"));

  /** Row as the client sees it. */
  private record Candidate(JsonValue payload, List<Double> scores) {}

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT TOP 3 VALUE c.id FROM c ORDER BY RANK FullTextScore(c.t, 'swim', 'run')",
        "SELECT TOP 3 VALUE c.id FROM c WHERE c.x = 1 ORDER BY RANK FullTextScore(c.t, 'run')",
        "SELECT c.id FROM c ORDER BY RANK FullTextScore(c.t, 'swim', 'run') OFFSET 1 LIMIT 2",
        "SELECT TOP 5 * FROM c ORDER BY RANK VectorDistance(c.v, [1, 0.1])",
        "SELECT TOP 4 c.id FROM c ORDER BY RANK"
            + " RRF(FullTextScore(c.t, 'run'), VectorDistance(c.v, [1, 0.1]), [1, 5])",
        "SELECT TOP 4 c.id FROM c ORDER BY RANK"
            + " RRF(FullTextScore(c.t, 'swim'), FullTextScore(c.u, 'water'), [1, 2.5])",
        "SELECT TOP 5 c.id FROM c ORDER BY RANK"
            + " RRF(VectorDistance(c.v, [1, 0.1]), VectorDistance(c.v, [0, 1]), [1, -0.3])"
      })
  void ranksAsTheWholeDoes(String text) {
    List<JsonValue> expected = FanOut.run(text, PARTITIONS.stream().flatMap(List::stream).toList());
    assertThat(expected).isNotEmpty();
    Set<QueryFeature> old =
        EnumSet.complementOf(EnumSet.of(QueryFeature.HYBRID_SEARCH_SKIP_ORDER_BY_REWRITE));
    assertThat(query(text, old)).isEqualTo(expected);
    assertThat(query(text, EnumSet.allOf(QueryFeature.class))).isEqualTo(expected);
  }

  private static List<JsonValue> query(String text, Set<QueryFeature> features) {
    QueryPlan plan =
        QueryPlanner.plan(
            Sql.parse(text),
            Parameters.NONE,
            ContainerTraits.DEFAULT,
            KeyDefinition.of(List.of("/id"), "Hash"),
            features);
    HybridSearchInfo info = ((QueryPlan.Hybrid) plan.work()).info();
    Map<String, String> statistics = statistics(info);
    List<Candidate> found =
        info.components().size() == 1
            ? single(info.components().getFirst(), statistics)
            : fused(info, statistics);
    return found.stream()
        .skip(info.skip() == null ? 0 : info.skip())
        .limit(info.take() == null ? Long.MAX_VALUE : info.take())
        .map(Candidate::payload)
        .toList();
  }

  /** Values for the placeholders of the statistics. */
  private static Map<String, String> statistics(HybridSearchInfo info) {
    double documents = 0;
    Map<Integer, Double> words = new LinkedHashMap<>();
    Map<Integer, double[]> hits = new LinkedHashMap<>();
    for (List<JsonObject> partition : PARTITIONS) {
      JsonObject row = (JsonObject) FanOut.run(info.statisticsQuery(), partition).getFirst();
      documents += number(row.at("documentCount"));
      JsonArray texts = (JsonArray) row.at("fullTextStatistics");
      for (int i = 0; i < texts.size(); i++) {
        JsonObject each = (JsonObject) texts.at(i);
        words.merge(i, number(each.at("totalWordCount")), Double::sum);
        JsonArray counts = (JsonArray) each.at("hitCounts");
        double[] sums = hits.computeIfAbsent(i, _ -> new double[counts.size()]);
        for (int k = 0; k < sums.length; k++) {
          sums[k] += number(counts.at(k));
        }
      }
    }
    Map<String, String> values = new LinkedHashMap<>();
    values.put(PLACEHOLDER + "totaldocumentcount}", Double.toString(documents));
    words.forEach((i, sum) -> values.put(PLACEHOLDER + "totalwordcount-" + i + "}", sum + ""));
    hits.forEach(
        (i, sums) -> values.put(PLACEHOLDER + "hitcountsarray-" + i + "}", Arrays.toString(sums)));
    values.put("{documentdb-formattableorderbyquery-filter}", "true");
    return values;
  }

  private static List<JsonObject> rows(QueryInfo component, Map<String, String> statistics) {
    String text = component.rewrittenQuery();
    for (Map.Entry<String, String> each : statistics.entrySet()) {
      text = text.replace(each.getKey(), each.getValue());
    }
    List<JsonObject> rows = new ArrayList<>();
    for (List<JsonObject> partition : PARTITIONS) {
      FanOut.run(text, partition).forEach(row -> rows.add((JsonObject) row));
    }
    return rows;
  }

  private static List<Candidate> single(QueryInfo component, Map<String, String> statistics) {
    List<JsonObject> rows = new ArrayList<>(rows(component, statistics));
    Comparator<JsonObject> ascending = Comparator.comparingDouble(HybridFanOutTest::sortValue);
    rows.sort(component.order().getFirst().descending() ? ascending.reversed() : ascending);
    return rows.stream().map(HybridFanOutTest::candidate).toList();
  }

  private static double sortValue(JsonObject row) {
    return number(((JsonObject) ((JsonArray) row.at("orderByItems")).at(0)).at("item"));
  }

  /** Clients negate the scores of which less is better, unless the partitions have done so. */
  private static List<Candidate> fused(HybridSearchInfo info, Map<String, String> statistics) {
    Map<JsonValue, Candidate> byRid = new LinkedHashMap<>();
    for (QueryInfo component : info.components()) {
      rows(component, statistics).forEach(row -> byRid.put(row.at("_rid"), candidate(row)));
    }
    List<Candidate> all = new ArrayList<>(byRid.values());
    Map<Candidate, Double> fusion = new LinkedHashMap<>();
    for (int i = 0; i < info.components().size(); i++) {
      List<QueryInfo.SortItem> order = info.components().get(i).order();
      double sign = order.isEmpty() || order.getFirst().descending() ? 1 : -1;
      double weight = info.weights().isEmpty() ? 1 : info.weights().get(i);
      int number = i;
      TreeSet<Double> distinct = new TreeSet<>();
      all.forEach(each -> distinct.add(sign * each.scores.get(number)));
      for (Candidate each : all) {
        int rank = 1 + distinct.tailSet(sign * each.scores.get(number), false).size();
        fusion.merge(each, weight / (60 + rank), Double::sum);
      }
    }
    return all.stream()
        .sorted(Comparator.comparing((Candidate each) -> fusion.get(each)).reversed())
        .toList();
  }

  private static Candidate candidate(JsonObject row) {
    boolean flat = row.has("componentScores");
    JsonObject holder = flat ? row : (JsonObject) row.at("payload");
    List<Double> scores =
        ((JsonArray) holder.at("componentScores"))
            .elements().stream().map(HybridFanOutTest::number).toList();
    return new Candidate(holder.at("payload"), scores);
  }

  private static double number(JsonValue value) {
    return ((JsonNumber) value).doubleValue();
  }

  private static List<JsonObject> items(String... texts) {
    return Stream.of(texts)
        .map(text -> Evaluation.object(text.replace('\'', '"')))
        .map(item -> item.with("_rid", JsonString.of("rid-" + item.at("id"))))
        .toList();
  }
}
