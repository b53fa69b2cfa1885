package dev.partita.collection;

import dev.partita.container.catalogue.ContainerDefinition;
import dev.partita.container.catalogue.ContainerModel;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What a container's definition says of its collection: docs/formats/collections.md. Immutable.
 *
 * @param shardKey the path whose values divide the documents; null if nothing does
 * @param indexes the index on {@code _id} first
 * @param dropped numbers of indexes whose entries are to be removed
 * @param nextNumber for the next index
 */
public record CollectionSettings(
    @Nullable String shardKey, List<IndexSpec> indexes, List<Integer> dropped, int nextNumber) {

  /** The model of containers that are collections. */
  public static final ContainerModel MODEL = new ContainerModel("bson", true, "");

  private static final String PROPERTY = "collection";

  public CollectionSettings {
    indexes = List.copyOf(indexes);
    dropped = List.copyOf(dropped);
  }

  /** A new collection. */
  public static CollectionSettings of(@Nullable String shardKey) {
    return new CollectionSettings(
        shardKey, List.of(IndexSpec.ID), List.of(), IndexSpec.ID_NUMBER + 1);
  }

  /** Whether a container is a collection. */
  public static boolean isCollection(ContainerDefinition definition) {
    return definition.model().name().equals(MODEL.name());
  }

  /** Those of a container that {@link #isCollection is one}. */
  static CollectionSettings of(ContainerDefinition definition) {
    JsonObject json = (JsonObject) definition.properties().at(PROPERTY);
    List<IndexSpec> indexes = new ArrayList<>();
    indexes.add(IndexSpec.ID);
    for (JsonValue each : array(json, "indexes")) {
      indexes.add(IndexSpec.fromJson((JsonObject) each));
    }
    List<Integer> dropped = new ArrayList<>();
    for (JsonValue each : array(json, "dropped")) {
      dropped.add((int) ((JsonNumber) each).longValue());
    }
    return new CollectionSettings(
        json.at("shardKey") instanceof JsonString(String path) ? path : null,
        indexes,
        dropped,
        (int) ((JsonNumber) json.at("nextNumber")).longValue());
  }

  private static JsonArray array(JsonObject json, String name) {
    return json.at(name) instanceof JsonArray array ? array : JsonArray.of(List.of());
  }

  /** The definition with these settings in place of its own. */
  ContainerDefinition in(ContainerDefinition definition) {
    JsonObject.Builder json = JsonObject.builder();
    if (shardKey != null) {
      json.put("shardKey", shardKey);
    }
    json.put(
            "indexes",
            JsonArray.of(
                indexes.stream().filter(index -> !index.isId()).map(IndexSpec::toJson).toList()))
        .put("dropped", JsonArray.of(dropped.stream().map(JsonNumber::of).toList()))
        .put("nextNumber", nextNumber);
    return definition.withProperties(JsonObject.builder().put(PROPERTY, json.build()).build());
  }

  public boolean isSharded() {
    return shardKey != null;
  }

  public Optional<IndexSpec> index(String name) {
    return indexes.stream().filter(index -> index.name().equals(name)).findFirst();
  }

  CollectionSettings withIndex(IndexSpec added) {
    List<IndexSpec> more = new ArrayList<>(indexes);
    more.add(added.withNumber(nextNumber));
    return new CollectionSettings(shardKey, more, dropped, nextNumber + 1);
  }

  CollectionSettings withReady(int number) {
    return new CollectionSettings(
        shardKey,
        indexes.stream().map(each -> each.number() == number ? each.asReady() : each).toList(),
        dropped,
        nextNumber);
  }

  CollectionSettings without(Predicate<IndexSpec> gone) {
    List<Integer> more = new ArrayList<>(dropped);
    indexes.stream().filter(gone).forEach(index -> more.add(index.number()));
    return new CollectionSettings(
        shardKey, indexes.stream().filter(gone.negate()).toList(), more, nextNumber);
  }

  CollectionSettings withCleared(int number) {
    return new CollectionSettings(
        shardKey, indexes, dropped.stream().filter(each -> each != number).toList(), nextNumber);
  }
}
