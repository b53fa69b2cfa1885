package dev.partita.index;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonBoolean;
import dev.partita.json.JsonNull;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.json.JsonUndefined;
import dev.partita.json.JsonValue;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.StreamSupport;

/** Reads one indexing policy from its JSON and checks it. Not for use by several threads. */
final class PolicyReader {

  private static final int PATHS_MAX = 1500;

  private static final Set<String> KNOWN =
      Set.of(
          "indexingMode",
          "automatic",
          "includedPaths",
          "excludedPaths",
          "compositeIndexes",
          "spatialIndexes",
          "vectorIndexes",
          "fullTextIndexes");

  private static final Set<IndexPath> ALWAYS_THERE =
      Set.of(IndexPath.of(IndexingPolicy.ID), IndexPath.of(IndexingPolicy.TIME));

  private static final JsonArray EVERYTHING =
      JsonArray.of(JsonObject.of("path", new JsonString("/*")));
  private static final String ENTITY_TAG = "/\"_etag\"/?";

  private final JsonObject given;
  private final JsonObject.Builder normal = JsonObject.builder();
  private final PathRules rules = new PathRules();
  private final Set<IndexPath> explicit = new HashSet<>();

  private PolicyReader(JsonObject given) {
    this.given = given;
  }

  static IndexingPolicy read(JsonValue json) {
    if (!(json instanceof JsonObject object)) {
      throw DatabaseException.badRequest("An indexing policy is an object.");
    }
    return new PolicyReader(object).read();
  }

  private IndexingPolicy read() {
    for (String name : given.names()) {
      if (!KNOWN.contains(name) && !isEmpty(given.at(name))) {
        throw new DatabaseException(
                ErrorCode.UNSUPPORTED, "A property of the indexing policy is not supported.")
            .with("property", name);
      }
    }
    boolean on = mode();
    automatic(on);
    paths(on);
    spatial();
    SearchReader.read(given, normal);
    List<CompositeIndex> composites = composites();
    return new IndexingPolicy(
        normal.build(), on, rules, on ? explicit : Set.of(), on ? composites : List.of());
  }

  private boolean mode() {
    String mode =
        switch (given.at("indexingMode")) {
          case JsonUndefined _ -> "consistent";
          case JsonNull _ -> "consistent";
          case JsonString(String name) -> name.toLowerCase(Locale.ROOT);
          default -> "";
        };
    switch (mode) {
      case "consistent", "none" -> normal.put("indexingMode", mode);
      // An old mode that nobody offers any more; the policy that is answered says so.
      case "lazy" -> normal.put("indexingMode", "consistent");
      default ->
          throw DatabaseException.badRequest("The indexing mode is consistent or none.")
              .with("indexingMode", given.at("indexingMode"));
    }
    return !mode.equals("none");
  }

  private void automatic(boolean on) {
    switch (given.at("automatic")) {
      case JsonUndefined _ -> normal.put("automatic", on);
      case JsonNull _ -> normal.put("automatic", on);
      case JsonBoolean truth when truth.value() || !on -> normal.put("automatic", truth);
      case JsonBoolean _ ->
          throw new DatabaseException(
              ErrorCode.UNSUPPORTED,
              "Indexing that is not automatic is not supported: set automatic to true, or the"
                  + " indexing mode to none.");
      default ->
          throw DatabaseException.badRequest("The automatic property of a policy is true or false.")
              .with("automatic", given.at("automatic"));
    }
  }

  /** What a policy leaves out is as in the default, as far as that does not contradict it. */
  private void paths(boolean on) {
    boolean excludesAll =
        given.at("excludedPaths") instanceof JsonArray excluded
            && StreamSupport.stream(excluded.spliterator(), false)
                .anyMatch(entry -> pattern("excludedPaths", entry).path().steps().isEmpty());
    paths("includedPaths", true, on, on && !excludesAll ? EVERYTHING : JsonArray.EMPTY);
    paths("excludedPaths", false, on, JsonArray.EMPTY);
    if (on && !rules.saysAllBelow()) {
      throw DatabaseException.badRequest(
          "An indexing policy must include or exclude the path /*, so that it says something about"
              + " every property.");
    }
  }

  private void paths(String property, boolean included, boolean on, JsonArray standard) {
    JsonArray paths = array(given, property, standard);
    if (!included && on) {
      paths = withEntityTag(paths);
    }
    if (paths.size() > PATHS_MAX) {
      throw DatabaseException.badRequest("An indexing policy has too many paths.")
          .with("property", property)
          .with("paths", paths.size())
          .with("limit", PATHS_MAX);
    }
    List<JsonValue> kept = new ArrayList<>(paths.size());
    for (JsonValue entry : paths) {
      PathText.Pattern pattern = pattern(property, entry);
      if (!rules.add(pattern, included)) {
        throw DatabaseException.badRequest(
                "A path of the indexing policy is named twice, or included and excluded at once.")
            .with("path", pattern);
      }
      if (included && pattern.ending() == PathText.Ending.VALUE) {
        include(pattern.path());
      }
      JsonObject object = object(property, entry);
      boolean spatial = asksForSpatial(object.at("indexes"));
      if (spatial && included) {
        rules.add(pattern, new SpatialIndex(null));
      }
      kept.add(spatial ? object : object.without("indexes"));
    }
    normal.put(property, JsonArray.of(kept));
  }

