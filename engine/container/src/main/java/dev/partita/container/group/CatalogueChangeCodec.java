package dev.partita.container.group;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.container.catalogue.CatalogueChange;
import dev.partita.container.catalogue.CatalogueEntry;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonReader;
import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;
import dev.partita.json.JsonWriter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Changes of the catalogue, and their outcomes, as nodes send them: docs/formats/catalogue.md. */
final class CatalogueChangeCodec {

  /** What became of a change at the node that decides. */
  sealed interface Outcome {

    /** It has happened, now or when it was asked for before. */
    record Done(long version) implements Outcome {}

    /**
     * An entry is another than the change has seen.
     *
     * @param version of a catalogue that has the other one
     */
    record Conflict(String entry, long version) implements Outcome {}

    /**
     * Nothing was decided.
     *
     * @param leader the node that leads, or {@link Groups#NO_NODE}
     */
    record NotLeading(int leader) implements Outcome {}
  }

  private CatalogueChangeCodec() {}

  static byte[] encode(CatalogueChange change) {
    JsonObject.Builder seen = JsonObject.builder();
    change.seen().forEach((id, version) -> seen.put(id, version.longValue()));
    List<JsonValue> puts = new ArrayList<>();
    for (CatalogueEntry entry : change.puts()) {
      puts.add(JsonObject.builder().put("id", entry.id()).put("entry", entry.toJson()).build());
    }
    List<JsonValue> deletes = new ArrayList<>();
    change.deletes().forEach(id -> deletes.add(JsonString.of(id)));
    List<JsonValue> fences = new ArrayList<>();
    for (CatalogueChange.Fence fence : change.fences()) {
      fences.add(JsonObject.builder().put("id", fence.id()).put("epoch", fence.epoch()).build());
    }
    return JsonWriter.bytes(
        JsonObject.builder()
            .put("seen", seen.build())
            .put("puts", JsonArray.of(puts))
            .put("deletes", JsonArray.of(deletes))
            .put("fences", JsonArray.of(fences))
            .build());
  }

  /**
   * @throws DatabaseException BAD_REQUEST if the bytes are no change, CORRUPT if an entry of it is
   *     none
   */
  static CatalogueChange decodeChange(byte[] bytes) {
    JsonObject json = JsonReader.DEFAULT.readObject(bytes);
    Map<String, Long> seen = new HashMap<>();
    for (JsonObject.Member member : object(json.at("seen"))) {
      seen.put(member.name(), number(member.value()));
    }
    List<CatalogueEntry> puts = new ArrayList<>();
    for (JsonValue put : array(json.at("puts"))) {
      puts.add(CatalogueEntry.read(text(object(put).at("id")), object(object(put).at("entry")), 0));
    }
    List<String> deletes = new ArrayList<>();
    for (JsonValue id : array(json.at("deletes"))) {
      deletes.add(text(id));
    }
    List<CatalogueChange.Fence> fences = new ArrayList<>();
    for (JsonValue fence : array(json.at("fences"))) {
      fences.add(
          new CatalogueChange.Fence(
              text(object(fence).at("id")), number(object(fence).at("epoch"))));
    }
    return new CatalogueChange(seen, puts, deletes, fences);
  }

  static byte[] encode(Outcome outcome) {
    return JsonWriter.bytes(
        switch (outcome) {
          case Outcome.Done(long version) -> JsonObject.of("done", JsonNumber.of(version));
          case Outcome.Conflict(String entry, long version) ->
              JsonObject.builder().put("conflict", entry).put("version", version).build();
          case Outcome.NotLeading(int leader) -> JsonObject.of("notLeading", JsonNumber.of(leader));
        });
  }

  /**
   * @throws DatabaseException BAD_REQUEST if the bytes are no outcome
   */
  static Outcome decodeOutcome(byte[] bytes) {
    JsonObject json = JsonReader.DEFAULT.readObject(bytes);
    if (json.has("done")) {
      return new Outcome.Done(number(json.at("done")));
    }
    if (json.has("conflict")) {
      return new Outcome.Conflict(text(json.at("conflict")), number(json.at("version")));
    }
    return new Outcome.NotLeading(Math.toIntExact(number(json.at("notLeading"))));
  }

  private static JsonObject object(JsonValue value) {
    if (value instanceof JsonObject object) {
      return object;
    }
    throw invalid();
  }

  private static JsonArray array(JsonValue value) {
    if (value instanceof JsonArray array) {
      return array;
    }
    throw invalid();
  }

  private static String text(JsonValue value) {
    if (value instanceof JsonString text) {
      return text.value();
    }
    throw invalid();
  }

  private static long number(JsonValue value) {
    if (value instanceof JsonNumber number) {
      return number.longValue();
    }
    throw invalid();
  }

  private static DatabaseException invalid() {
    return new DatabaseException(
        ErrorCode.BAD_REQUEST,
        "A message about a change of the catalogue cannot be read. Run the same version on all"
            + " nodes.");
  }
}
