package dev.partita.container.catalogue;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import java.util.List;

/** The catalogue's records that only clusters have, as they are stored. */
final class ClusterJson {

  private ClusterJson() {}

  static JsonObject write(GroupRecord record) {
    return JsonObject.builder()
        .put("number", record.number())
        .put("founders", numbers(record.founders()))
        .put("members", numbers(record.members()))
        .put("placement", record.placement())
        .put("epoch", record.epoch())
        .put("leader", record.leader())
        .build();
  }

  static GroupRecord readGroup(JsonObject json, long version) {
    return new GroupRecord(
        RecordJson.integer(json, "number"),
        RecordJson.numbers(json, "founders"),
        RecordJson.numbers(json, "members"),
        json.at("placement") instanceof JsonObject placement ? placement : JsonObject.EMPTY,
        RecordJson.number(json, "epoch"),
        RecordJson.integer(json, "leader"),
        version);
  }

  static JsonObject write(NodeRecord record) {
    return JsonObject.builder()
        .put("number", record.number())
        .put("name", record.name())
        .put("properties", record.properties())
        .build();
  }

  static NodeRecord readNode(JsonObject json, long version) {
    if (!(json.at("properties") instanceof JsonObject properties)) {
      throw new DatabaseException(
              ErrorCode.CORRUPT, "A record of the catalogue lacks a property or has it wrong.")
          .with("property", "properties");
    }
    return new NodeRecord(
        RecordJson.integer(json, "number"), RecordJson.text(json, "name"), properties, version);
  }

  static JsonObject write(CatalogueEntry.Setting setting) {
    return JsonObject.builder().put("name", setting.name()).put("value", setting.value()).build();
  }

  static CatalogueEntry.Setting readSetting(JsonObject json, long version) {
    return new CatalogueEntry.Setting(RecordJson.text(json, "name"), json.at("value"), version);
  }

  static JsonObject write(CatalogueEntry.LastChange change) {
    return JsonObject.builder().put("node", change.node()).put("change", change.change()).build();
  }

  static CatalogueEntry.LastChange readLastChange(JsonObject json, long version) {
    return new CatalogueEntry.LastChange(
        RecordJson.integer(json, "node"), RecordJson.text(json, "change"), version);
  }

  private static JsonArray numbers(List<Integer> numbers) {
    return JsonArray.of(numbers.stream().map(JsonNumber::of).toList());
  }
}
