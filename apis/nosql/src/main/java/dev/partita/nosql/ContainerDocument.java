package dev.partita.nosql;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.container.catalogue.ContainerDefinition;
import dev.partita.container.catalogue.ContainerModel;
import dev.partita.container.catalogue.ContainerRecord;
import dev.partita.container.catalogue.UniqueKey;
import dev.partita.container.key.PartitionKeyDefinition;
import dev.partita.container.map.PartitionScheme;
import dev.partita.document.ResourceIds;
import dev.partita.index.IndexingPolicy;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonBoolean;
import dev.partita.json.JsonNull;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonPath;
import dev.partita.json.JsonString;
import dev.partita.json.JsonUndefined;
import dev.partita.json.JsonValue;
import dev.partita.query.compile.ContainerTraits;
import dev.partita.query.spatial.Geospatial;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * The description of a container as clients read and write it. What the engine understands becomes
 * the definition; policies it keeps for others are kept as they are; the rest is refused by name.
 */
final class ContainerDocument {

  /** Policies that are kept with the container and answered as they were given. */
  private static final List<String> KEPT =
      List.of(
          ConflictPolicy.NAME,
          "geospatialConfig",
          "computedProperties",
          "vectorEmbeddingPolicy",
          "fullTextPolicy",
          EncryptionPolicy.NAME);

  private static final Set<String> UNDERSTOOD =
      Set.of(
          "id",
          "partitionKey",
          "indexingPolicy",
          "uniqueKeyPolicy",
          "defaultTtl",
          "changeFeedPolicy");

  /** Properties of the server that clients send back. */
  private static final Set<String> IGNORED =
      Set.of(
          "_rid",
          "_self",
          "_etag",
          "_ts",
          "_docs",
          "_sprocs",
          "_triggers",
          "_udfs",
          "_conflicts",
          "statistics",
          "allowMaterializedViews");

  private static final long RETENTION_MINUTES_MAX = 10L * 366 * 24 * 60;

  private ContainerDocument() {}

  static ContainerDefinition read(JsonObject json) {
    for (String name : json.names()) {
      if (!KEPT.contains(name) && !UNDERSTOOD.contains(name) && !IGNORED.contains(name)) {
        if (isEmpty(json.at(name))) {
          continue;
        }
        throw new DatabaseException(
                ErrorCode.UNSUPPORTED, "A property of the container is not supported.")
            .with("property", name);
      }
    }
    if (!(json.at("id") instanceof JsonString(String name))) {
      throw DatabaseException.badRequest("A container needs an id that is a string.");
    }
    PartitionKeyDefinition key =
        json.has("partitionKey")
            ? PartitionKeyDefinition.fromJson(json.at("partitionKey"))
            : PartitionKeyDefinition.SYSTEM;
    JsonObject.Builder kept = JsonObject.builder();
    for (String policy : KEPT) {
      if (json.at(policy) instanceof JsonUndefined || json.at(policy) instanceof JsonNull) {
        continue;
      }
      JsonValue given = json.at(policy);
      kept.put(policy, policy.equals(ConflictPolicy.NAME) ? ConflictPolicy.read(given) : given);
    }
    JsonObject _ = object(json.at("fullTextPolicy"), "fullTextPolicy");
    JsonObject policies = kept.build();
    EncryptionPolicy.require(policies.at(EncryptionPolicy.NAME), key);
    ContainerTraits traits = QueryTraits.read(policies);
    SearchPolicies.requireVectors(policies.at("vectorEmbeddingPolicy"));
    SearchPolicies.requireTexts(policies.at("fullTextPolicy"));
    IndexingPolicy indexing = indexing(json.at("indexingPolicy"), json.at("defaultTtl"));
    requireFitting(indexing.toJson(), traits);
    return new ContainerDefinition(
        name,
        new PartitionScheme.Hashed(key),
        uniqueKeys(json.at("uniqueKeyPolicy")),
        defaultTtl(json.at("defaultTtl")),
        historyMillis(json.at("changeFeedPolicy")),
        indexing,
        ContainerModel.DOCUMENT,
        policies);
  }

