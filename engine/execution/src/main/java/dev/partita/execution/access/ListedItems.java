package dev.partita.execution.access;

import dev.partita.base.bytes.Bytes;
import dev.partita.document.Items;
import dev.partita.document.StoredItem;
import dev.partita.execution.parallel.OrderedParallel;
import dev.partita.execution.parallel.ScanThreads;
import dev.partita.execution.plan.ScanFragment;
import dev.partita.partition.SegmentReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The items under keys that were listed. Several are read at a go, whichever fragments they lie in,
 * since each of them costs less then; if many will be used, other threads read ahead. For one page,
 * on one thread.
 */
public final class ListedItems {

  /** More of them cost hardly less, and may be large. */
  public static final int MOST_AT_A_GO = 16;

  /** What another thread reads at a go: fewer are not worth the handing over. */
  private static final int AT_A_GO_AHEAD = 32;

  /** Fewer are read before others could help. */
  private static final int MANY = 3 * AT_A_GO_AHEAD;

  /** Larger items are too many bytes to have that many of them in memory. */
  private static final long USUAL_BYTES = 4096;

  /** Some of the keys: from one to before another. */
  private record Piece(int from, int to) {
    boolean has(int index) {
      return index >= from && index < to;
    }
  }

  /** The keys of the records of a piece, with their items. */
  private record Read(Piece piece, List<byte[]> keys, List<@Nullable StoredItem> items) {

    static final Read NOTHING = new Read(new Piece(0, 0), List.of(), List.of());

    byte[] key(int index) {
      return keys.get(index - piece.from);
    }

    @Nullable StoredItem item(int index) {
      return items.get(index - piece.from);
    }
  }

  private final List<byte[]> keys;
  private final long wanted;
  private final ScanThreads threads;

  /** What is read next; null before anything is. */
  private @Nullable OrderedParallel<Piece, Read> ahead;

  /** What was read last. */
  private Read read = Read.NOTHING;

  /**
   * @param keys sorted and different
   * @param wanted how many items the page can use at most, as far as one can tell before
   * @param threads that may help
   */
  ListedItems(List<byte[]> keys, long wanted, ScanThreads threads) {
    this.keys = keys;
    this.wanted = wanted;
    this.threads = threads;
  }

  /** The items of a fragment, from the beginning or behind the key of a record. */
  ItemCursor open(
      Items items, SegmentReader snapshot, ScanFragment fragment, byte @Nullable [] after) {
    byte[] from = after == null ? fragment.records().start() : Bytes.concat(after, new byte[1]);
    int first = firstFrom(from);
    return new ItemCursor() {
      private int at = first - 1;

      @Override
      public boolean next() {
        while (++at < keys.size()) {
          if (!read.piece.has(at)) {
            read = read(items, snapshot, fragment, at);
          }
          if (!fragment.records().contains(key())) {
            at = keys.size();
          } else if (read.item(at) != null) {
            return true;
          }
        }
        return false;
      }

      @Override
      public byte[] key() {
        return read.key(at);
      }

      @Override
      public StoredItem item() {
        return Objects.requireNonNull(read.item(at));
      }

      @Override
      public void close() {}
    };
  }

  /** Some items, of which one is that of a key. */
  private Read read(Items items, SegmentReader snapshot, ScanFragment fragment, int index) {
    OrderedParallel<Piece, Read> pieces = ahead;
    Piece next = pieces == null ? null : pieces.piece();
    if (pieces == null || next == null || !next.has(index)) {
      if (pieces != null) {
        pieces.close();
      }
      pieces = start(items, snapshot, fragment, index);
      ahead = pieces;
    }
    return Objects.requireNonNull(pieces.next());
  }

  /** It needs no stop: threads that are ahead end when the snapshot of the page is closed. */
  private OrderedParallel<Piece, Read> start(
      Items items, SegmentReader snapshot, ScanFragment fragment, int from) {
    int left = keys.size() - from;
    boolean many =
        threads.count() > 1
            && left >= MANY
            && left <= wanted
            && fragment.usualBytes() <= USUAL_BYTES;
    List<Piece> pieces = new ArrayList<>();
    // It grows: a page that continues needs more items than expected.
    int atAGo = many ? AT_A_GO_AHEAD : Math.clamp(wanted, 1, MOST_AT_A_GO);
    for (int at = from; at < keys.size(); at = pieces.getLast().to) {
      pieces.add(new Piece(at, Math.min(at + atAGo, keys.size())));
      atAGo = many ? atAGo : Math.min(2 * atAGo, MOST_AT_A_GO);
    }
    return new OrderedParallel<>(
        many ? threads : ScanThreads.ALONE,
        pieces,
        piece -> new OrderedParallel.Result<>(read(items, snapshot, piece), null));
  }

  private Read read(Items items, SegmentReader snapshot, Piece piece) {
    List<byte[]> taken = keys.subList(piece.from, piece.to);
    return new Read(piece, taken, items.reader().findAll(snapshot, taken));
  }

  /** Where the first key stands that is not before another. */
  private int firstFrom(byte[] key) {
    return Bytes.firstFrom(0, keys.size(), keys::get, key);
  }
}
