package dev.partita.simulation;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * What has happened in a simulation, as a hash and as the last lines. Two runs that did the same
 * have the same hash.
 */
final class Trace {

  private static final int LINES = 400;
  private static final long PRIME = 0x100000001B3L;

  private final Deque<String> lines = new ArrayDeque<>();
  private long hash = 0xCBF29CE484222325L;

  void add(String line) {
    add(line.hashCode());
    lines.add(line);
    if (lines.size() > LINES) {
      lines.remove();
    }
  }

  void add(long number) {
    hash = (hash ^ number) * PRIME;
    hash ^= hash >>> 29;
  }

  long hash() {
    return hash;
  }

  List<String> lastLines() {
    return List.copyOf(lines);
  }
}
