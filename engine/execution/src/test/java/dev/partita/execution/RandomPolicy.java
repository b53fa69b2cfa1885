package dev.partita.execution;

import dev.partita.index.IndexingPolicy;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonReader;
import dev.partita.json.JsonString;
import java.util.List;
import java.util.SplittableRandom;

/** Indexing policies that have some of the paths of {@link RandomDocuments} and lack others. */
final class RandomPolicy {

  private static final String SPATIAL =
      """
      [{"path":"/loc/*","types":["Point","LineString","Polygon","MultiPolygon"]}]
      """;

  private RandomPolicy() {}

  /**
   * @param mayBeNone whether there may be no index at all
   */
  static IndexingPolicy of(SplittableRandom random, boolean mayBeNone) {
    return switch (random.nextInt(mayBeNone ? 9 : 7)) {
      case 7 -> IndexingPolicy.NONE;
      case 0 ->
          policy(
              List.of("/*", "/o/a/?", "/\"x y\"/?"),
              List.of("/\"it's\"/?", "/\"a.b\"/*", "/\"\"/*", "/o/o/*"),
              """
              [[{"path":"/o/a"},{"path":"/id","order":"descending"}],
               [{"path":"/\\"x y\\""},{"path":"/n"}],
               [{"path":"/b","order":"descending"},{"path":"/c","order":"descending"}]]
              """);
      case 1 -> policy("/*", "/a/?", "/list/[]/?");
      case 2 -> policy("/*", "/o/*");
      case 3 ->
          policy(List.of("/a/?", "/b/*", "/list/[]/*", "/s/?"), List.of("/*", "/b/a/?"), "[]");
      case 4, 5 ->
          policy(
              List.of("/*", "/n/?"),
              List.of(),
              """
              [[{"path":"/a"},{"path":"/b"}],
               [{"path":"/n","order":"descending"},{"path":"/s"}],
               [{"path":"/s"},{"path":"/n","order":"descending"},{"path":"/a"}]]
              """);
      default -> IndexingPolicy.DEFAULT;
    };
  }

  private static IndexingPolicy policy(String included, String... excluded) {
    return policy(List.of(included), List.of(excluded), "[]");
  }

  private static IndexingPolicy policy(
      List<String> included, List<String> excluded, String composites) {
    return IndexingPolicy.fromJson(
        JsonObject.builder()
            .put("includedPaths", paths(included))
            .put("excludedPaths", paths(excluded))
            .put("compositeIndexes", JsonReader.DEFAULT.read(composites))
            .put("spatialIndexes", JsonReader.DEFAULT.read(SPATIAL))
            .build());
  }

  private static JsonArray paths(List<String> paths) {
    return JsonArray.of(
        paths.stream().map(path -> JsonObject.of("path", JsonString.of(path))).toList());
  }
}
