package dev.partita.container.catalogue;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.container.map.MapJson;
import dev.partita.container.map.PartitionScheme;
import dev.partita.container.map.SegmentMap;
import dev.partita.index.IndexingPolicy;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonBoolean;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonPath;
import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;
import dev.partita.throughput.ThroughputSettings;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The catalogue's records as they are stored: docs/formats/catalogue.md. */
final class RecordJson {

  private RecordJson() {}

  static JsonObject write(DatabaseRecord record) {
    JsonObject.Builder json =
        JsonObject.builder()
            .put("number", record.number())
            .put("account", record.account())
            .put("name", record.name())
            .put("highestThroughput", record.highestThroughput())
            .put("changedMillis", record.changedMillis());
    putThroughput(json, record.throughput());
    return json.build();
  }

  static DatabaseRecord readDatabase(JsonObject json, long version) {
    return new DatabaseRecord(
        Math.toIntExact(number(json, "number")),
        text(json, "account"),
        text(json, "name"),
        readThroughput(json),
        number(json, "highestThroughput"),
        number(json, "changedMillis"),
        version);
  }

  static JsonObject write(ContainerRecord record) {
    JsonObject.Builder json =
        JsonObject.builder()
            .put("number", record.number())
            .put("database", record.database())
            .put("definition", write(record.definition()))
            .put("highestThroughput", record.highestThroughput())
            .put("changedMillis", record.changedMillis())
            .put("map", MapJson.write(record.map()));
    putThroughput(json, record.throughput());
    if (!record.segments().equals(SegmentMap.of(record.number()))) {
      json.put("segments", record.segments().toJson());
    }
    Reindexing reindexing = record.reindexing();
    if (reindexing != null) {
      json.put("reindexing", write(reindexing));
    }
    return json.build();
  }

  static ContainerRecord readContainer(JsonObject json, long version) {
    int number = Math.toIntExact(number(json, "number"));
    return new ContainerRecord(
        number,
        Math.toIntExact(number(json, "database")),
        readDefinition(object(json, "definition")),
        readThroughput(json),
        number(json, "highestThroughput"),
        MapJson.read(object(json, "map")),
        json.has("segments") ? SegmentMap.fromJson(json.at("segments")) : SegmentMap.of(number),
        json.has("reindexing") ? readReindexing(object(json, "reindexing")) : null,
        number(json, "changedMillis"),
        version);
  }

  static JsonObject write(CatalogueEntry.Dropped dropped) {
    JsonObject.Builder json = JsonObject.builder().put("number", dropped.number());
    List<Integer> numbers = dropped.segments().stream().map(DroppedSegment::number).toList();
    if (!numbers.equals(List.of(dropped.number()))) {
      json.put("segments", JsonArray.of(numbers.stream().map(JsonNumber::of).toList()));
    }
    List<Integer> groups = dropped.segments().stream().map(DroppedSegment::group).toList();
    if (groups.stream().anyMatch(group -> group != SegmentMap.FIRST_GROUP)) {
      json.put("groups", JsonArray.of(groups.stream().map(JsonNumber::of).toList()));
    }
    return json.build();
  }

  static CatalogueEntry.Dropped readDropped(JsonObject json, long version) {
    int number = Math.toIntExact(number(json, "number"));
    List<Integer> numbers = json.has("segments") ? numbers(json, "segments") : List.of(number);
    List<Integer> groups =
        json.has("groups")
            ? numbers(json, "groups")
            : Collections.nCopies(numbers.size(), SegmentMap.FIRST_GROUP);
    if (groups.size() != numbers.size()) {
      throw corrupt("groups");
    }
    List<DroppedSegment> segments = new ArrayList<>();
    for (int i = 0; i < numbers.size(); i++) {
      segments.add(new DroppedSegment(numbers.get(i), groups.get(i)));
    }
    return new CatalogueEntry.Dropped(number, segments, version);
  }

  static int integer(JsonObject json, String property) {
    return Math.toIntExact(number(json, property));
  }

  static List<Integer> numbers(JsonObject json, String property) {
    if (!(json.at(property) instanceof JsonArray values)) {
      throw corrupt(property);
    }
    List<Integer> numbers = new ArrayList<>();
    for (JsonValue value : values) {
      if (!(value instanceof JsonNumber number)) {
        throw corrupt(property);
      }
      numbers.add(Math.toIntExact(number.longValue()));
    }
    return numbers;
  }

  private static JsonObject write(Reindexing reindexing) {
    return JsonObject.builder()
        .put(
            "earlier",
            JsonArray.of(reindexing.earlier().stream().map(IndexingPolicy::toJson).toList()))
        .put("generation", reindexing.generation())
        .build();
  }

  private static Reindexing readReindexing(JsonObject json) {
    List<IndexingPolicy> earlier = new ArrayList<>();
    if (json.at("earlier") instanceof JsonArray policies) {
      policies.forEach(policy -> earlier.add(IndexingPolicy.fromJson(policy)));
    }
    return new Reindexing(earlier, json.has("generation") ? number(json, "generation") : 0);
  }

  static JsonObject write(JobRecord record) {
    JsonObject.Builder holds = JsonObject.builder();
    new TreeMap<>(record.holds())
        .forEach((partition, lsn) -> holds.put(Integer.toString(partition), lsn));
    return JsonObject.builder()
        .put("number", record.number())
        .put("kind", record.kind())
        .put("container", record.container())
        .put("state", record.state().name().toLowerCase(Locale.ROOT))
        .put("checkpoint", record.checkpoint())
        .put("done", record.done())
        .put("total", record.total())
        .put("perSecond", record.perSecond())
        .put("holds", holds.build())
        .put("startedMillis", record.startedMillis())
        .put("changedMillis", record.changedMillis())
        .build();
  }

