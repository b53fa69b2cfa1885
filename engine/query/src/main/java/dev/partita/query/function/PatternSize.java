package dev.partita.query.function;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * How large a regular expression is: the engine that matches in linear time writes counted
 * repetitions out, and walks through groups by recursion. An estimate that is never too small.
 *
 * @param steps about how many there are with all repetitions written out; one more than the most
 *     that is counted to if there are more
 * @param depth how many groups are within each other
 */
record PatternSize(long steps, int depth) {

  /** So many take some ten milliseconds and megabytes to be made ready. */
  static final long MAX_STEPS = 100_000;

  static PatternSize of(String text) {
    return new Count(text).size();
  }

  /** One pass over a text. */
  private static final class Count {

    private static final int MAX_DIGITS = 9;

    private final String text;
    private final Deque<Long> outer = new ArrayDeque<>();
    private int at;
    private int deepest;

    /** Those of the group so far, and of the last that could be repeated. */
    private long steps;

    private long last;

    Count(String text) {
      this.text = text;
    }

    PatternSize size() {
      while (at < text.length() && steps <= MAX_STEPS) {
        char next = text.charAt(at++);
        switch (next) {
          case '\\' -> escape();
          case '[' -> {
            behindSet();
            add(1);
          }
          case '(' -> {
            outer.push(steps);
            deepest = Math.max(deepest, outer.size());
            steps = 0;
          }
          case ')' -> {
            long group = steps + 2;
            steps = outer.isEmpty() ? 0 : outer.pop();
            add(group);
          }
          case '{' -> repeat();
          default -> add(1);
        }
      }
      for (long each : outer) {
        steps += each;
      }
      return new PatternSize(Math.min(steps, MAX_STEPS + 1), deepest);
    }

    private void add(long count) {
      steps += count;
      last = count;
    }

    /** What is between \Q and \E stands for itself; braces may belong to the escape. */
    private void escape() {
      if (at == text.length()) {
        return;
      }
      char escaped = text.charAt(at++);
      if (escaped == 'Q') {
        int end = text.indexOf("\\E", at);
        add(Math.max(1, (end < 0 ? text.length() : end) - at));
        at = end < 0 ? text.length() : end + 2;
        last = 1;
        return;
      }
      add(1);
      if ("xpP".indexOf(escaped) >= 0 && text.startsWith("{", at)) {
        int end = text.indexOf('}', at);
        at = end < 0 ? text.length() : end + 1;
      }
    }

    /** To the first bracket that can end the set. */
    private void behindSet() {
      while (at < text.length() && text.charAt(at++) != ']') {
        if (text.charAt(at - 1) == '\\') {
          at++;
        }
      }
      at = Math.min(at, text.length());
    }

    /** Repeats the last as often as braces say; others stand for themselves. */
    private void repeat() {
      int start = at;
      long least = number();
      long most = least;
      if (text.startsWith(",", at)) {
        at++;
        most = number();
      }
      if (start == at || !text.startsWith("}", at)) {
        at = start;
        add(1);
        return;
      }
      at++;
      long times = Math.max(1, Math.max(least, most));
      steps += last * (times - 1);
      last *= times;
    }

    private long number() {
      int start = at;
      while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
        at++;
      }
      int digits = at - start;
      return digits == 0
          ? 0
          : digits > MAX_DIGITS ? MAX_STEPS + 1 : Long.parseLong(text.substring(start, at));
    }
  }
}
