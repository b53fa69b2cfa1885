package dev.partita.admin.partitions;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.bytes.KeyRange;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.time.IsoTime;
import dev.partita.container.key.PartitionKey;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonReader;
import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;
import java.util.Collection;
import java.util.Locale;

/** How values look in the documents of this API. */
public final class Texts {

  private Texts() {}

  /** A moment in UTC, with milliseconds. */
  public static JsonString time(long millis) {
    return JsonString.of(IsoTime.text(millis));
  }

  /** A measured number; more than two digits after the point would be noise. */
  public static JsonNumber rounded(double value) {
    return JsonNumber.of(Math.round(value * 100) / 100.0);
  }

  /** BAD_REQUEST as BadRequest. */
  public static String code(ErrorCode code) {
    var name = new StringBuilder();
    for (String word : code.name().split("_", -1)) {
      name.append(word.charAt(0)).append(word.substring(1).toLowerCase(Locale.ROOT));
    }
    return name.toString();
  }

  static JsonString id(int partition) {
    return JsonString.of(Integer.toString(partition));
  }

  static JsonArray ids(Collection<Integer> partitions) {
    return JsonArray.of(partitions.stream().map(Texts::id).toList());
  }

  static JsonString min(KeyRange positions) {
    return JsonString.of(Bytes.hex(positions.start()));
  }

  static JsonString max(KeyRange positions) {
    byte[] end = positions.end();
    return JsonString.of(end == null ? "FF" : Bytes.hex(end));
  }

  /** A partition key from its text. */
  static JsonValue key(String json) {
    return JsonReader.DEFAULT.read(json);
  }

  static JsonValue key(PartitionKey key) {
    return key(key.toJson());
  }
}
