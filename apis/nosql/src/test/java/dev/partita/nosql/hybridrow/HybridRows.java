package dev.partita.nosql.hybridrow;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32;

/**
 * A client's half of binary batches, written from the description of the format alone: operations
 * are encoded as .NET clients do, and results are decoded. For tests.
 */
public final class HybridRows {

  /**
   * The columns of an operation after the two that are fixed; those from the sixth on are sparse.
   */
  public static final List<String> COLUMNS =
      List.of(
          "partitionKey",
          "effectivePartitionKey",
          "id",
          "binaryId",
          "resourceBody",
          "indexingDirective",
          "ifMatch",
          "ifNoneMatch",
          "timeToLiveInSeconds",
          "minimalReturnPreference");

  public static final int CREATE = 0;
  public static final int PATCH = 1;
  public static final int READ = 2;
  public static final int DELETE = 4;
  public static final int REPLACE = 5;
  public static final int UPSERT = 20;

  private HybridRows() {}

  /** A stream with a segment that has a comment, as real ones may. */
  public static byte[] stream(byte[]... records) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(segment("a batch"));
    for (byte[] record : records) {
      out.writeBytes(record(record));
    }
    return out.toByteArray();
  }

  public static byte[] segment(String comment) {
    byte[] text = comment.getBytes(UTF_8);
    ByteBuffer row = buffer(10 + 3 + text.length);
    row.put((byte) 0x81).putInt(2147473648).put((byte) 1).putInt(row.capacity());
    row.put((byte) 20).put((byte) 2).put((byte) text.length).put(text);
    return bytes(row);
  }

  public static byte[] record(byte[] row) {
    CRC32 crc = new CRC32();
    crc.update(row);
    ByteBuffer header = buffer(13 + row.length);
    header.put((byte) 0x81).putInt(2147473649).putInt(row.length).putInt((int) crc.getValue());
    header.put(row);
    return bytes(header);
  }

  /** An operation. Values are texts, and for the preference a boolean. */
  public static byte[] operation(int type, Map<String, Object> columns) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(bytes(buffer(5).put((byte) 0x81).putInt(2145473648)));
    int present = 0b11;
    for (int i = 0; i < 5; i++) {
      present |= columns.containsKey(COLUMNS.get(i)) ? 0b100 << i : 0;
    }
    out.write(present);
    out.writeBytes(bytes(buffer(8).putInt(type).putInt(2)));
    for (int i = 0; i < COLUMNS.size(); i++) {
      Object value = columns.get(COLUMNS.get(i));
      if (value == null) {
        continue;
      }
      if (i >= 5) {
        out.write(
            value instanceof Boolean truth ? (truth ? 3 : 2) : value instanceof Integer ? 7 : 20);
        out.write(i + 3);
      }
      switch (value) {
        case Boolean _ -> {}
        case Integer number -> out.writeBytes(bytes(buffer(4).putInt(number)));
        default -> writeBytes(out, value.toString().getBytes(UTF_8));
      }
    }
    return out.toByteArray();
  }

  /** The results of a stream: the values by the names of their columns. */
  public static List<Map<String, Object>> results(byte[] stream) {
    ByteBuffer in = ByteBuffer.wrap(stream).order(ByteOrder.LITTLE_ENDIAN);
    require(in.get() == (byte) 0x81 && in.getInt() == 2147473648, "no segment");
    require(in.get() == 1, "no length");
    in.position(in.getInt());
    List<Map<String, Object>> results = new ArrayList<>();
    while (in.hasRemaining()) {
      require(in.get() == (byte) 0x81 && in.getInt() == 2147473649, "no record");
      int length = in.getInt();
      int expected = in.getInt();
      ByteBuffer row = in.slice(in.position(), length).order(ByteOrder.LITTLE_ENDIAN);
      CRC32 crc = new CRC32();
      crc.update(row.duplicate());
      require((int) crc.getValue() == expected, "another CRC");
      in.position(in.position() + length);
      results.add(result(row));
    }
    return results;
  }

  private static Map<String, Object> result(ByteBuffer row) {
    require(row.get() == (byte) 0x81 && row.getInt() == 2145473649, "no result");
    int present = row.get();
    Map<String, Object> values = new TreeMap<>();
    values.put("statusCode", row.getInt());
    values.put("subStatusCode", row.getInt());
    require((present & 0b11) == 0b11, "no status");
    if ((present & 0b100) != 0) {
      values.put("eTag", readText(row));
    }
    if ((present & 0b1000) != 0) {
      values.put("resourceBody", readText(row));
    }
    while (row.hasRemaining()) {
      int type = row.get();
      int path = row.get();
      switch (path) {
        case 5 -> {
          require(type == 11, "no uint32");
          values.put("retryAfterMilliseconds", row.getInt());
        }
        case 6 -> {
          require(type == 16, "no float64");
          values.put("requestCharge", row.getDouble());
        }
        default -> throw new AssertionError("Unknown path " + path);
      }
    }
    return values;
  }

  private static String readText(ByteBuffer row) {
    int length = 0;
    int shift = 0;
    int next;
    do {
      next = row.get();
      length |= (next & 0x7F) << shift;
      shift += 7;
    } while (next < 0);
    byte[] text = new byte[length];
    row.get(text);
    return new String(text, UTF_8);
  }

  private static void writeBytes(ByteArrayOutputStream out, byte[] value) {
    for (int rest = value.length; ; rest >>>= 7) {
      if (rest < 0x80) {
        out.write(rest);
        break;
      }
      out.write(rest | 0x80);
    }
    out.writeBytes(value);
  }

  private static ByteBuffer buffer(int capacity) {
    return ByteBuffer.allocate(capacity).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static byte[] bytes(ByteBuffer filled) {
    byte[] bytes = new byte[filled.flip().remaining()];
    filled.get(bytes);
    return bytes;
  }

  private static void require(boolean condition, String what) {
    if (!condition) {
      throw new AssertionError(what);
    }
  }
}
