package dev.partita.bson;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Types of BSON values: their codes on the wire, MongoDB's names, and their place in the order. */
public enum BsonType {
  MIN_KEY(-1, "minKey", 0x10, 0),
  UNDEFINED(6, "undefined", 0x18, 0),
  NULL(10, "null", 0x20, 0),
  DOUBLE(1, "double", 0x28, 8),
  INT32(16, "int", 0x28, 4),
  INT64(18, "long", 0x28, 8),
  DECIMAL128(19, "decimal", 0x28, 16),
  STRING(2, "string", 0x30, -1),
  SYMBOL(14, "symbol", 0x30, -1),
  DOCUMENT(3, "object", 0x38, -1),
  ARRAY(4, "array", 0x40, -1),
  BINARY(5, "binData", 0x48, -1),
  OBJECT_ID(7, "objectId", 0x50, 12),
  BOOLEAN(8, "bool", 0x58, 1),
  DATE(9, "date", 0x60, 8),
  TIMESTAMP(17, "timestamp", 0x68, 8),
  REGEX(11, "regex", 0x70, -1),
  DB_POINTER(12, "dbPointer", 0x78, -1),
  JAVASCRIPT(13, "javascript", 0x80, -1),
  JAVASCRIPT_WITH_SCOPE(15, "javascriptWithScope", 0x88, -1),
  MAX_KEY(127, "maxKey", 0xF0, 0);

  private static final @Nullable BsonType[] BY_CODE = new @Nullable BsonType[256];
  private static final Map<String, BsonType> BY_ALIAS = new HashMap<>();

  static {
    for (BsonType type : values()) {
      BY_CODE[type.code & 0xFF] = type;
      BY_ALIAS.put(type.alias, type);
    }
  }

  private final byte code;
  private final String alias;
  private final int orderClass;
  private final int fixedLength;

  BsonType(int code, String alias, int orderClass, int fixedLength) {
    this.code = (byte) code;
    this.alias = alias;
    this.orderClass = orderClass;
    this.fixedLength = fixedLength;
  }

  /** The type of a code, or null if there is none. */
  public static @Nullable BsonType ofCode(byte code) {
    return BY_CODE[code & 0xFF];
  }

  /** The type of a number as queries give it (-1 is the smallest key), or null if there is none. */
  public static @Nullable BsonType ofNumber(long number) {
    return number < -1 || number > Byte.MAX_VALUE || number == 0 ? null : ofCode((byte) number);
  }

  /** The type that MongoDB calls by this name, or null if there is none. */
  public static @Nullable BsonType ofAlias(String alias) {
    return BY_ALIAS.get(alias);
  }

  public byte code() {
    return code;
  }

  public String alias() {
    return alias;
  }

  /**
   * The place of the type in the order of values: types that compare with each other by value, like
   * the four numeric ones, share it. It is also the first byte of encoded keys, so it never
   * changes.
   */
  public int orderClass() {
    return orderClass;
  }

  public boolean isNumber() {
    return orderClass == DOUBLE.orderClass;
  }

  /** Types whose values compare with each other by value. */
  public boolean comparableWith(BsonType other) {
    return orderClass == other.orderClass;
  }

  /** Bytes that a value takes if that is always the same; otherwise -1. */
  int fixedLength() {
    return fixedLength;
  }

  /** Bytes of the value that begins at an offset of valid BSON. */
  int length(byte[] bytes, int offset) {
    return switch (this) {
      case STRING, SYMBOL, JAVASCRIPT -> 4 + LittleEndian.int32(bytes, offset);
      case DOCUMENT, ARRAY, JAVASCRIPT_WITH_SCOPE -> LittleEndian.int32(bytes, offset);
      case BINARY -> 5 + LittleEndian.int32(bytes, offset);
      case DB_POINTER -> 4 + LittleEndian.int32(bytes, offset) + 12;
      case REGEX -> {
        int options = LittleEndian.cstringEnd(bytes, offset) + 1;
        yield LittleEndian.cstringEnd(bytes, options) + 1 - offset;
      }
      default -> fixedLength;
    };
  }
}
