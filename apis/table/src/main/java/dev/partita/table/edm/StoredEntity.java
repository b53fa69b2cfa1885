package dev.partita.table.edm;

import dev.partita.base.error.DatabaseException;
import dev.partita.document.ItemScan;
import dev.partita.document.StoredItem;
import dev.partita.json.JsonReader;
import dev.partita.json.JsonString;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * An entity in the bytes of its document, read in place: scans look at thousands, and most of what
 * they look at is only copied. It relies on the form that the database writes documents in, which
 * has no white space. Not for use by several threads.
 *
 * <p>A document that did not come through this API may have values without marks of their types;
 * they count as what JSON says they are, and so do values that cannot be of the type that they are
 * marked with. What is neither text, number nor truth is passed over, and so is a document without
 * keys.
 */
public final class StoredEntity {

  private static final byte[] T = ascii(EntityDocument.TYPE);
  private static final byte[] V = ascii(EntityDocument.VALUE);
  private static final byte[] ID = ascii(EntityDocument.ROW_KEY);
  private static final byte[] ID_AGAIN = ascii(EntityDocument.ROW_KEY_AGAIN);
  private static final byte[] PK = ascii(EntityDocument.PARTITION_KEY);
  private static final byte[] TTL = ascii("ttl");
  private static final byte[] KEY_NAME = ascii("PartitionKey");
  private static final byte[] ROW_NAME = ascii("RowKey");
  private static final byte[] TIME_NAME = ascii("Timestamp");
  // With it begin the properties that the database adds to the end of every document.
  private static final byte[] RID = ascii("_rid");

  private static final int SAFE_DIGITS = 18;
  private static final int SAFE_INT32_DIGITS = 9;

  private final byte[] bytes;
  private final int end;
  private final long ticks;

  // Where reading on begins: behind the keys, if these come first.
  private int begin;

  private int at;
  private int keyFrom = -1;
  private int keyTo;
  private int rowFrom = -1;
  private int rowTo;

  // The property that the reader stands on.
  private int memberFrom;
  private int nameFrom;
  private int nameTo;
  private int valueFrom;
  private int valueTo;
  private @Nullable EdmType type;

  // Whether the type is what the value is marked with, and would be that of other values as well.
  private boolean asMarked;

  public StoredEntity(StoredItem item) {
    this(item.backing(), item.jsonBytes(), item.ticks());
  }

  /** The entity that a scan stands on, to be used before the scan goes on. */
  public StoredEntity(ItemScan scan) {
    this(scan.passing(), scan.jsonBytes(), scan.ticks());
  }

  private StoredEntity(byte[] bytes, int jsonBytes, long unixTicks) {
    this.bytes = bytes;
    this.end = StoredItem.JSON_OFFSET + jsonBytes;
    this.ticks = Ticks.fromUnix(unixTicks);
    this.begin = StoredItem.JSON_OFFSET + 1;
    this.at = begin;
    findKeys();
  }

  /** Whether the document has the keys of an entity; if not, it must not be asked for anything. */
  public boolean isEntity() {
    return keyFrom >= 0 && rowFrom >= 0;
  }

  public long ticks() {
    return ticks;
  }

  public String partitionKey() {
    return string(keyFrom, keyTo);
  }

  public String rowKey() {
    return string(rowFrom, rowTo);
  }

  /** The value of a property, the keys and the time included; null if there is none. */
  public @Nullable EdmValue value(String name) {
    return switch (name) {
      case "PartitionKey" -> new EdmValue.Text(partitionKey());
      case "RowKey" -> new EdmValue.Text(rowKey());
      case "Timestamp" -> new EdmValue.Moment(ticks);
      default -> property(EntityDocument.member(name).getBytes(StandardCharsets.UTF_8));
    };
  }

  private @Nullable EdmValue property(byte[] member) {
    rewind();
    while (nextMember()) {
      if (isNamed(member)) {
        return type == null ? null : value();
      }
    }
    return null;
  }

  // Reading on, for what writes entities

  void rewind() {
    at = begin;
  }

  /** To the next property; tells whether there is one. */
  boolean next() {
    while (nextMember()) {
      if (type != null && !isSystem()) {
        if (bytes[nameFrom] == '$' && bytes[nameFrom + 1] == '$') {
          nameFrom += 2;
        }
        return true;
      }
    }
    return false;
  }

