package dev.partita.aggregation.expression;

import static dev.partita.aggregation.expression.Operands.isNullish;
import static dev.partita.aggregation.expression.Operands.type;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.partita.bson.BsonValue;
import dev.partita.mql.MqlException;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Parts of strings. */
final class Substrings {

  /** What is trimmed when nothing is said: white space as MongoDB counts it. */
  private static final Set<Integer> WHITESPACE =
      "\0 \t\n\u000B\f\r\u00A0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A"
          .codePoints()
          .boxed()
          .collect(Collectors.toUnmodifiableSet());

  private Substrings() {}

  static BsonValue bytes(String name, @Nullable BsonValue[] operands) {
    BsonValue value = operands[0];
    byte[] text =
        isNullish(value) || value == null
            ? new byte[0]
            : Operands.string(value, 16007).getBytes(UTF_8);
    if (!Operands.isNumber(operands[1])) {
      throw new MqlException(
          16034,
          name
              + ":  starting index must be a numeric type (is BSON type "
              + type(operands[1])
              + ")");
    }
    if (!Operands.isNumber(operands[2])) {
      throw new MqlException(
          16035,
          name + ":  length must be a numeric type (is BSON type " + type(operands[2]) + ")");
    }
    long start = Operands.coerced(operands[1]);
    long length = Operands.coerced(operands[2]);
    if (start < 0) {
      throw new MqlException(
          50752, name + ":  starting index must be non-negative (got: " + start + ")");
    }
    if (start >= text.length) {
      return BsonValue.EMPTY_STRING;
    }
    if (isContinuation(text[(int) start])) {
      throw new MqlException(
          28656, name + ":  Invalid range, starting index is a UTF-8 continuation byte.");
    }
    int end = length < 0 || length > text.length - start ? text.length : (int) (start + length);
    if (end < text.length && isContinuation(text[end])) {
      throw new MqlException(
          28657, name + ":  Invalid range, ending index is in the middle of a UTF-8 character.");
    }
    return BsonValue.string(new String(text, (int) start, end - (int) start, UTF_8));
  }

  private static boolean isContinuation(byte unit) {
    return (unit & 0xC0) == 0x80;
  }

  static BsonValue codePoints(@Nullable BsonValue[] operands) {
    BsonValue value = operands[0];
    String text = value == null || isNullish(value) ? "" : Operands.string(value, 16007);
    int start = position("starting index", 34450, 34451, operands[1]);
    int length = position("length", 34452, 34453, operands[2]);
    if (start < 0) {
      throw new MqlException(34455, "$substrCP: the starting index must be nonnegative integer.");
    }
    if (length < 0) {
      throw new MqlException(34454, "$substrCP: length must be a nonnegative integer.");
    }
    int count = text.codePointCount(0, text.length());
    if (start >= count) {
      return BsonValue.EMPTY_STRING;
    }
    int from = text.offsetByCodePoints(0, start);
    int to = text.offsetByCodePoints(from, Math.min(length, count - start));
    return BsonValue.string(text.substring(from, to));
  }

  private static int position(String what, int type, int whole, @Nullable BsonValue value) {
    if (!Operands.isNumber(value)) {
      throw new MqlException(
          type,
          "$substrCP: " + what + " must be a numeric type (is BSON type " + type(value) + ")");
    }
    Integer number = Operands.int32(value);
    if (number == null) {
      throw new MqlException(
          whole,
          "$substrCP: "
              + what
              + " cannot be represented as a 32-bit integral value: "
              + ValueText.of(value));
    }
    return number;
  }

  /** The text without these characters at its ends; null for white space. */
  static String trim(String text, @Nullable String characters, boolean left, boolean right) {
    Set<Integer> set =
        characters == null
            ? WHITESPACE
            : characters.codePoints().boxed().collect(Collectors.toSet());
    int from = 0;
    int to = text.length();
    while (left && from < to && set.contains(text.codePointAt(from))) {
      from += Character.charCount(text.codePointAt(from));
    }
    while (right && from < to && set.contains(text.codePointBefore(to))) {
      to -= Character.charCount(text.codePointBefore(to));
    }
    return text.substring(from, to);
  }
}