  /** What the index is on must be what the other policies say. */
  private static void requireFitting(JsonObject indexing, ContainerTraits traits) {
    for (JsonValue index : list(indexing, "vectorIndexes")) {
      if (object(index, "vectorIndexes").at("path") instanceof JsonString(String path)
          && !traits.vectors().containsKey(JsonPath.parse(path))) {
        throw DatabaseException.badRequest(
            "A vector index needs a vector in the vectorEmbeddingPolicy: "
                + path
                + " not matching in Embedding's path.");
      }
    }
    boolean plane = traits.geospatial() == Geospatial.GEOMETRY;
    for (JsonValue index : list(indexing, "spatialIndexes")) {
      if (object(index, "spatialIndexes").has("boundingBox") != plane) {
        throw DatabaseException.badRequest(
                plane
                    ? "A spatial index of the type Geometry needs a boundingBox."
                    : "A spatial index of the type Geography has no boundingBox.")
            .with("index", index);
      }
    }
  }

  static JsonObject write(ContainerRecord record) {
    return definition(record.definition()).toBuilder()
        .put("_rid", Rids.of(record))
        .put("_ts", record.changedMillis() / 1000)
        .put("_self", self(record))
        .put("_etag", etag(record))
        .put("_docs", "docs/")
        .put("_sprocs", "sprocs/")
        .put("_triggers", "triggers/")
        .put("_udfs", "udfs/")
        .put("_conflicts", "conflicts/")
        .build();
  }

  private static JsonObject definition(ContainerDefinition definition) {
    JsonObject kept = definition.properties();
    JsonObject.Builder json = JsonObject.builder().put("id", definition.name());
    json.put("indexingPolicy", definition.indexing().toJson());
    if (definition.scheme() instanceof PartitionScheme.Hashed(PartitionKeyDefinition key)) {
      json.put("partitionKey", key.toJson());
    }
    if (definition.defaultTtlSeconds().isPresent()) {
      json.put("defaultTtl", definition.defaultTtlSeconds().getAsInt());
    }
    json.put("uniqueKeyPolicy", uniqueKeyPolicy(definition));
    json.put(ConflictPolicy.NAME, conflicts(definition));
    json.put(
        "geospatialConfig",
        kept.has("geospatialConfig")
            ? kept.at("geospatialConfig")
            : JsonObject.builder().put("type", "Geography").build());
    for (String policy :
        List.of(
            "computedProperties",
            "vectorEmbeddingPolicy",
            "fullTextPolicy",
            EncryptionPolicy.NAME)) {
      json.put(policy, kept.at(policy));
    }
    if (definition.historyMillis() > 0) {
      json.put(
          "changeFeedPolicy",
          JsonObject.builder()
              .put("retentionDuration", TimeUnit.MILLISECONDS.toMinutes(definition.historyMillis()))
              .build());
    }
    return json.build();
  }

  /** What the container says of conflicts, or what that means if it says nothing. */
  static JsonValue conflicts(ContainerDefinition definition) {
    JsonObject kept = definition.properties();
    return kept.has(ConflictPolicy.NAME) ? kept.at(ConflictPolicy.NAME) : ConflictPolicy.DEFAULT;
  }

  static String self(ContainerRecord record) {
    return "dbs/" + ResourceIds.database(record.database()) + "/colls/" + Rids.of(record) + "/";
  }

  /** Changes with the definition only, not with splits. */
  static String etag(ContainerRecord record) {
    return Etags.of(
        definition(record.definition()),
        record.database(),
        record.number(),
        record.changedMillis());
  }

  private static IndexingPolicy indexing(JsonValue given, JsonValue ttl) {
    IndexingPolicy policy =
        given instanceof JsonUndefined || given instanceof JsonNull
            ? IndexingPolicy.DEFAULT
            : IndexingPolicy.fromJson(given);
    if (!policy.isOn() && defaultTtl(ttl).isPresent()) {
      throw DatabaseException.badRequest(
          "A container with a defaultTtl needs an index: its indexing mode cannot be none.");
    }
    return policy;
  }