  static JobRecord readJob(JsonObject json, long version) {
    Map<Integer, Long> holds = new HashMap<>();
    JsonObject held = object(json, "holds");
    held.names().forEach(each -> holds.put(Integer.valueOf(each), number(held, each)));
    return new JobRecord(
        Math.toIntExact(number(json, "number")),
        text(json, "kind"),
        Math.toIntExact(number(json, "container")),
        JobRecord.State.valueOf(text(json, "state").toUpperCase(Locale.ROOT)),
        object(json, "checkpoint"),
        number(json, "done"),
        number(json, "total"),
        number(json, "perSecond"),
        holds,
        number(json, "startedMillis"),
        number(json, "changedMillis"),
        version);
  }

  static JsonObject write(ResourceRecord record) {
    return JsonObject.builder()
        .put("kind", record.kind())
        .put("parent", record.parent())
        .put("name", record.name())
        .put("number", record.number())
        .put("body", record.body())
        .put("changedMillis", record.changedMillis())
        .build();
  }

  static ResourceRecord readResource(JsonObject json, long version) {
    return new ResourceRecord(
        text(json, "kind"),
        Math.toIntExact(number(json, "parent")),
        text(json, "name"),
        Math.toIntExact(number(json, "number")),
        object(json, "body"),
        number(json, "changedMillis"),
        version);
  }

  private static JsonObject write(ContainerDefinition definition) {
    JsonObject.Builder json =
        JsonObject.builder()
            .put("name", definition.name())
            .put("scheme", definition.scheme().toJson())
            .put("historyMillis", definition.historyMillis())
            .put("properties", definition.properties())
            .put(
                "uniqueKeys",
                JsonArray.of(
                    definition.uniqueKeys().stream()
                        .map(
                            key ->
                                JsonArray.of(key.paths().stream().map(RecordJson::path).toList()))
                        .toList()));
    if (definition.defaultTtlSeconds().isPresent()) {
      json.put("defaultTtlSeconds", definition.defaultTtlSeconds().getAsInt());
    }
    if (!definition.indexing().equals(IndexingPolicy.NONE)) {
      json.put("indexing", definition.indexing().toJson());
    }
    if (!definition.model().equals(ContainerModel.DOCUMENT)) {
      json.put("model", write(definition.model()));
    }
    return json.build();
  }

  private static JsonObject write(ContainerModel model) {
    return JsonObject.builder()
        .put("name", model.name())
        .put("changeLog", model.keepsChangeLog())
        .put("presentation", model.presentation())
        .build();
  }

  private static ContainerModel readModel(JsonObject json) {
    if (!(json.at("changeLog") instanceof JsonBoolean keepsChangeLog)) {
      throw corrupt("changeLog");
    }
    return new ContainerModel(
        text(json, "name"), keepsChangeLog == JsonBoolean.TRUE, text(json, "presentation"));
  }

  private static ContainerDefinition readDefinition(JsonObject json) {
    List<UniqueKey> uniqueKeys = new ArrayList<>();
    if (json.at("uniqueKeys") instanceof JsonArray keys) {
      for (JsonValue key : keys) {
        List<JsonPath> paths = new ArrayList<>();
        if (key instanceof JsonArray texts) {
          for (JsonValue path : texts) {
            paths.add(JsonPath.parse(text(path, "uniqueKeys")));
          }
        }
        uniqueKeys.add(new UniqueKey(paths));
      }
    }
    return new ContainerDefinition(
        text(json, "name"),
        PartitionScheme.fromJson(object(json, "scheme")),
        uniqueKeys,
        json.has("defaultTtlSeconds")
            ? OptionalInt.of(Math.toIntExact(number(json, "defaultTtlSeconds")))
            : OptionalInt.empty(),
        number(json, "historyMillis"),
        json.has("indexing") ? IndexingPolicy.fromJson(json.at("indexing")) : IndexingPolicy.NONE,
        json.has("model") ? readModel(object(json, "model")) : ContainerModel.DOCUMENT,
        object(json, "properties"));
  }

  private static JsonValue path(JsonPath path) {
    return new JsonString(path.toString());
  }

  private static void putThroughput(
      JsonObject.Builder json, @Nullable ThroughputSettings settings) {
    switch (settings) {
      case null -> {}
      case ThroughputSettings.Manual(long ruPerSecond) -> json.put("manual", ruPerSecond);
      case ThroughputSettings.Autoscale(long maxRuPerSecond) ->
          json.put("autoscaleMax", maxRuPerSecond);
    }
  }

  private static @Nullable ThroughputSettings readThroughput(JsonObject json) {
    if (json.has("manual")) {
      return new ThroughputSettings.Manual(number(json, "manual"));
    }
    return json.has("autoscaleMax")
        ? new ThroughputSettings.Autoscale(number(json, "autoscaleMax"))
        : null;
  }

  static long number(JsonObject json, String name) {
    if (json.at(name) instanceof JsonNumber number) {
      return number.longValue();
    }
    throw corrupt(name);
  }

  static String text(JsonObject json, String name) {
    return text(json.at(name), name);
  }

  private static String text(JsonValue value, String name) {
    if (value instanceof JsonString(String text)) {
      return text;
    }
    throw corrupt(name);
  }

  private static JsonObject object(JsonObject json, String name) {
    if (json.at(name) instanceof JsonObject object) {
      return object;
    }
    throw corrupt(name);
  }

  private static DatabaseException corrupt(String name) {
    return new DatabaseException(
            ErrorCode.CORRUPT, "A record of the catalogue lacks a property or has it wrong.")
        .with("property", name);
  }
}
