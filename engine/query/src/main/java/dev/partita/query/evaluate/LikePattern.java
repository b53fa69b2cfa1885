package dev.partita.query.evaluate;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Pattern of LIKE: a percent sign for any characters, an underscore for one, brackets for one of a
 * set. It matches whole strings, in time bounded by the product of the lengths. Immutable.
 */
public final class LikePattern {

  /** One character of the pattern, or the percent sign. */
  private sealed interface Part {
    boolean accepts(char c);
  }

  private record Exactly(char wanted) implements Part {
    @Override
    public boolean accepts(char c) {
      return c == wanted;
    }
  }

  private enum Any implements Part {
    ONE,
    SOME;

    @Override
    public boolean accepts(char c) {
      return true;
    }
  }

  private record OneOf(BitSet characters, boolean excluded) implements Part {
    @Override
    public boolean accepts(char c) {
      return characters.get(c) != excluded;
    }
  }

  private final Part[] parts;

  private LikePattern(List<Part> parts) {
    this.parts = parts.toArray(Part[]::new);
  }

  /** Parses a pattern; the escape is a character that makes the next one literal, or null. */
  public static LikePattern of(String text, @Nullable Character escape) {
    List<Part> parts = new ArrayList<>(text.length());
    // If one set has no end, no later one has one: searching again would make parsing quadratic.
    boolean setsEnd = true;
    int i = 0;
    while (i < text.length()) {
      char c = text.charAt(i++);
      int end = c == '[' && setsEnd ? setEnd(text, i, escape) : -1;
      if (escape != null && c == escape && i < text.length()) {
        parts.add(new Exactly(text.charAt(i++)));
      } else if (c == '%') {
        parts.add(Any.SOME);
      } else if (c == '_') {
        parts.add(Any.ONE);
      } else if (end >= 0) {
        parts.add(set(text, i, end, escape));
        i = end + 1;
      } else {
        setsEnd &= c != '[';
        parts.add(new Exactly(c));
      }
    }
    return new LikePattern(parts);
  }

  /** The position of the bracket that closes a set, which has at least one character; or -1. */
  private static int setEnd(String text, int start, @Nullable Character escape) {
    int i = start < text.length() && text.charAt(start) == '^' ? start + 1 : start;
    boolean first = true;
    while (i < text.length()) {
      char c = text.charAt(i);
      if (escape != null && c == escape) {
        i++;
      } else if (c == ']' && !first) {
        return i;
      }
      first = false;
      i++;
    }
    return -1;
  }

  private static Part set(String text, int start, int end, @Nullable Character escape) {
    boolean excluded = text.charAt(start) == '^' && start + 1 < end;
    BitSet characters = new BitSet();
    int i = excluded ? start + 1 : start;
    while (i < end) {
      char low = text.charAt(i++);
      if (escape != null && low == escape && i < end) {
        low = text.charAt(i++);
      }
      if (i + 1 < end && text.charAt(i) == '-') {
        char high = text.charAt(i + 1);
        i += 2;
        if (low <= high) {
          characters.set(low, high + 1);
        }
      } else {
        characters.set(low);
      }
    }
    return new OneOf(characters, excluded);
  }

  /** The only matching string, if the pattern has no wildcards. */
  public Optional<String> onlyMatch() {
    StringBuilder text = new StringBuilder();
    for (Part part : parts) {
      if (!(part instanceof Exactly(char wanted))) {
        return Optional.empty();
      }
      text.append(wanted);
    }
    return Optional.of(text.toString());
  }

  /**
   * Whether the whole text matches. Backtracking to the last percent sign is enough: what an
   * earlier one could consume, the last one can.
   */
  public boolean matches(String text) {
    int t = 0;
    int p = 0;
    int retryPart = -1;
    int retryText = 0;
    while (t < text.length()) {
      if (p < parts.length && parts[p] == Any.SOME) {
        retryPart = ++p;
        retryText = t;
      } else if (p < parts.length && parts[p].accepts(text.charAt(t))) {
        p++;
        t++;
      } else if (retryPart >= 0) {
        p = retryPart;
        t = ++retryText;
      } else {
        return false;
      }
    }
    while (p < parts.length && parts[p] == Any.SOME) {
      p++;
    }
    return p == parts.length;
  }
}
