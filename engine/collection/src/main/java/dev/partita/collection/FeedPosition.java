package dev.partita.collection;

import dev.partita.base.bytes.KeyRange;
import dev.partita.base.bytes.KeyReader;
import dev.partita.base.bytes.KeyWriter;
import dev.partita.base.error.DatabaseException;
import java.util.ArrayList;
import java.util.List;

/**
 * Up to where the changes of a collection have been read, for each range of positions. It names
 * positions and not partitions, so that it stays good when those are split or merged. Immutable.
 */
public record FeedPosition(List<Part> parts) {

  /** All changes of a transaction. */
  static final int ALL = 0xFFFF;

  private static final int FORMAT = 1;

  /**
   * Up to where one range has been read.
   *
   * @param sequence of the last change of that transaction
   */
  public record Part(KeyRange positions, long lsn, int sequence) {

    boolean isBehind(long changeLsn, int changeSequence) {
      return changeLsn > lsn || (changeLsn == lsn && changeSequence > sequence);
    }
  }

  public FeedPosition {
    parts = List.copyOf(parts);
  }

  /** Before the first change. */
  public static FeedPosition beginning() {
    return new FeedPosition(List.of(new Part(KeyRange.ALL, 0, ALL)));
  }

  public byte[] toBytes() {
    KeyWriter writer = new KeyWriter().u8(FORMAT).u32(parts.size());
    for (Part part : parts) {
      byte[] end = part.positions().end();
      writer.escaped(part.positions().start()).u8(end == null ? 0 : 1);
      if (end != null) {
        writer.escaped(end);
      }
      writer.u64(part.lsn()).u16(part.sequence());
    }
    return writer.toBytes();
  }

  /**
   * @throws DatabaseException BAD_REQUEST if the bytes are none
   */
  public static FeedPosition fromBytes(byte[] bytes) {
    try {
      KeyReader reader = new KeyReader(bytes);
      boolean known = reader.u8() == FORMAT;
      int count = known ? reader.u32() : 0;
      List<Part> parts = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        byte[] start = reader.escaped();
        byte[] end = reader.u8() == 0 ? null : reader.escaped();
        parts.add(new Part(new KeyRange(start, end), reader.u64(), reader.u16()));
      }
      boolean sound =
          reader.atEnd()
              && !parts.isEmpty()
              && parts.stream().noneMatch(part -> part.positions().isEmpty() || part.lsn() < 0);
      if (sound) {
        return new FeedPosition(parts);
      }
    } catch (DatabaseException | IndexOutOfBoundsException _) {
      // What it is not is said below.
    }
    throw DatabaseException.badRequest("This is not a place among the changes of a collection.");
  }

  FeedPosition with(int index, Part part) {
    List<Part> changed = new ArrayList<>(parts);
    changed.set(index, part);
    return new FeedPosition(changed);
  }
}
