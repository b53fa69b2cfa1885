package dev.partita.document;

import dev.partita.base.bytes.UuidText;
import dev.partita.container.catalogue.ContainerRecord;
import dev.partita.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The properties that the database adds to the end of every item of a container. They have a fixed
 * length, so the end is laid out before the item is queued and only filled in by the writer.
 * Immutable.
 */
final class SystemProperties {

  static final Set<String> NAMES = Set.of("_rid", "_self", "_etag", "_attachments", "_ts");

  private static final int RID_LENGTH = 24;

  /** Higher bits of LSNs are added to what else a tag has. */
  private static final int LSN_BITS = 48;

  private static final int TS_LENGTH = 10;

  /** Where the part of a tag begins that follows from the version's place in the log. */
  private static final int TAG_SEQUENCE = 9;

  private static final int TAG_SEQUENCE_END = 13;
  private static final int TAG_LSN = 24;

  private static final long TICKS_PER_MILLI = 10_000;

  /** What clocks are set back by when they are corrected as a matter of course. */
  private static final long CLOCK_STEP_TICKS = 60_000 * TICKS_PER_MILLI;

  /** Has containers that follow each other begin at different ticks. */
  private static final long TICKS_BETWEEN_CONTAINERS = 7_919;

  private final long opening;
  private final int container;
  private final byte[] containerRid;
  private final byte[] template;
  private final int ridOffset;
  private final int selfOffset;
  private final int etagOffset;
  private final int tsOffset;

  /**
   * @param opening of the engine that writes
   */
  SystemProperties(ContainerRecord container, long opening) {
    this.opening = opening;
    this.container = container.number();
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
    writeTag(bytes, start + etagOffset, partition, lsn, sequence);
    decimal(bytes, start + tsOffset + TS_LENGTH, seconds);
  }

  /**
   * Writes a tag that no other version has: within a partition the LSN and the sequence are its
   * own, and everything else tells it from what was written in other partitions, in containers that
   * had the same name, or over another copy of the data, where LSNs are the same.
   */
  private void writeTag(byte[] bytes, int at, int partition, long lsn, int sequence) {
    long origin =
        opening
            ^ ((long) container << Integer.SIZE | Integer.toUnsignedLong(partition))
            ^ (lsn >>> LSN_BITS);
    long high =
        (origin >>> Integer.SIZE << Integer.SIZE)
            | (sequence & 0xFFFFL) << Short.SIZE
            | (origin >>> Short.SIZE & 0xFFFFL);
    long low = origin << LSN_BITS | (lsn & (1L << LSN_BITS) - 1);
    UuidText.write(high, low, bytes, at);
  }

  /**
   * Whether the bytes end with these properties as {@link #fill} would fill them in, whichever
   * partition and engine wrote them.
   */
  boolean areAtEnd(byte[] bytes, long item, long lsn, int sequence, long seconds) {
    byte[] expected = new byte[template.length];
    lay(expected);
    fill(expected, item, 0, lsn, sequence, seconds);
    int start = bytes.length - template.length;
    for (int i = 0; i < expected.length; i++) {
      byte found = bytes[start + i];
      boolean agrees =
          isOrigin(i - etagOffset)
              ? found == '-' ? expected[i] == '-' : Character.digit(found, 16) >= 0
              : found == expected[i];
      if (!agrees) {
        return false;
      }
    }
    return true;
  }

  /** Whether a character of a tag tells where the version comes from. */
  private static boolean isOrigin(int at) {
    return at >= 0 && at < TAG_LSN && (at < TAG_SEQUENCE || at >= TAG_SEQUENCE_END);
  }

  /**
   * The time of a version in ticks of 100 ns: that of its transaction, but later than the version
   * before, unless the clock was ahead when that was written. Below the milliseconds, what a tag is
   * made of tells versions apart also where there was a delete between them.
   *
   * @param before the version that it replaces; null if there is none
   */
  long ticks(long timeMillis, long lsn, @Nullable StoredItem before) {
    long fraction =
        Math.floorMod(lsn + opening + container * TICKS_BETWEEN_CONTAINERS, TICKS_PER_MILLI);
    long ticks = timeMillis * TICKS_PER_MILLI + fraction;
    return before == null || before.ticks() - ticks > CLOCK_STEP_TICKS
        ? ticks
        : Math.max(ticks, before.ticks() + 1);
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
