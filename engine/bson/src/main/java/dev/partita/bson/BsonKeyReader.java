package dev.partita.bson;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.bson.types.Decimal128;
import org.jspecify.annotations.Nullable;

/**
 * Reader of the values of a key that {@link BsonKeyWriter} wrote without a collation. What it
 * returns is equal to what was written in the order of values; of the types that share a class it
 * chooses one: int32, int64, double or decimal128 by the number, string for symbols, null where
 * that is what it was. Not for use by several threads.
 */
public final class BsonKeyReader {

  private final byte[] key;
  private int at;
  private int flip;
  private int depth;

  public BsonKeyReader(byte[] key) {
    this.key = key;
  }

  public boolean atEnd() {
    return at == key.length;
  }

  /** Offset of the next value in the key. */
  public int offset() {
    return at;
  }

  /**
   * The next value, which was written in ascending order.
   *
   * @throws DatabaseException CORRUPT if the key is not of the form
   */
  public BsonValue next() {
    return value(u8());
  }

  /** The next value, which was written in descending order. */
  public BsonValue nextDescending() {
    flip = 0xFF;
    BsonValue value = value(u8());
    flip = 0;
    return value;
  }

  private BsonValue value(int orderClass) {
    BsonType type = typeOf(orderClass);
    return switch (type) {
      case MIN_KEY -> BsonValue.MIN_KEY;
      case MAX_KEY -> BsonValue.MAX_KEY;
      case UNDEFINED -> BsonValue.UNDEFINED;
      case NULL -> BsonValue.NULL;
      case DOUBLE -> number();
      case STRING -> BsonValue.string(escaped());
      case JAVASCRIPT -> BsonValue.javascript(escaped());
      case DOCUMENT -> fields().toValue();
      case ARRAY -> elements().toValue();
      case BINARY, DB_POINTER -> lengthFirst(type);
      case OBJECT_ID -> BsonValue.view(type, raw(12), 0, 12);
      case BOOLEAN -> BsonValue.of(u8() != 0);
      case DATE -> BsonValue.date(u64() ^ Long.MIN_VALUE);
      case TIMESTAMP -> BsonValue.timestamp(u64());
      case REGEX -> BsonValue.regex(cstring(), cstring());
      case JAVASCRIPT_WITH_SCOPE -> scoped();
      default -> throw corrupt();
    };
  }

  private BsonType typeOf(int orderClass) {
    for (BsonType type : BsonType.values()) {
      if (type.orderClass() == orderClass) {
        return type;
      }
    }
    throw corrupt();
  }

  private void enter() {
    if (++depth > BsonValidator.MAX_DEPTH) {
      throw corrupt();
    }
  }

  private BsonDocument fields() {
    enter();
    BsonBuilder builder = new BsonBuilder();
    for (int next = u8(); next != BsonKeyWriter.END; next = u8()) {
      builder.put(cstring(), value(next));
    }
    depth--;
    return builder.build();
  }

  private BsonArray elements() {
    enter();
    List<BsonValue> elements = new ArrayList<>();
    for (int next = u8(); next != BsonKeyWriter.END; next = u8()) {
      elements.add(value(next));
    }
    depth--;
    return BsonArray.of(elements);
  }

  private BsonValue lengthFirst(BsonType type) {
    int length = (int) u32();
    if (length < 5) {
      throw corrupt();
    }
    byte[] rest = raw(length - 4);
    byte[] bytes = new byte[length];
    System.arraycopy(rest, 0, bytes, 4, rest.length);
    LittleEndian.putInt32(bytes, 0, type == BsonType.BINARY ? length - 5 : length - 16);
    return BsonValue.view(type, bytes, 0, length);
  }