  /**
   * To the next property, if it has just these bytes before its value and such a value in quotes or
   * without; tells whether it has. The name is not known then.
   *
   * @param lead what {@link #lead} gave for a property of this type
   */
  boolean nextBehind(byte[] lead, EdmType ofType, boolean text) {
    int from = at + lead.length;
    if (from >= end || !Arrays.equals(bytes, at, from, lead, 0, lead.length)) {
      return false;
    }
    int to = (bytes[from] == '"') == text ? StoredJson.valueEnd(bytes, from) : -1;
    if (to < 0 || bytes[to] != '}' || !mayBe(ofType, from, to)) {
      return false;
    }
    valueFrom = from;
    valueTo = to;
    type = ofType;
    at = to + 1;
    return true;
  }

  /**
   * What stands before the value, from the comma before the name on; null if that, or what is
   * behind the value, is not as this API writes it, or if it does not tell the type.
   */
  byte @Nullable [] lead() {
    boolean usual =
        bytes[memberFrom] == ','
            && bytes[nameTo + 2] == '{'
            && bytes[valueTo] == '}'
            && at == valueTo + 1
            && asMarked;
    return usual ? Arrays.copyOfRange(bytes, memberFrom, valueFrom) : null;
  }

  EdmType type() {
    if (type == null) {
      throw new IllegalStateException("The reader stands on no property.");
    }
    return type;
  }

  boolean isNamed(byte[] name) {
    return nameTo - nameFrom == name.length
        && Arrays.equals(bytes, nameFrom, nameTo, name, 0, name.length);
  }

  void writeName(Utf8Buffer out) {
    out.raw(bytes, nameFrom, nameTo);
  }

  /** Writes the value as the document has it, quotes included. */
  void writeValue(Utf8Buffer out) {
    out.raw(bytes, valueFrom, valueTo);
  }

  void writePartitionKey(Utf8Buffer out) {
    out.raw(bytes, keyFrom, keyTo);
  }

  void writeRowKey(Utf8Buffer out) {
    out.raw(bytes, rowFrom, rowTo);
  }

  boolean isText() {
    return bytes[valueFrom] == '"';
  }

  /** Whether a number can be told from an integer. */
  boolean hasFraction() {
    for (int i = valueFrom; i < valueTo; i++) {
      if (bytes[i] == '.' || bytes[i] == 'e' || bytes[i] == 'E') {
        return true;
      }
    }
    return false;
  }

  /** The number in a text of digits. */
  long digits() {
    int from = isText() ? valueFrom + 1 : valueFrom;
    int to = isText() ? valueTo - 1 : valueTo;
    return Long.parseLong(ascii(from, to));
  }

  /** Writes the number in a text of digits, without the zeros in front. */
  void writeDigits(Utf8Buffer out) {
    boolean negative = bytes[valueFrom + 1] == '-';
    int to = valueTo - 1;
    int from = valueFrom + (negative ? 2 : 1);
    while (from < to - 1 && bytes[from] == '0') {
      from++;
    }
    boolean plain = isText() && to - from <= SAFE_DIGITS && areDigits(from, to);
    if (!plain || (negative && bytes[from] == '0')) {
      out.ascii(Long.toString(digits()));
      return;
    }
    if (negative) {
      out.raw('-');
    }
    out.raw(bytes, from, to);
  }

  /** Whether there are digits here and nothing else. */
  private boolean areDigits(int from, int to) {
    for (int i = from; i < to; i++) {
      if (bytes[i] < '0' || bytes[i] > '9') {
        return false;
      }
    }
    return from < to;
  }

  EdmValue value() {
    return switch (type()) {
      case STRING -> new EdmValue.Text(string(valueFrom, valueTo));
      case INT64 -> new EdmValue.Int64(digits());
      case DATE_TIME -> new EdmValue.Moment(digits());
      case INT32, DOUBLE, BOOLEAN, GUID, BINARY -> marked();
    };
  }

  private EdmValue marked() {
    String text = isText() ? string(valueFrom, valueTo) : ascii(valueFrom, valueTo);
    try {
      return EdmTexts.value(type(), text);
    } catch (DatabaseException e) {
      // A text that does not say a value of the type it is marked with.
      return new EdmValue.Text(text);
    }
  }

  private boolean isSystem() {
    return isNamed(ID) || isNamed(ID_AGAIN) || isNamed(PK) || isNamed(TTL) || isAnswered();
  }

  /** Whether answers have something else under this name. */
  private boolean isAnswered() {
    return isNamed(KEY_NAME) || isNamed(ROW_NAME) || isNamed(TIME_NAME);
  }

  private void findKeys() {
    boolean first = true;
    while ((keyFrom < 0 || rowFrom < 0) && nextMember()) {
      if (bytes[valueFrom] == '"' && isNamed(PK)) {
        keyFrom = valueFrom;
        keyTo = valueTo;
      } else if (bytes[valueFrom] == '"' && isNamed(ID)) {
        rowFrom = valueFrom;
        rowTo = valueTo;
      } else {
        first &= isNamed(ID_AGAIN);
      }
    }
    if (first && isEntity()) {
      begin = at;
    }
    rewind();
  }

