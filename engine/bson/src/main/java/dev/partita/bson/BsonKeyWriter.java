package dev.partita.bson;

import dev.partita.base.bytes.Bytes;
import java.math.BigDecimal;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Writer of keys whose bytes sort as their values do: by the first value, then by the second, and
 * so on. Values that are equal in the order have the same bytes, so a key tells 1 and 1.0 not
 * apart. The format is docs/formats/bson-keys.md. Not for use by several threads.
 */
public final class BsonKeyWriter {

  static final int END = 0x00;
  static final int ESCAPED_ZERO = 0xFF;
  static final int ESCAPE_END = 0x01;
  static final int EXACT = 0x00;
  static final int DIGITS_FOLLOW = 0x01;
  static final int EXPONENT_BIAS = 0x8000;

  private final @Nullable StringOrder strings;
  private byte[] buffer = new byte[64];
  private int length;
  // All bits set while a value is written whose order is reversed.
  private int flip;

  public BsonKeyWriter() {
    this(BsonOrder.SIMPLE);
  }

  public BsonKeyWriter(BsonOrder order) {
    this.strings = order.strings();
  }

  /** The key of one value, with strings by their bytes. */
  public static byte[] key(BsonValue value) {
    return new BsonKeyWriter().add(value).toBytes();
  }

  /** Adds a value in ascending order. */
  public BsonKeyWriter add(BsonValue value) {
    value(value);
    return this;
  }

  /** Adds a value such that greater ones sort first. */
  public BsonKeyWriter addDescending(BsonValue value) {
    flip = 0xFF;
    value(value);
    flip = 0;
    return this;
  }

  public byte[] toBytes() {
    return Arrays.copyOf(buffer, length);
  }

  public int length() {
    return length;
  }

  private void value(BsonValue value) {
    u8(value.type().orderClass());
    payload(value);
  }

  private void payload(BsonValue value) {
    switch (value.type()) {
      case MIN_KEY, MAX_KEY, NULL, UNDEFINED -> {}
      case INT32, INT64, DOUBLE, DECIMAL128 -> number(value);
      case STRING, SYMBOL -> string(value);
      case JAVASCRIPT -> escaped(value.bytes(), value.offset() + 4, value.byteLength() - 5);
      case DOCUMENT -> fields(value.cursor(), true);
      case ARRAY -> fields(value.cursor(), false);
      case BINARY, DB_POINTER -> {
        u32(value.byteLength());
        raw(value.bytes(), value.offset() + 4, value.byteLength() - 4);
      }
      case OBJECT_ID, REGEX -> raw(value.bytes(), value.offset(), value.byteLength());
      case BOOLEAN -> u8((int) value.scalar());
      case DATE -> u64(value.scalar() ^ Long.MIN_VALUE);
      case TIMESTAMP -> u64(value.scalar());
      case JAVASCRIPT_WITH_SCOPE -> {
        BsonValue code = BsonValue.javascript(value.scopedCode());
        payload(code);
        fields(value.scope().cursor(), true);
      }
    }
  }

  private void fields(BsonCursor cursor, boolean names) {
    while (cursor.next()) {
      u8(cursor.type().orderClass());
      if (names) {
        raw(cursor.bytes(), cursor.nameStart(), cursor.nameEnd() + 1 - cursor.nameStart());
      }
      payload(cursor.value());
    }
    u8(END);
  }

  private void string(BsonValue value) {
    if (strings == null) {
      escaped(value.bytes(), value.offset() + 4, value.byteLength() - 5);
    } else {
      byte[] sortKey = strings.sortKey(value.asString());
      escaped(sortKey, 0, sortKey.length);
    }
  }

  /**
   * The greatest double that is not greater than the number; then whether the number is that
   * double, and if not, its digits. So numbers of all types compare by their first eight bytes, and
   * only numbers between two neighbouring doubles by more.
   */
  private void number(BsonValue number) {
    switch (number.type()) {
      case INT32 -> exactDouble((double) number.scalar());
      case DOUBLE -> exactDouble(number.asDouble());
      case INT64 -> {
        long value = number.scalar();
        double nearest = (double) value;
        if (nearest < 0x1p63 && (long) nearest == value) {
          exactDouble(nearest);
        } else {
          between(BigDecimal.valueOf(value));
        }
      }
      default -> {
        BigDecimal value = BsonNumbers.exact(number);
        if (value == null) {
          exactDouble(BsonNumbers.toDouble(number));
        } else {
          between(value);
        }
      }
    }
  }

  private void between(BigDecimal value) {
    double floor = value.doubleValue();
    int order = Double.isInfinite(floor) ? (floor > 0 ? -1 : 1) : compare(value, floor);
    if (order == 0) {
      exactDouble(floor);
      return;
    }
    // The nearest double of a number beyond all doubles is infinity: its floor is the largest
    // double above, and minus infinity below.
    if (order < 0) {
      floor = Math.nextDown(floor);
    }
    u64(orderedBits(floor));
    u8(DIGITS_FOLLOW);
    digits(value);
  }

  private static int compare(BigDecimal value, double other) {
    return value.compareTo(new BigDecimal(other));
  }

  private void exactDouble(double value) {
    u64(orderedBits(value));
    u8(EXACT);
  }

  /** Bits that sort as unsigned numbers like the doubles; NaN is the smallest, zeros are equal. */
  static long orderedBits(double value) {
    if (Double.isNaN(value)) {
      return 0;
    }
    long bits = Double.doubleToRawLongBits(value + 0.0);
    return bits < 0 ? ~bits : bits ^ Long.MIN_VALUE;
  }

  /** The sign, the exponent and the digits, two in a byte; all but the sign flipped below zero. */
  private void digits(BigDecimal value) {
    boolean negative = value.signum() < 0;
    u8(negative ? 0 : 1);
    int outer = flip;
    if (negative) {
      flip ^= 0xFF;
    }
    int exponent = value.precision() - value.scale();
    u8((exponent + EXPONENT_BIAS) >>> 8);
    u8(exponent + EXPONENT_BIAS);
    String text = value.unscaledValue().abs().toString();
    int end = text.length();
    while (text.charAt(end - 1) == '0') {
      end--;
    }
    for (int i = 0; i < end; i += 2) {
      int second = i + 1 < end ? text.charAt(i + 1) - '0' : 0;
      u8((text.charAt(i) - '0') * 10 + second + 1);
    }
    u8(END);
    flip = outer;
  }

  private void escaped(byte[] bytes, int offset, int count) {
    for (int i = offset; i < offset + count; i++) {
      u8(bytes[i]);
      if (bytes[i] == 0) {
        u8(ESCAPED_ZERO);
      }
    }
    u8(END);
    u8(ESCAPE_END);
  }

  private void raw(byte[] bytes, int offset, int count) {
    reserve(count);
    for (int i = 0; i < count; i++) {
      buffer[length + i] = (byte) (bytes[offset + i] ^ flip);
    }
    length += count;
  }

  private void u8(int value) {
    reserve(1);
    buffer[length++] = (byte) (value ^ flip);
  }

  private void u32(int value) {
    reserve(Integer.BYTES);
    Bytes.writeInt(buffer, length, flip == 0 ? value : ~value);
    length += Integer.BYTES;
  }

  private void u64(long value) {
    reserve(Long.BYTES);
    Bytes.writeLong(buffer, length, flip == 0 ? value : ~value);
    length += Long.BYTES;
  }

  private void reserve(int more) {
    if (buffer.length - length < more) {
      buffer = Arrays.copyOf(buffer, Math.max(buffer.length * 2, length + more));
    }
  }
}
