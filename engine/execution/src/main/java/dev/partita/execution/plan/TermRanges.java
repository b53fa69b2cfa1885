package dev.partita.execution.plan;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.bytes.KeyRange;
import dev.partita.index.TermRange;
import dev.partita.index.TermType;
import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/**
 * Intervals of terms as comparisons need them. Pure functions.
 *
 * <p>The index has strings by code point, comparisons go by UTF-16 unit. The two agree on a bound
 * unless it has a character from U+D800 on; from there on everything that begins as the bound does
 * is within.
 */
public final class TermRanges {

  static final Comparator<TermRange> BY_START =
      Comparator.comparing(range -> range.terms().start(), Bytes.ORDER);

  private static final byte STRING_MARK = TermRange.of(TermType.STRING).terms().start()[0];

  /** U+D800 in UTF-8. */
  private static final byte[] FIRST_SURROGATE = {(byte) 0xED, (byte) 0xA0};

  private TermRanges() {}

  static boolean isComparable(JsonValue value) {
    return switch (TermType.of(value)) {
      case NULL, BOOLEAN, NUMBER, STRING -> true;
      case UNDEFINED, ARRAY, OBJECT -> false;
    };
  }

  /** The values that are greater, or equal if that counts. */
  static TermRange above(JsonValue value, boolean inclusive) {
    if (value instanceof JsonString(String text) && agreedLength(text) < text.length()) {
      TermRange from = TermRange.atLeast(JsonString.of(text.substring(0, agreedLength(text))));
      return new TermRange(from.terms(), false, false);
    }
    return inclusive ? TermRange.atLeast(value) : TermRange.greaterThan(value);
  }

  /** The values that are less, or equal if that counts. */
  static TermRange below(JsonValue value, boolean inclusive) {
    if (value instanceof JsonString(String text) && agreedLength(text) < text.length()) {
      byte[] start = TermRange.of(TermType.STRING).terms().start();
      byte[] end = TermRange.startingWith(text.substring(0, agreedLength(text))).terms().end();
      return new TermRange(new KeyRange(start, end), false, false);
    }
    return inclusive ? TermRange.atMost(value) : TermRange.lessThan(value);
  }

  /** The strings that begin with a text, which may end in the middle of a character. */
  static TermRange startingWith(String text) {
    int last = text.length() - 1;
    if (last < 0 || !Character.isHighSurrogate(text.charAt(last))) {
      return TermRange.startingWith(text);
    }
    return new TermRange(TermRange.startingWith(text.substring(0, last)).terms(), false, false);
  }

  /** Everything from a value on, whatever its type; it may be wider at its start. */
  static TermRange fromOn(JsonValue value) {
    byte[] start =
        isComparable(value)
            ? above(value, true).terms().start()
            : TermRange.of(TermType.of(value)).terms().start();
    return new TermRange(new KeyRange(start, TermRange.ALL.terms().end()), false, false);
  }

  /** Everything up to a value, whatever its type; it may be wider at its end. */
  static TermRange upTo(JsonValue value) {
    byte[] end =
        isComparable(value)
            ? below(value, true).terms().end()
            : TermRange.of(TermType.of(value)).terms().end();
    return new TermRange(new KeyRange(TermRange.ALL.terms().start(), end), false, false);
  }

  /**
   * The ranges without a bound between strings that the two orders put differently, so that each
   * can be put in order by itself.
   */
  static List<TermRange> uncut(List<TermRange> ranges) {
    return union(ranges.stream().map(TermRanges::uncut).sorted(BY_START).toList());
  }

  private static TermRange uncut(TermRange range) {
    byte[] start = range.terms().start();
    byte[] end = end(range);
    int startCut = cut(start);
    int endCut = cut(end);
    if (startCut == start.length && endCut == end.length) {
      return range;
    }
    byte[] wholeStart =
        startCut == start.length
            ? start
            : Bytes.concat(Arrays.copyOf(start, startCut), FIRST_SURROGATE);
    byte[] wholeEnd = endCut == end.length ? end : Bytes.afterPrefix(Arrays.copyOf(end, endCut));
    return new TermRange(new KeyRange(wholeStart, wholeEnd), false, false);
  }

  /** Where the first character from U+D800 on is in the term of a string, or the term's length. */
  private static int cut(byte[] term) {
    if (term.length == 0 || term[0] != STRING_MARK) {
      return term.length;
    }
    for (int i = 1; i < term.length; i++) {
      int b = term[i] & 0xFF;
      if (b == 0) {
        // An escaped zero goes on behind its mark; anything else ends the characters.
        i++;
        if (i == term.length || (term[i] & 0xFF) != 0xFF) {
          return term.length;
        }
      } else if (b > 0xED || (b == 0xED && i + 1 < term.length && (term[i + 1] & 0xFF) >= 0xA0)) {
        return i;
      }
    }
    return term.length;
  }

  /** How much of a text both orders agree on. */
  public static int agreedLength(String text) {
    int i = 0;
    while (i < text.length() && text.charAt(i) < Character.MIN_SURROGATE) {
      i++;
    }
    return i;
  }

  /** Ranges that are sorted by their start, as ranges that are apart. */
  static List<TermRange> union(List<TermRange> sorted) {
    List<TermRange> apart = new ArrayList<>();
    for (TermRange range : sorted) {
      TermRange last = apart.isEmpty() ? null : apart.getLast();
      if (last == null || Bytes.ORDER.compare(end(last), range.terms().start()) <= 0) {
        apart.add(range);
      } else if (Bytes.ORDER.compare(end(range), end(last)) > 0) {
        apart.set(
            apart.size() - 1,
            new TermRange(
                new KeyRange(last.terms().start(), end(range)),
                last.isPrecise() && range.isPrecise(),
                false));
      }
    }
    return apart;
  }

  /** The terms that are in one of two lists of ranges, each apart and in order. */
  static List<TermRange> union(List<TermRange> some, List<TermRange> others) {
    List<TermRange> sorted = new ArrayList<>(some.size() + others.size());
    sorted.addAll(some);
    sorted.addAll(others);
    // Two runs that are in order are merged.
    sorted.sort(BY_START);
    return union(sorted);
  }

  /** The terms that are in both of two lists of ranges, each apart and in order. */
  static List<TermRange> intersection(List<TermRange> some, List<TermRange> others) {
    List<TermRange> both = new ArrayList<>();
    int i = 0;
    int j = 0;
    while (i < some.size() && j < others.size()) {
      TermRange one = some.get(i);
      TermRange other = others.get(j);
      TermRange common = one.intersect(other);
      if (!common.isEmpty()) {
        both.add(common);
      }
      if (Bytes.ORDER.compare(end(one), end(other)) <= 0) {
        i++;
      } else {
        j++;
      }
    }
    return both;
  }

  private static byte[] end(TermRange range) {
    return Objects.requireNonNull(range.terms().end(), "Terms end before the last type does.");
  }
}
