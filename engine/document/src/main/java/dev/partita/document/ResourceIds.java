package dev.partita.document;

import dev.partita.base.bytes.Bytes;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.OptionalInt;

/**
 * The {@code _rid} of resources: bytes that tell what a resource is and what it belongs to, in
 * base64 with {@code -} for {@code /}.
 */
public final class ResourceIds {

  private static final int CONTAINER_MARK = 0x80000000;
  private static final int SERIAL_BITS = 40;
  private static final int PARTITION_BITS = 20;
  private static final byte[] CHARACTERS =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-"
          .getBytes(StandardCharsets.US_ASCII);

  private ResourceIds() {}

  public static String database(int number) {
    byte[] bytes = new byte[4];
    Bytes.writeInt(bytes, 0, number);
    return encode(bytes);
  }

  public static String container(int database, int number) {
    return encode(containerBytes(database, number));
  }

  /** The number of the database that has the id; empty if the text is no such id. */
  public static OptionalInt databaseNumber(String rid) {
    byte[] bytes = decode(rid);
    return bytes.length == 4 ? OptionalInt.of(Bytes.readInt(bytes, 0)) : OptionalInt.empty();
  }

  /** The number of the container of that database that has the id; empty if it is no such id. */
  public static OptionalInt containerNumber(int database, String rid) {
    byte[] bytes = decode(rid);
    return bytes.length == 8 && Bytes.readInt(bytes, 0) == database
        ? OptionalInt.of(Bytes.readInt(bytes, 4) & ~CONTAINER_MARK)
        : OptionalInt.empty();
  }

  /** The number of the item that has the id; 0, which no item has, if it is no such id. */
  public static long itemNumber(String rid) {
    byte[] bytes = decode(rid);
    return bytes.length == 16 ? Long.reverseBytes(Bytes.readLong(bytes, 8)) : 0;
  }

  static byte[] containerBytes(int database, int number) {
    byte[] bytes = new byte[8];
    Bytes.writeInt(bytes, 0, database);
    Bytes.writeInt(bytes, 4, number | CONTAINER_MARK);
    return bytes;
  }

  /**
   * The number of an item within its container: unique, since a partition's number and its serials
   * are never used again. The four highest bits stay free, since there the kind of resource stands.
   */
  static long item(int partition, long serial) {
    if (partition >>> PARTITION_BITS != 0 || serial >>> SERIAL_BITS != 0) {
      throw new IllegalStateException(
          "No resource id is left for partition " + partition + ", item " + serial + ".");
    }
    return ((long) partition << SERIAL_BITS) | serial;
  }

  /** The partition that gave an item its number. */
  static int partition(long item) {
    return (int) (item >>> SERIAL_BITS);
  }

  /** Which of the numbers that its partition gave out an item has. */
  static long serial(long item) {
    return item & ((1L << SERIAL_BITS) - 1);
  }

  /**
   * Writes the id of an item, 24 characters; its number is little-endian, as clients that break
   * ties by it expect. By hand, since every item that is written has one.
   *
   * @param containerBytes those of its container's id
   */
  static void writeItem(byte[] containerBytes, long item, byte[] target, int offset) {
    long container = Bytes.readLong(containerBytes, 0);
    long number = Long.reverseBytes(item);
    int at = offset;
    // Ten characters of the container alone, one that has bits of both, eleven of the number.
    for (int shift = 58; shift >= 4; shift -= 6) {
      target[at++] = CHARACTERS[(int) (container >>> shift) & 0x3F];
    }
    target[at++] = CHARACTERS[(int) (container << 2 | number >>> 62) & 0x3F];
    for (int shift = 56; shift >= 2; shift -= 6) {
      target[at++] = CHARACTERS[(int) (number >>> shift) & 0x3F];
    }
    target[at++] = CHARACTERS[(int) (number << 4) & 0x3F];
    target[at++] = '=';
    target[at] = '=';
  }

  private static byte[] decode(String rid) {
    try {
      return Base64.getDecoder().decode(rid.replace('-', '/'));
    } catch (IllegalArgumentException e) {
      return Bytes.EMPTY;
    }
  }

  private static String encode(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes).replace('/', '-');
  }
}