  /** Nobody searches for entity tags, so they are always left out, whatever else is. */
  private static JsonArray withEntityTag(JsonArray excluded) {
    boolean named =
        StreamSupport.stream(excluded.spliterator(), false)
            .anyMatch(entry -> pattern("excludedPaths", entry).equals(PathText.parse(ENTITY_TAG)));
    if (named) {
      return excluded;
    }
    List<JsonValue> all = new ArrayList<>(excluded.elements());
    all.add(JsonObject.of("path", new JsonString(ENTITY_TAG)));
    return JsonArray.of(all);
  }

  /** A path that is included by itself is also known where it has no value. */
  private void include(IndexPath path) {
    requireNotSystem(path);
    if (!path.hasElements() && !ALWAYS_THERE.contains(path)) {
      explicit.add(path);
    }
  }

  private static PathText.Pattern pattern(String property, JsonValue entry) {
    JsonObject object = object(property, entry);
    for (String name : object.names()) {
      switch (name) {
        case "path" -> {}
        case "indexes" -> {}
        default -> throw unknown(property, name);
      }
    }
    String path = path(property, object);
    PathText.Pattern pattern =
        path.equals("/")
            ? new PathText.Pattern(IndexPath.ROOT, PathText.Ending.SUBTREE)
            : PathText.parse(path);
    if (pattern.ending() == PathText.Ending.NONE
        || (pattern.path().steps().isEmpty() && pattern.ending() == PathText.Ending.VALUE)) {
      throw DatabaseException.badRequest(
              "An included or excluded path ends with /? for the value there or /* for everything"
                  + " below.")
          .with("path", path);
    }
    return pattern;
  }

  /**
   * Old clients say which kinds of index they want. Range indexes serve what hashes did, and every
   * path has them, so they are not told again; a spatial one is as if it stood among the spatial
   * indexes.
   */
  private static boolean asksForSpatial(JsonValue indexes) {
    boolean spatial = false;
    for (JsonValue index : array(JsonObject.of("indexes", indexes), "indexes", JsonArray.EMPTY)) {
      JsonValue kind = object("indexes", index).at("kind");
      String name = kind instanceof JsonString(String text) ? text.toLowerCase(Locale.ROOT) : "";
      switch (name) {
        case "range", "hash" -> {}
        case "spatial" -> spatial = true;
        default ->
            throw new DatabaseException(
                    kind instanceof JsonString ? ErrorCode.UNSUPPORTED : ErrorCode.BAD_REQUEST,
                    "The kind of index of an included path is Range, Hash or Spatial.")
                .with("kind", kind);
      }
    }
    return spatial;
  }

  private List<CompositeIndex> composites() {
    JsonArray composites = array(given, "compositeIndexes", JsonArray.EMPTY);
    if (!composites.isEmpty()) {
      normal.put("compositeIndexes", composites);
    }
    return CompositeReader.read(composites);
  }

  private void spatial() {
    JsonArray spatial = array(given, "spatialIndexes", JsonArray.EMPTY);
    for (JsonValue entry : spatial) {
      SpatialReader.read(object("spatialIndexes", entry), rules);
    }
    if (!spatial.isEmpty()) {
      normal.put("spatialIndexes", spatial);
    }
  }

  static void requireNotSystem(IndexPath path) {
    if (path.steps().getFirst() instanceof IndexPath.Property(String name)
        && IndexingPolicy.SYSTEM_PROPERTIES.contains(name)
        && !path.equals(IndexPath.of(IndexingPolicy.TIME))) {
      throw new DatabaseException(
              ErrorCode.UNSUPPORTED, "Of the system properties only _ts can be indexed.")
          .with("path", path);
    }
  }

  static String path(String property, JsonObject entry) {
    if (entry.at("path") instanceof JsonString(String path)) {
      return path;
    }
    throw DatabaseException.badRequest("A path in an indexing policy is a string.")
        .with("property", property)
        .with("path", entry.at("path"));
  }

  static JsonObject object(String property, JsonValue value) {
    if (value instanceof JsonObject object) {
      return object;
    }
    throw DatabaseException.badRequest("An entry in an indexing policy is an object.")
        .with("property", property)
        .with("entry", value);
  }

  static JsonArray array(JsonObject of, String property, JsonArray standard) {
    return switch (of.at(property)) {
      case JsonUndefined _ -> standard;
      case JsonNull _ -> standard;
      case JsonArray array -> array;
      default ->
          throw DatabaseException.badRequest("A property of an indexing policy is an array.")
              .with("property", property);
    };
  }

  static DatabaseException unknown(String property, String name) {
    return new DatabaseException(
            ErrorCode.UNSUPPORTED, "A property in an indexing policy is not supported.")
        .with("property", property + "." + name);
  }

  private static boolean isEmpty(JsonValue value) {
    return switch (value) {
      case JsonUndefined _ -> true;
      case JsonNull _ -> true;
      case JsonArray array -> array.isEmpty();
      default -> false;
    };
  }
}