  private BsonValue scoped() {
    byte[] code = BsonValue.javascript(escaped()).asString().getBytes(UTF_8);
    byte[] scope = fields().toBytes();
    int length = 4 + 4 + code.length + 1 + scope.length;
    byte[] bytes = new byte[length];
    LittleEndian.putInt32(bytes, 0, length);
    LittleEndian.putInt32(bytes, 4, code.length + 1);
    System.arraycopy(code, 0, bytes, 8, code.length);
    System.arraycopy(scope, 0, bytes, 9 + code.length, scope.length);
    return BsonValue.view(BsonType.JAVASCRIPT_WITH_SCOPE, bytes, 0, length);
  }

  private BsonValue number() {
    long ordered = u64();
    int mark = u8();
    if (mark == BsonKeyWriter.DIGITS_FOLLOW) {
      return digits();
    }
    if (mark != BsonKeyWriter.EXACT) {
      throw corrupt();
    }
    if (ordered == 0) {
      return BsonValue.float64(Double.NaN);
    }
    double value = Double.longBitsToDouble(ordered < 0 ? ordered ^ Long.MIN_VALUE : ~ordered);
    Long whole = BsonNumbers.exactLong(BsonValue.float64(value));
    return whole == null ? BsonValue.float64(value) : BsonValue.integer(whole);
  }

  private BsonValue digits() {
    boolean negative = u8() == 0;
    int outer = flip;
    if (negative) {
      flip ^= 0xFF;
    }
    int exponent = (u8() << 8 | u8()) - BsonKeyWriter.EXPONENT_BIAS;
    StringBuilder text = new StringBuilder();
    for (int pair = u8(); pair != BsonKeyWriter.END; pair = u8()) {
      if (pair > 100) {
        throw corrupt();
      }
      text.append((char) ('0' + (pair - 1) / 10)).append((char) ('0' + (pair - 1) % 10));
    }
    flip = outer;
    if (text.isEmpty()) {
      throw corrupt();
    }
    int scale = text.length() - exponent;
    if (text.charAt(text.length() - 1) == '0') {
      text.setLength(text.length() - 1);
      scale--;
    }
    BigInteger unscaled = new BigInteger(text.toString());
    BigDecimal value = new BigDecimal(negative ? unscaled.negate() : unscaled, scale);
    try {
      Long whole = exactLong(value);
      return whole != null ? BsonValue.int64(whole) : BsonValue.decimal128(new Decimal128(value));
    } catch (NumberFormatException _) {
      throw corrupt();
    }
  }

  private static @Nullable Long exactLong(BigDecimal value) {
    if (value.precision() - value.scale() > 19 || value.scale() > 0) {
      return null;
    }
    BigInteger whole = value.toBigInteger();
    return whole.bitLength() < Long.SIZE ? (Long) whole.longValue() : null;
  }

  private String escaped() {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    while (true) {
      int next = u8();
      if (next == 0) {
        int mark = u8();
        if (mark == BsonKeyWriter.ESCAPE_END) {
          return text.toString(UTF_8);
        }
        if (mark != BsonKeyWriter.ESCAPED_ZERO) {
          throw corrupt();
        }
      }
      text.write(next);
    }
  }

  private String cstring() {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    for (int next = u8(); next != 0; next = u8()) {
      text.write(next);
    }
    return text.toString(UTF_8);
  }

  private byte[] raw(int length) {
    if (key.length - at < length) {
      throw corrupt();
    }
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) (key[at + i] ^ flip);
    }
    at += length;
    return bytes;
  }

  private int u8() {
    if (at == key.length) {
      throw corrupt();
    }
    return (key[at++] ^ flip) & 0xFF;
  }

  private long u32() {
    return ((long) u8() << 24) | (u8() << 16) | (u8() << 8) | u8();
  }

  private long u64() {
    return u32() << 32 | u32();
  }

  private DatabaseException corrupt() {
    return new DatabaseException(ErrorCode.CORRUPT, "A key of BSON values is not of its form.")
        .with("key", Bytes.hex(key))
        .with("offset", at);
  }
}