  /** To the next member of the document, and into its value if that says its type. */
  private boolean nextMember() {
    if (at >= end || bytes[at] == '}') {
      return false;
    }
    memberFrom = at;
    if (bytes[at] == ',') {
      at++;
    }
    nameFrom = at + 1;
    nameTo = StoredJson.stringEnd(bytes, at) - 1;
    if (isNamed(RID)) {
      at = end;
      return false;
    }
    valueFrom = nameTo + 2;
    if (bytes[valueFrom] == '{') {
      at = lookInto(valueFrom + 1);
    } else {
      valueTo = StoredJson.valueEnd(bytes, valueFrom);
      type = inferred(bytes[valueFrom]);
      at = valueTo;
    }
    return true;
  }

  /** Finds the type and the value that an object tells; gives where the object ends. */
  private int lookInto(int firstMember) {
    int member = firstMember;
    int code = -1;
    int from = -1;
    while (bytes[member] == '"') {
      int nameEnd = StoredJson.stringEnd(bytes, member) - 1;
      int start = nameEnd + 2;
      int stop = StoredJson.valueEnd(bytes, start);
      if (Arrays.equals(bytes, member + 1, nameEnd, T, 0, T.length)) {
        code = code(start, stop);
      } else if (Arrays.equals(bytes, member + 1, nameEnd, V, 0, V.length)) {
        from = start;
        valueTo = stop;
      }
      member = bytes[stop] == ',' ? stop + 1 : stop;
    }
    boolean told = from >= 0 && bytes[from] != '{' && bytes[from] != '[';
    if (told) {
      valueFrom = from;
    }
    EdmType mark = told ? EdmType.coded(code).orElse(null) : null;
    asMarked = mark == null || mayBe(mark, from, valueTo);
    type = asMarked ? mark : inferred(bytes[from]);
    return member + 1;
  }

  /** Whether a value can be of a type: whether it is text, a truth, or a number in that range. */
  private boolean mayBe(EdmType type, int from, int to) {
    byte first = bytes[from];
    boolean text = first == '"';
    boolean number = first == '-' || (first >= '0' && first <= '9');
    return switch (type) {
      case STRING, GUID, BINARY -> text;
      case DOUBLE -> text || number;
      case INT64 -> isWhole(from, to, SAFE_DIGITS, Long.MIN_VALUE, Long.MAX_VALUE);
      case DATE_TIME -> isWhole(from, to, SAFE_DIGITS, 0, Ticks.END - 1);
      case INT32 ->
          number && isWhole(from, to, SAFE_INT32_DIGITS, Integer.MIN_VALUE, Integer.MAX_VALUE);
      case BOOLEAN -> first == 't' || first == 'f';
    };
  }

  /**
   * Whether a value, in quotes or not, is an integer in a range.
   *
   * @param safeDigits so many are always in the range
   */
  private boolean isWhole(int valueFrom, int valueTo, int safeDigits, long least, long most) {
    boolean quoted = bytes[valueFrom] == '"';
    int from = quoted ? valueFrom + 1 : valueFrom;
    int to = quoted ? valueTo - 1 : valueTo;
    if (areDigits(from, to)) {
      int significant = from;
      while (bytes[significant] == '0' && significant < to - 1) {
        significant++;
      }
      if (to - significant <= safeDigits) {
        return true;
      }
    }
    try {
      long number = Long.parseLong(ascii(from, to));
      return number >= least && number <= most;
    } catch (NumberFormatException e) {
      return false;
    }
  }

  private @Nullable EdmType inferred(byte first) {
    return switch (first) {
      case '"' -> EdmType.STRING;
      case 't', 'f' -> EdmType.BOOLEAN;
      case 'n', '[' -> null;
      default -> hasFraction() || valueTo - valueFrom > 9 ? EdmType.DOUBLE : EdmType.INT32;
    };
  }

  private int code(int from, int to) {
    int code = 0;
    for (int i = from; i < to; i++) {
      if (bytes[i] < '0' || bytes[i] > '9' || to - from > 2) {
        return -1;
      }
      code = 10 * code + bytes[i] - '0';
    }
    return code;
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /** The text of a JSON string, given with its quotes. */
  private String string(int from, int to) {
    for (int i = from; i < to; i++) {
      if (bytes[i] == '\\'
          && JsonReader.DEFAULT.read(bytes, from, to - from) instanceof JsonString(String text)) {
        return text;
      }
    }
    return new String(bytes, from + 1, to - from - 2, StandardCharsets.UTF_8);
  }

  private String ascii(int from, int to) {
    return new String(bytes, from, to - from, StandardCharsets.US_ASCII);
  }
}
