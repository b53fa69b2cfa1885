package dev.partita.bson;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import org.bson.types.Decimal128;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;

/**
 * An immutable BSON value of any type. Scalars of up to eight bytes are held as such; everything
 * else is a view of bytes, decoded when it is asked for.
 *
 * <p>Two values are equal if type and bytes are: 1 and 1.0 are not. {@link BsonOrder} has the
 * comparison and the equality of queries, where they are. The accessors of a type fail for values
 * of other types. Safe for use by any number of threads.
 */
public final class BsonValue {

  private static final byte[] NO_BYTES = new byte[0];

  public static final BsonValue NULL = scalar(BsonType.NULL, 0);
  public static final BsonValue UNDEFINED = scalar(BsonType.UNDEFINED, 0);
  public static final BsonValue MIN_KEY = scalar(BsonType.MIN_KEY, 0);
  public static final BsonValue MAX_KEY = scalar(BsonType.MAX_KEY, 0);
  public static final BsonValue TRUE = scalar(BsonType.BOOLEAN, 1);
  public static final BsonValue FALSE = scalar(BsonType.BOOLEAN, 0);
  public static final BsonValue EMPTY_DOCUMENT = BsonDocument.EMPTY.toValue();
  public static final BsonValue EMPTY_ARRAY = BsonArray.EMPTY.toValue();
  public static final BsonValue EMPTY_STRING = string("");

  private final BsonType type;
  private final long scalar;
  private final byte[] bytes;
  private final int offset;
  private final int length;

  private BsonValue(BsonType type, long scalar, byte[] bytes, int offset, int length) {
    this.type = type;
    this.scalar = scalar;
    this.bytes = bytes;
    this.offset = offset;
    this.length = length;
  }

  private static BsonValue scalar(BsonType type, long scalar) {
    return new BsonValue(type, scalar, NO_BYTES, 0, type.fixedLength());
  }

  private static BsonValue whole(BsonType type, byte[] bytes) {
    return new BsonValue(type, 0, bytes, 0, bytes.length);
  }

  /** The value that lies in valid BSON. */
  static BsonValue view(BsonType type, byte[] bytes, int offset, int length) {
    return switch (type) {
      case INT32 -> scalar(type, LittleEndian.int32(bytes, offset));
      case DOUBLE, INT64, DATE, TIMESTAMP -> scalar(type, LittleEndian.int64(bytes, offset));
      case BOOLEAN -> bytes[offset] == 0 ? FALSE : TRUE;
      case NULL -> NULL;
      case UNDEFINED -> UNDEFINED;
      case MIN_KEY -> MIN_KEY;
      case MAX_KEY -> MAX_KEY;
      default -> new BsonValue(type, 0, bytes, offset, length);
    };
  }

  public static BsonValue of(boolean value) {
    return value ? TRUE : FALSE;
  }

  public static BsonValue int32(int value) {
    return scalar(BsonType.INT32, value);
  }

  public static BsonValue int64(long value) {
    return scalar(BsonType.INT64, value);
  }

  /** An int32 if the number fits, otherwise an int64. */
  public static BsonValue integer(long value) {
    return value == (int) value ? int32((int) value) : int64(value);
  }

  public static BsonValue float64(double value) {
    return scalar(BsonType.DOUBLE, Double.doubleToRawLongBits(value));
  }

  public static BsonValue decimal128(Decimal128 value) {
    byte[] bytes = new byte[16];
    LittleEndian.putInt64(bytes, 0, value.getLow());
    LittleEndian.putInt64(bytes, 8, value.getHigh());
    return whole(BsonType.DECIMAL128, bytes);
  }

  /** A string. Surrogates without a partner become question marks: BSON is UTF-8. */
  public static BsonValue string(String value) {
    return text(BsonType.STRING, value);
  }

  public static BsonValue javascript(String code) {
    return text(BsonType.JAVASCRIPT, code);
  }

  public static BsonValue symbol(String value) {
    return text(BsonType.SYMBOL, value);
  }

  private static BsonValue text(BsonType type, String value) {
    byte[] text = value.getBytes(UTF_8);
    byte[] bytes = new byte[text.length + 5];
    LittleEndian.putInt32(bytes, 0, text.length + 1);
    System.arraycopy(text, 0, bytes, 4, text.length);
    return whole(type, bytes);
  }

  public static BsonValue date(long millis) {
    return scalar(BsonType.DATE, millis);
  }

  /** A timestamp of seconds (high half) and a counter (low half). */
  public static BsonValue timestamp(long value) {
    return scalar(BsonType.TIMESTAMP, value);
  }

  public static BsonValue timestamp(int seconds, int increment) {
    return timestamp(((long) seconds << 32) | (increment & 0xFFFFFFFFL));
  }

  public static BsonValue objectId(ObjectId id) {
    return whole(BsonType.OBJECT_ID, id.toByteArray());
  }

  public static BsonValue binary(int subtype, byte[] data) {
    byte[] bytes = new byte[data.length + 5];
    LittleEndian.putInt32(bytes, 0, data.length);
    bytes[4] = (byte) subtype;
    System.arraycopy(data, 0, bytes, 5, data.length);
    return whole(BsonType.BINARY, bytes);
  }

  /**
   * A regular expression.
   *
   * @throws IllegalArgumentException if one of the two contains a zero character
   */
  public static BsonValue regex(String pattern, String options) {
    if (pattern.indexOf(0) >= 0 || options.indexOf(0) >= 0) {
      throw new IllegalArgumentException("A regular expression cannot contain a zero character.");
    }
    return whole(BsonType.REGEX, (pattern + "\0" + options + "\0").getBytes(UTF_8));
  }

