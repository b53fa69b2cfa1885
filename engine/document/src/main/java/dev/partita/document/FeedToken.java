package dev.partita.document;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.bytes.KeyRange;
import dev.partita.base.error.DatabaseException;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonReader;
import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;
import java.util.ArrayList;
import java.util.List;

/**
 * A place in a change feed: for every range of positions the LSN up to which it has been read. It
 * names positions, not partitions, so it stays good when those are split or merged.
 */
public record FeedToken(List<Part> parts) {

  /** Up to where one range has been read. */
  public record Part(KeyRange positions, long lsn) {}

  public FeedToken {
    parts = List.copyOf(parts);
  }

  /** The token as text: docs/formats/tokens.md. */
  public String encode() {
    List<JsonValue> ranges = new ArrayList<>();
    for (Part part : parts) {
      byte[] end = part.positions().end();
      JsonObject.Builder range =
          JsonObject.builder().put("min", Bytes.hex(part.positions().start()));
      if (end != null) {
        range.put("max", Bytes.hex(end));
      }
      ranges.add(range.put("lsn", part.lsn()).build());
    }
    return JsonObject.builder().put("v", 1).put("ranges", JsonArray.of(ranges)).build().toString();
  }

  /**
   * @throws DatabaseException BAD_REQUEST if the text is no token
   */
  public static FeedToken decode(String text) {
    List<Part> parts = new ArrayList<>();
    if (!(JsonReader.DEFAULT.read(text) instanceof JsonObject token)
        || !token.at("v").equals(JsonNumber.of(1))
        || !(token.at("ranges") instanceof JsonArray ranges)
        || ranges.isEmpty()) {
      throw invalid(text);
    }
    for (JsonValue value : ranges) {
      if (!(value instanceof JsonObject range)
          || !(range.at("min") instanceof JsonString(String min))
          || !(range.at("max") instanceof JsonString || range.at("max").isUndefined())
          || !(range.at("lsn") instanceof JsonNumber lsn)
          || !lsn.isIntegral()
          || lsn.longValue() < 0) {
        throw invalid(text);
      }
      parts.add(new Part(positions(min, range.at("max"), text), lsn.longValue()));
    }
    return new FeedToken(parts);
  }

  private static KeyRange positions(String min, JsonValue max, String text) {
    try {
      byte[] end = max instanceof JsonString(String hex) ? Bytes.fromHex(hex) : null;
      KeyRange positions = new KeyRange(Bytes.fromHex(min), end);
      if (!positions.isEmpty()) {
        return positions;
      }
    } catch (IllegalArgumentException e) {
      throw invalid(text).with("reason", "min and max are hexadecimal digits");
    }
    throw invalid(text);
  }

  private static DatabaseException invalid(String text) {
    return DatabaseException.badRequest("This is not a change-feed token of this database.")
        .with("token", text);
  }
}
