package dev.partita.container.map;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.bytes.KeyRange;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;
import dev.partita.partition.PartitionDescriptor;
import dev.partita.partition.PartitionState;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A partition map as it is stored: docs/formats/catalogue.md. */
public final class MapJson {

  private MapJson() {}

  public static JsonObject write(PartitionMap map) {
    return JsonObject.builder()
        .put("version", map.version())
        .put("current", JsonArray.of(map.current().stream().map(MapJson::write).toList()))
        .put("retired", JsonArray.of(map.retired().stream().map(MapJson::write).toList()))
        .build();
  }

  private static JsonObject write(PartitionMap.Retired retired) {
    JsonObject json = write(retired.descriptor()).with("lastLsn", JsonNumber.of(retired.lastLsn()));
    PartitionMap.Ending ending = retired.ending();
    return ending == null
        ? json
        : json.with("endedMillis", JsonNumber.of(ending.millis()))
            .with("cause", JsonString.of(ending.cause().name().toLowerCase(Locale.ROOT)));
  }

  public static PartitionMap read(JsonObject json) {
    List<PartitionDescriptor> current = new ArrayList<>();
    for (JsonValue value : array(json, "current")) {
      current.add(readDescriptor(value));
    }
    Map<Integer, PartitionMap.Retired> retired = new TreeMap<>();
    for (JsonValue value : array(json, "retired")) {
      PartitionDescriptor descriptor = readDescriptor(value);
      retired.put(
          descriptor.number(),
          new PartitionMap.Retired(
              descriptor, number((JsonObject) value, "lastLsn"), ending((JsonObject) value)));
    }
    return new PartitionMap(Math.toIntExact(number(json, "version")), current, retired);
  }

  private static PartitionMap.@Nullable Ending ending(JsonObject json) {
    if (!(json.at("cause") instanceof JsonString(String text))) {
      return null;
    }
    return Arrays.stream(ReshapeCause.values())
        .filter(cause -> cause.name().toLowerCase(Locale.ROOT).equals(text))
        .map(cause -> new PartitionMap.Ending(number(json, "endedMillis"), cause))
        .findFirst()
        .orElseThrow(() -> corrupt("cause"));
  }

  private static JsonObject write(PartitionDescriptor descriptor) {
    PartitionState start = descriptor.start();
    JsonObject.Builder json =
        JsonObject.builder()
            .put("number", descriptor.number())
            .put("min", Bytes.hex(descriptor.positions().start()));
    byte[] end = descriptor.positions().end();
    if (end != null) {
      json.put("max", Bytes.hex(end));
    }
    return json.put(
            "parents", JsonArray.of(descriptor.parents().stream().map(JsonNumber::of).toList()))
        .put("lsn", start.lsn())
        .put("timeMillis", start.timeMillis())
        .put("serial", start.serial())
        .put("sizeBytes", start.sizeBytes())
        .put("recordCount", start.recordCount())
        .build();
  }

  private static PartitionDescriptor readDescriptor(JsonValue value) {
    if (!(value instanceof JsonObject json)
        || !(json.at("min") instanceof JsonString(String min))) {
      throw corrupt("min");
    }
    byte[] end = json.at("max") instanceof JsonString(String max) ? Bytes.fromHex(max) : null;
    List<Integer> parents = new ArrayList<>();
    for (JsonValue parent : array(json, "parents")) {
      parents.add(Math.toIntExact(((JsonNumber) parent).longValue()));
    }
    return new PartitionDescriptor(
        Math.toIntExact(number(json, "number")),
        new KeyRange(Bytes.fromHex(min), end),
        List.copyOf(parents),
        new PartitionState(
            number(json, "lsn"),
            number(json, "timeMillis"),
            number(json, "serial"),
            number(json, "sizeBytes"),
            number(json, "recordCount")));
  }

  private static JsonArray array(JsonObject json, String name) {
    if (json.at(name) instanceof JsonArray array) {
      return array;
    }
    throw corrupt(name);
  }

  private static long number(JsonObject json, String name) {
    if (json.at(name) instanceof JsonNumber number) {
      return number.longValue();
    }
    throw corrupt(name);
  }

  private static DatabaseException corrupt(String name) {
    return new DatabaseException(
            ErrorCode.CORRUPT, "A stored partition map lacks a property or has it wrong.")
        .with("property", name);
  }
}