  private static List<UniqueKey> uniqueKeys(JsonValue policy) {
    List<UniqueKey> keys = new ArrayList<>();
    for (JsonValue key : list(object(policy, "uniqueKeyPolicy"), "uniqueKeys")) {
      List<JsonPath> paths = new ArrayList<>();
      for (JsonValue path : list(object(key, "uniqueKeys"), "paths")) {
        if (!(path instanceof JsonString(String text))) {
          throw otherType("paths", path, "a list of paths");
        }
        paths.add(JsonPath.parse(text));
      }
      keys.add(new UniqueKey(paths));
    }
    return keys;
  }

  /** A property that is an object, or not there. */
  private static JsonObject object(JsonValue value, String name) {
    return switch (value) {
      case JsonUndefined _, JsonNull _ -> JsonObject.EMPTY;
      case JsonObject object -> object;
      default -> throw otherType(name, value, "an object");
    };
  }

  private static JsonArray list(JsonObject object, String name) {
    return switch (object.at(name)) {
      case JsonUndefined _, JsonNull _ -> JsonArray.EMPTY;
      case JsonArray list -> list;
      default -> throw otherType(name, object.at(name), "a list");
    };
  }

  private static DatabaseException otherType(String name, JsonValue value, String expected) {
    return DatabaseException.badRequest("A property of the container has a wrong type.")
        .with("property", name)
        .with("value", value)
        .with("expected", expected);
  }

  private static JsonObject uniqueKeyPolicy(ContainerDefinition definition) {
    List<JsonValue> keys = new ArrayList<>();
    for (UniqueKey key : definition.uniqueKeys()) {
      keys.add(
          JsonObject.builder()
              .put(
                  "paths",
                  JsonArray.of(
                      key.paths().stream().map(path -> JsonString.of(path.toString())).toList()))
              .build());
    }
    return JsonObject.builder().put("uniqueKeys", JsonArray.of(keys)).build();
  }

  private static OptionalInt defaultTtl(JsonValue value) {
    return switch (value) {
      case JsonUndefined _ -> OptionalInt.empty();
      case JsonNull _ -> OptionalInt.empty();
      case JsonNumber number
          when number.isIntegral()
              && number.longValue() >= -1
              && number.longValue() <= Integer.MAX_VALUE ->
          OptionalInt.of((int) number.longValue());
      default ->
          throw DatabaseException.badRequest(
                  "A container's defaultTtl is -1 (for ever) or a positive number of seconds.")
              .with("defaultTtl", value);
    };
  }

  /** The retention is given in minutes. */
  private static long historyMillis(JsonValue policy) {
    JsonObject feed = object(policy, "changeFeedPolicy");
    for (String name : feed.names()) {
      if (!name.equals("retentionDuration")) {
        throw DatabaseException.badRequest("A changeFeedPolicy has a property that is not known.")
            .with("property", name)
            .with("known", "retentionDuration");
      }
    }
    JsonValue retention = feed.at("retentionDuration");
    return switch (retention) {
      case JsonUndefined _, JsonNull _ -> 0;
      case JsonNumber minutes
          when minutes.isIntegral()
              && minutes.longValue() >= 0
              && minutes.longValue() <= RETENTION_MINUTES_MAX ->
          TimeUnit.MINUTES.toMillis(minutes.longValue());
      default -> throw otherType("retentionDuration", retention, "minutes, for ten years at most");
    };
  }

  private static boolean isEmpty(JsonValue value) {
    return switch (value) {
      case JsonUndefined _ -> true;
      case JsonNull _ -> true;
      case JsonBoolean truth -> !truth.value();
      case JsonArray array -> array.isEmpty();
      case JsonObject object -> object.isEmpty();
      case JsonNumber _ -> false;
      case JsonString _ -> false;
    };
  }
}
