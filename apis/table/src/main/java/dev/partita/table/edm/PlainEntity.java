package dev.partita.table.edm;

import com.fasterxml.jackson.core.JsonToken;
import dev.partita.json.StringScan;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A pass over the JSON of an entity that is written as most are: texts of ASCII without escapes,
 * and nothing nested. Whatever else there is, mistakes included, is for {@link
 * EntityReader#readAny} to read, so that this never has to say what is wrong. Used once, by one
 * thread.
 */
final class PlainEntity {

  /** Longer names and numbers are beyond some limit or other. */
  private static final int LONGEST = 500;

  private final byte[] json;
  private final int end;
  private int at;

  PlainEntity(byte[] json, int offset, int length) {
    this.json = json;
    this.at = offset;
    this.end = offset + length;
  }

  /** The members of the entity; null if it is written in another way. */
  @Nullable EntityMembers read() {
    EntityMembers members = new EntityMembers();
    if (!isNext('{')) {
      return null;
    }
    if (!isNext('}')) {
      do {
        if (!member(members)) {
          return null;
        }
      } while (isNext(','));
      if (!isNext('}')) {
        return null;
      }
    }
    skipBlanks();
    return at == end ? members : null;
  }

  private boolean member(EntityMembers members) {
    String name = isNext('"') ? text() : null;
    if (name == null || name.length() > LONGEST || !isNext(':')) {
      return false;
    }
    skipBlanks();
    JsonToken token = at < end ? token(json[at]) : null;
    if (token == null) {
      return false;
    }
    String text =
        switch (token) {
          case VALUE_STRING -> {
            at++;
            yield text();
          }
          case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> number();
          default -> word(token.asString());
        };
    if (text == null) {
      return false;
    }
    return add(members, name, token, text);
  }

  private static boolean add(EntityMembers members, String name, JsonToken token, String text) {
    if (EntityMembers.isType(name)) {
      if (token != JsonToken.VALUE_STRING) {
        return false;
      }
      members.addType(name, text);
    } else if (!EntityMembers.isPassedOver(name)) {
      boolean real = token == JsonToken.VALUE_NUMBER_INT && !isInteger(text);
      members.add(name, real ? JsonToken.VALUE_NUMBER_FLOAT : token, text);
    }
    return true;
  }

  /** What a value is by its first character; null if it is nothing plain. */
  private static @Nullable JsonToken token(byte first) {
    return switch (first) {
      case '"' -> JsonToken.VALUE_STRING;
      case 't' -> JsonToken.VALUE_TRUE;
      case 'f' -> JsonToken.VALUE_FALSE;
      case 'n' -> JsonToken.VALUE_NULL;
      case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> JsonToken.VALUE_NUMBER_INT;
      default -> null;
    };
  }

  private static boolean isInteger(String number) {
    return number.indexOf('.') < 0 && number.indexOf('e') < 0 && number.indexOf('E') < 0;
  }

  /** The text of the string in which the pass stands, behind its quote; null if it is not plain. */
  private @Nullable String text() {
    int from = at;
    int to = StringScan.notPlain(json, from, end);
    if (to == end || json[to] != '"') {
      return null;
    }
    at = to + 1;
    return ascii(from, to);
  }

  private @Nullable String word(String word) {
    for (int i = 0; i < word.length(); i++) {
      if (at == end || json[at++] != word.charAt(i)) {
        return null;
      }
    }
    return isBehindValue() ? word : null;
  }

  private @Nullable String number() {
    int from = at;
    if (json[at] == '-') {
      at++;
    }
    int first = at;
    int count = digits();
    boolean valid = count == 1 || (count > 1 && json[first] != '0');
    if (at < end && json[at] == '.') {
      at++;
      valid &= digits() > 0;
    }
    if (at < end && (json[at] == 'e' || json[at] == 'E')) {
      at++;
      if (at < end && (json[at] == '+' || json[at] == '-')) {
        at++;
      }
      valid &= digits() > 0;
    }
    return valid && at - from <= LONGEST && isBehindValue() ? ascii(from, at) : null;
  }

  /** Passes over digits; tells how many. */
  private int digits() {
    int from = at;
    while (at < end && json[at] >= '0' && json[at] <= '9') {
      at++;
    }
    return at - from;
  }

  private boolean isBehindValue() {
    return at < end && (json[at] == ',' || json[at] == '}' || isBlank(json[at]));
  }

  /** Passes over a character, and the blanks before it, if it is the one. */
  private boolean isNext(char character) {
    skipBlanks();
    if (at == end || json[at] != character) {
      return false;
    }
    at++;
    return true;
  }

  private void skipBlanks() {
    while (at < end && isBlank(json[at])) {
      at++;
    }
  }

  private static boolean isBlank(byte b) {
    return b == ' ' || b == '\n' || b == '\r' || b == '\t';
  }

  private String ascii(int from, int to) {
    return new String(json, from, to - from, StandardCharsets.ISO_8859_1);
  }
}
