package dev.partita.execution.plan;

import dev.partita.index.CompositeIndex;
import dev.partita.index.IndexPath;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.function.Function;

/**
 * Which indexes serve the filter of a query, and which would if the container had them. It follows
 * from the query and the indexing policy, not from what a page chose to do. Immutable.
 */
public record IndexUtilization(
    List<Single> usedSingles,
    List<Composite> usedComposites,
    List<Single> missingSingles,
    List<Composite> missingComposites) {

  private static final String IMPACT = "High";

  public IndexUtilization {
    usedSingles = List.copyOf(usedSingles);
    usedComposites = List.copyOf(usedComposites);
    missingSingles = List.copyOf(missingSingles);
    missingComposites = List.copyOf(missingComposites);
  }

  /** The index of a path, and the part of the filter that it is for. */
  public record Single(String filter, IndexPath path) {
    String spec() {
      return path + "/?";
    }
  }

  /** An index over several paths. */
  public record Composite(String filter, CompositeIndex index) {
    JsonArray specs() {
      return JsonArray.of(
          index.columns().stream().map(column -> JsonString.of(column.toString())).toList());
    }
  }

  /** The text of the header x-ms-cosmos-index-utilization in its first form: JSON in base64. */
  public String headerTextV1() {
    JsonObject json =
        JsonObject.builder()
            .put("UtilizedSingleIndexes", all(usedSingles, IndexUtilization::singleV1))
            .put("PotentialSingleIndexes", all(missingSingles, IndexUtilization::singleV1))
            .put("UtilizedCompositeIndexes", all(usedComposites, IndexUtilization::compositeV1))
            .put("PotentialCompositeIndexes", all(missingComposites, IndexUtilization::compositeV1))
            .build();
    return Base64.getEncoder().encodeToString(json.toString().getBytes(StandardCharsets.UTF_8));
  }

  /** The text of the header in its second form: JSON as in an address. */
  public String headerTextV2() {
    return URLEncoder.encode(toJson().toString(), StandardCharsets.UTF_8).replace("+", "%20");
  }

  /** What the second form says. */
  public JsonObject toJson() {
    return JsonObject.builder()
        .put(
            "UtilizedIndexes",
            JsonObject.builder()
                .put("SingleIndexes", all(usedSingles, each -> spec(each).build()))
                .put("CompositeIndexes", all(usedComposites, each -> specs(each).build()))
                .build())
        .put(
            "PotentialIndexes",
            JsonObject.builder()
                .put(
                    "SingleIndexes",
                    all(missingSingles, each -> spec(each).put("IndexImpactScore", IMPACT).build()))
                .put(
                    "CompositeIndexes",
                    all(
                        missingComposites,
                        each -> specs(each).put("IndexImpactScore", IMPACT).build()))
                .build())
        .build();
  }

  private static JsonObject singleV1(Single single) {
    return JsonObject.builder()
        .put("FilterExpression", single.filter)
        .put("IndexSpec", single.spec())
        .put("FilterPreciseSet", true)
        .put("IndexPreciseSet", true)
        .put("IndexImpactScore", IMPACT)
        .build();
  }

  private static JsonObject compositeV1(Composite composite) {
    return JsonObject.builder()
        .put("FilterExpressions", JsonArray.of(JsonString.of(composite.filter)))
        .put("IndexSpecs", composite.specs())
        .put("IndexPreciseSet", true)
        .put("IndexImpactScore", IMPACT)
        .build();
  }

  private static JsonObject.Builder spec(Single single) {
    return JsonObject.builder().put("IndexSpec", single.spec());
  }

  private static JsonObject.Builder specs(Composite composite) {
    return JsonObject.builder().put("IndexSpecs", composite.specs());
  }

  private static <T> JsonArray all(List<T> list, Function<T, JsonObject> form) {
    return JsonArray.of(list.stream().<JsonValue>map(form).toList());
  }
}
