package dev.partita.document;

import dev.partita.base.bytes.UuidText;
import dev.partita.container.catalogue.ContainerRecord;
import dev.partita.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.util.Set;

/**
 * The properties that the database adds to the end of every item of a container. They have a fixed
 * length, so the end is laid out before the item is queued and only filled in by the writer.
 * Immutable.
 */
final class SystemProperties {

  static final Set<String> NAMES = Set.of("_rid", "_self", "_etag", "_attachments", "_ts");

  private static final int RID_LENGTH = 24;
  private static final int TS_LENGTH = 10;

  private final byte[] containerRid;
  private final byte[] template;
  private final int ridOffset;
  private final int selfOffset;
  private final int etagOffset;
  private final int tsOffset;

  SystemProperties(ContainerRecord container) {
    containerRid = ResourceIds.containerBytes(container.database(), container.number());
    StringBuilder text = new StringBuilder(",\"_rid\":\"");
    ridOffset = text.length();
    text.append(" ".repeat(RID_LENGTH)).append("\",\"_self\":\"dbs/");
    text.append(ResourceIds.database(container.database())).append("/colls/");
    text.append(ResourceIds.container(container.database(), container.number()));
    text.append("/docs/");
    selfOffset = text.length();
    text.append(" ".repeat(RID_LENGTH)).append("/\",\"_etag\":\"\\\"");
    etagOffset = text.length();
    text.append(" ".repeat(UuidText.LENGTH))
        .append("\\\"\",\"_attachments\":\"attachments/\",\"_ts\":");
    tsOffset = text.length();
    text.append(" ".repeat(TS_LENGTH)).append('}');
    template = text.toString().getBytes(StandardCharsets.US_ASCII);
  }

  int length() {
    return template.length;
  }

  /** Lays the blank properties over the end of the bytes. */
  void lay(byte[] bytes) {
    System.arraycopy(template, 0, bytes, bytes.length - template.length, template.length);
  }

  /** Fills in the properties at the end of the bytes. */
  void fill(byte[] bytes, long item, int partition, long lsn, int sequence, long seconds) {
    int start = bytes.length - template.length;
    ResourceIds.writeItem(containerRid, item, bytes, start + ridOffset);
    System.arraycopy(bytes, start + ridOffset, bytes, start + selfOffset, RID_LENGTH);
    long change = ((long) partition << Integer.SIZE) | ((sequence & 0xFFFFL) << Short.SIZE);
    UuidText.write(change, lsn, bytes, start + etagOffset);
    decimal(bytes, start + tsOffset + TS_LENGTH, seconds);
  }

  /** The entity tag in an item's bytes, with the quotes that belong to it. */
  String etag(byte[] bytes) {
    int start = bytes.length - template.length + etagOffset;
    return '"' + new String(bytes, start, UuidText.LENGTH, StandardCharsets.US_ASCII) + '"';
  }

  /** Whether a document has any of these properties, which a client put there. */
  static boolean areIn(JsonObject document) {
    for (int i = 0; i < document.size(); i++) {
      String name = document.nameAt(i);
      if (name.startsWith("_") && NAMES.contains(name)) {
        return true;
      }
    }
    return false;
  }

  /** The document without these properties. */
  static JsonObject strip(JsonObject document) {
    JsonObject.Builder stripped = document.toBuilder();
    NAMES.forEach(stripped::remove);
    return stripped.build();
  }

  /** Shorter than usual if the clock is off by decades; the blanks in front stay. */
  private static void decimal(byte[] bytes, int end, long value) {
    long rest = Math.abs(value);
    int at = end;
    do {
      bytes[--at] = (byte) ('0' + rest % 10);
      rest /= 10;
    } while (rest > 0);
    if (value < 0) {
      bytes[--at] = '-';
    }
  }
}
