package dev.partita.partition;

import dev.partita.base.bytes.KeyRange;
import dev.partita.storage.Cursor;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The changes of a range of positions in the order of their LSNs, gathered from the logs of a
 * partition and its ancestors. Not for use by several threads.
 */
final class LogCursor implements ChangeCursor {

  /** One log, standing on an entry that is in the range. */
  private static final class Source implements AutoCloseable {
    final Cursor cursor;
    private final KeyRange positions;
    private @Nullable Change change;

    Source(Cursor cursor, KeyRange positions) {
      this.cursor = cursor;
      this.positions = positions;
    }

    boolean advance() {
      while (cursor.next()) {
        Change next = Change.decode(cursor.key(), cursor.value());
        if (positions.contains(next.key().logical().position())) {
          change = next;
          return true;
        }
      }
      return false;
    }

    Change change() {
      if (change == null) {
        throw new IllegalStateException("The source stands on no entry.");
      }
      return change;
    }

    @Override
    public void close() {
      cursor.close();
    }
  }

  private final PriorityQueue<Source> sources =
      new PriorityQueue<>(
          Comparator.comparingLong((Source source) -> source.change().lsn())
              .thenComparingInt(source -> source.change().sequence()));
  private @Nullable Source current;

  /**
   * @param logs opens a cursor over a range of the change logs
   */
  LogCursor(
      Function<KeyRange, Cursor> logs,
      KeySpace keys,
      List<Lineage.Part> parts,
      KeyRange positions,
      long afterLsn) {
    try {
      for (Lineage.Part part : parts) {
        KeyRange range =
            keys.log(part.partition(), Math.max(afterLsn, part.afterLsn()), part.throughLsn());
        current = new Source(logs.apply(range), positions);
        if (current.advance()) {
          sources.add(current);
        } else {
          current.close();
        }
        current = null;
      }
    } catch (RuntimeException | Error e) {
      close();
      throw e;
    }
  }

  @Override
  public boolean next() {
    if (current != null) {
      if (current.advance()) {
        sources.add(current);
      } else {
        current.close();
      }
    }
    current = sources.poll();
    return current != null;
  }

  @Override
  public Change change() {
    if (current == null) {
      throw new IllegalStateException("The cursor stands on no change.");
    }
    return current.change();
  }

  @Override
  public void close() {
    if (current != null) {
      current.close();
      current = null;
    }
    sources.forEach(Source::close);
    sources.clear();
  }
}