  public BsonType type() {
    return type;
  }

  public boolean isNumber() {
    return type.isNumber();
  }

  public boolean isString() {
    return type == BsonType.STRING;
  }

  public boolean isDocument() {
    return type == BsonType.DOCUMENT;
  }

  public boolean isArray() {
    return type == BsonType.ARRAY;
  }

  public boolean isNull() {
    return type == BsonType.NULL;
  }

  /** Whether the value is null or undefined. */
  public boolean isNullish() {
    return type == BsonType.NULL || type == BsonType.UNDEFINED;
  }

  public int asInt32() {
    require(BsonType.INT32);
    return (int) scalar;
  }

  public long asInt64() {
    require(BsonType.INT64);
    return scalar;
  }

  public double asDouble() {
    require(BsonType.DOUBLE);
    return Double.longBitsToDouble(scalar);
  }

  public Decimal128 asDecimal128() {
    require(BsonType.DECIMAL128);
    return Decimal128.fromIEEE754BIDEncoding(
        LittleEndian.int64(bytes, offset + 8), LittleEndian.int64(bytes, offset));
  }

  public boolean asBoolean() {
    require(BsonType.BOOLEAN);
    return scalar != 0;
  }

  public long asDateMillis() {
    require(BsonType.DATE);
    return scalar;
  }

  public long asTimestamp() {
    require(BsonType.TIMESTAMP);
    return scalar;
  }

  /** The text of a string, a symbol or JavaScript. */
  public String asString() {
    if (type != BsonType.STRING && type != BsonType.SYMBOL && type != BsonType.JAVASCRIPT) {
      throw mismatch("string");
    }
    return new String(bytes, offset + 4, length - 5, UTF_8);
  }

  public ObjectId asObjectId() {
    require(BsonType.OBJECT_ID);
    return new ObjectId(Arrays.copyOfRange(bytes, offset, offset + 12));
  }

  public int binarySubtype() {
    require(BsonType.BINARY);
    return bytes[offset + 4] & 0xFF;
  }

  /** A copy of the bytes of a binary value. */
  public byte[] asBinary() {
    require(BsonType.BINARY);
    return Arrays.copyOfRange(bytes, offset + 5, offset + length);
  }

  public String regexPattern() {
    require(BsonType.REGEX);
    return new String(bytes, offset, LittleEndian.cstringEnd(bytes, offset) - offset, UTF_8);
  }

  public String regexOptions() {
    require(BsonType.REGEX);
    int start = LittleEndian.cstringEnd(bytes, offset) + 1;
    return new String(bytes, start, offset + length - 1 - start, UTF_8);
  }

  public BsonDocument asDocument() {
    require(BsonType.DOCUMENT);
    return new BsonDocument(bytes, offset, length);
  }

  public BsonArray asArray() {
    require(BsonType.ARRAY);
    return new BsonArray(bytes, offset, length);
  }

  /** The code of JavaScript with a scope. */
  String scopedCode() {
    require(BsonType.JAVASCRIPT_WITH_SCOPE);
    return new String(bytes, offset + 8, LittleEndian.int32(bytes, offset + 4) - 1, UTF_8);
  }

  /** The scope of JavaScript with a scope. */
  BsonDocument scope() {
    require(BsonType.JAVASCRIPT_WITH_SCOPE);
    return BsonDocument.trusted(bytes, offset + 8 + LittleEndian.int32(bytes, offset + 4));
  }

  /** The fields of a document or elements of an array, for walks that treat both alike. */
  public BsonCursor cursor() {
    if (type != BsonType.DOCUMENT && type != BsonType.ARRAY) {
      throw mismatch("object or array");
    }
    return new BsonCursor(bytes, offset, length);
  }

  /** The value by itself: what it was a view of is not kept in memory for it. */
  public BsonValue detached() {
    return length == bytes.length || bytes.length == 0
        ? this
        : new BsonValue(
            type, scalar, Arrays.copyOfRange(bytes, offset, offset + length), 0, length);
  }

  /** Bytes that the value takes in a document, without its type and name. */
  public int byteLength() {
    return length;
  }

  /** Eight bytes or fewer as a number; meaningful for types that are held so. */
  long scalar() {
    return scalar;
  }

  byte[] bytes() {
    return bytes;
  }

  int offset() {
    return offset;
  }

  void copyTo(byte[] target, int at) {
    switch (type) {
      case INT32 -> LittleEndian.putInt32(target, at, (int) scalar);
      case DOUBLE, INT64, DATE, TIMESTAMP -> LittleEndian.putInt64(target, at, scalar);
      case BOOLEAN -> target[at] = (byte) scalar;
      default -> System.arraycopy(bytes, offset, target, at, length);
    }
  }

  private void require(BsonType wanted) {
    if (type != wanted) {
      throw mismatch(wanted.alias());
    }
  }

  private IllegalStateException mismatch(String wanted) {
    return new IllegalStateException("The value is of type " + type.alias() + ", not " + wanted);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof BsonValue that
        && type == that.type
        && scalar == that.scalar
        && length == that.length
        && (bytes.length == 0
            || Arrays.equals(
                bytes, offset, offset + length, that.bytes, that.offset, that.offset + length));
  }

  @Override
  public int hashCode() {
    int hash = type.code() * 31 + Long.hashCode(scalar);
    if (bytes.length != 0) {
      for (int i = offset; i < offset + length; i++) {
        hash = 31 * hash + bytes[i];
      }
    }
    return hash;
  }

  /** The value as relaxed Extended JSON, for people. */
  @Override
  public String toString() {
    return ExtendedJson.relaxed(this);
  }
}
