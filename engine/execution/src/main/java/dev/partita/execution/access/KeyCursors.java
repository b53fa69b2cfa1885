package dev.partita.execution.access;

import dev.partita.base.bytes.Bytes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.IntFunction;

/** The kinds of cursors over keys. */
public final class KeyCursors {

  private KeyCursors() {}

  /** The same as {@link Bytes#firstFrom} where the key is seldom far: in steps that grow. */
  static int firstNear(int from, int to, IntFunction<byte[]> keys, byte[] key) {
    int low = from;
    int step = 1;
    int next = from;
    while (next < to && Bytes.ORDER.compare(keys.apply(next), key) < 0) {
      low = next + 1;
      next += step;
      step *= 2;
    }
    return Bytes.firstFrom(low, Math.min(next, to), keys, key);
  }

  /** Keys that are known, sorted and different. */
  static KeyCursor of(List<byte[]> keys) {
    return new KeyCursor() {
      private int at = -1;

      @Override
      public boolean next() {
        at = Math.min(at + 1, keys.size());
        return at < keys.size();
      }

      @Override
      public boolean seek(byte[] key) {
        at = firstNear(Math.max(at, 0), keys.size(), keys::get, key);
        return at < keys.size();
      }

      @Override
      public byte[] key() {
        return keys.get(at);
      }

      @Override
      public void close() {}
    };
  }

  /** The keys that all cursors have: each cursor that is behind seeks the key of the one ahead. */
  static KeyCursor allOf(List<KeyCursor> cursors) {
    return new KeyCursor() {
      @Override
      public boolean next() {
        return cursors.getFirst().next() && meet();
      }

      @Override
      public boolean seek(byte[] key) {
        return cursors.getFirst().seek(key) && meet();
      }

      private boolean meet() {
        byte[] key = cursors.getFirst().key();
        int met = 1;
        for (int i = 1; met < cursors.size(); i = (i + 1) % cursors.size()) {
          KeyCursor cursor = cursors.get(i);
          if (!cursor.seek(key)) {
            return false;
          }
          byte[] found = cursor.key();
          met = Bytes.ORDER.compare(found, key) == 0 ? met + 1 : 1;
          key = found;
        }
        return true;
      }

      @Override
      public byte[] key() {
        return cursors.getFirst().key();
      }

      @Override
      public void close() {
        cursors.forEach(KeyCursor::close);
      }
    };
  }

  /** The keys that any cursor has. */
  static KeyCursor anyOf(List<KeyCursor> cursors) {
    return new Union(cursors);
  }

  private static final class Union implements KeyCursor {

    private final List<KeyCursor> all;

    /** Those that stand on a key, the least first. */
    private final PriorityQueue<KeyCursor> standing =
        new PriorityQueue<>(Comparator.comparing(KeyCursor::key, Bytes.ORDER));

    private boolean started;

    Union(List<KeyCursor> cursors) {
      this.all = cursors;
    }

    @Override
    public boolean next() {
      if (!started) {
        started = true;
        all.stream().filter(KeyCursor::next).forEach(standing::add);
        return !standing.isEmpty();
      }
      byte[] current = key();
      while (!standing.isEmpty() && Bytes.ORDER.compare(key(), current) == 0) {
        KeyCursor moved = standing.remove();
        if (moved.next()) {
          standing.add(moved);
        }
      }
      return !standing.isEmpty();
    }

    @Override
    public boolean seek(byte[] key) {
      List<KeyCursor> behind = new ArrayList<>();
      if (!started) {
        started = true;
        behind.addAll(all);
      }
      while (!standing.isEmpty() && Bytes.ORDER.compare(key(), key) < 0) {
        behind.add(standing.remove());
      }
      behind.stream().filter(cursor -> cursor.seek(key)).forEach(standing::add);
      return !standing.isEmpty();
    }

    @Override
    public byte[] key() {
      return standing.element().key();
    }

    @Override
    public void close() {
      all.forEach(KeyCursor::close);
    }
  }
}
