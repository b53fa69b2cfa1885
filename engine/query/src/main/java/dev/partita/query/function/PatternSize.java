package dev.partita.query.function;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Size of a regular expression: the matching engine works in linear time by expanding counted
 * repetitions, and parses groups by recursion. An upper estimate. Immutable.
 *
 * @param steps number of steps with all repetitions expanded; one more than the maximum if there
 *     are more than that
 * @param depth nesting depth of groups
 */
record PatternSize(long steps, int depth) {

  /** Preparing an expression of this size takes some ten milliseconds and megabytes. */
  static final long MAX_STEPS = 100_000;

  static PatternSize of(String text) {
    return new Count(text).size();
  }

  /** One pass over an expression. */
  private static final class Count {

    private static final int MAX_DIGITS = 9;

    private final String text;
    private final Deque<Long> outer = new ArrayDeque<>();
    private int at;
    private int deepest;

    /** Steps of the group so far, and of the last element that a repetition could apply to. */
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

    /** Text between \Q and \E is literal; braces may belong to the escape. */
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

    /** Moves behind the first bracket that can end the set. */
    private void behindSet() {
      while (at < text.length() && text.charAt(at++) != ']') {
        if (text.charAt(at - 1) == '\\') {
          at++;
        }
      }
      at = Math.min(at, text.length());
    }

    /** Applies a repetition in braces to the last element; other braces are literal. */
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
