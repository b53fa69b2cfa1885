package dev.partita.execution.access;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.bytes.KeyRange;
import dev.partita.document.ItemScan;
import dev.partita.execution.parallel.OrderedParallel;
import dev.partita.execution.parallel.PositionSlices;
import dev.partita.execution.plan.ScanFragment;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What is made of all items of a fragment, piece by piece of its positions. Other threads read
 * ahead; what they make of the pieces is given in the order of the items' keys, so nothing else
 * depends on the threads. Not for use by several threads.
 */
public final class Morsels<T> implements AutoCloseable {

  /** A piece takes a cursor and, where there are groups, a table of them: work beside its items. */
  private static final int ITEMS_PER_PIECE = 4096;

  /** Where larger pieces would leave threads idle. */
  private static final int FEWEST_ITEMS_PER_PIECE = 1024;

  private static final int PIECES_PER_THREAD = 4;

  /** How many items are handed over at most; what is left of a piece is another one. */
  private static final int ITEMS_MOST = 8192;

  private static final long BYTES_MOST = 8 << 20;

  private static final int MAX_PIECES = 65_536;

  /** Makes something of the items of a piece, and then of another. On one thread at a time. */
  public interface Worker<T> {

    /** Begins with items whose keys are in a range. */
    void start(KeyRange records);

    /** Takes in the item on which the scan stands; false if no more are wanted. */
    boolean add(ItemScan scan);

    /**
     * What was made of the items.
     *
     * @param before the end of their keys; null if that is the end of all
     */
    T finish(byte @Nullable [] before);
  }

  private record Piece(KeyRange positions, byte @Nullable [] after) {}

  private final ItemLoader loader;
  private final Supplier<Worker<T>> workers;
  private final Queue<Worker<T>> idle = new ConcurrentLinkedQueue<>();
  private final OrderedParallel<Piece, T> ahead;

  /**
   * @param after the key behind which to begin; null for the beginning
   */
  public Morsels(
      ItemLoader loader,
      ScanFragment fragment,
      byte @Nullable [] after,
      Supplier<Worker<T>> workers) {
    this.loader = loader;
    this.workers = workers;
    int count = pieces(loader.recordCount(fragment), loader.threads().count());
    List<Piece> pieces = new ArrayList<>();
    for (KeyRange positions : PositionSlices.of(fragment.positions(), count)) {
      byte[] end = loader.records(positions).end();
      if (after == null || end == null || Bytes.ORDER.compare(after, end) < 0) {
        pieces.add(new Piece(positions, pieces.isEmpty() ? after : null));
      }
    }
    this.ahead = new OrderedParallel<>(loader.threads(), pieces, this::read);
  }

  private static int pieces(long itemCount, int threads) {
    long small = Math.min(itemCount / FEWEST_ITEMS_PER_PIECE, (long) threads * PIECES_PER_THREAD);
    return Math.clamp(Math.max(itemCount / ITEMS_PER_PIECE, small), 1, MAX_PIECES);
  }

  /** What was made of the next items; null if there are no more. */
  public @Nullable T next() {
    return ahead.next();
  }

  private OrderedParallel.Result<Piece, T> read(Piece piece) {
    Worker<T> found = idle.poll();
    Worker<T> worker = found == null ? workers.get() : found;
    KeyRange records = loader.records(piece.positions);
    worker.start(records);
    OrderedParallel.Result<Piece, T> morsel = null;
    try (ItemScan scan = loader.scan(piece.positions, piece.after)) {
      long bytes = 0;
      for (int items = 1; !ahead.isClosed() && morsel == null && scan.next(); items++) {
        boolean goesOn = worker.add(scan);
        bytes += scan.jsonBytes();
        if (!goesOn || items == ITEMS_MOST || bytes > BYTES_MOST) {
          byte[] key = scan.key();
          T made = worker.finish(Bytes.concat(key, new byte[1]));
          morsel =
              new OrderedParallel.Result<>(made, goesOn ? new Piece(piece.positions, key) : null);
        }
      }
    }
    morsel =
        morsel == null ? new OrderedParallel.Result<>(worker.finish(records.end()), null) : morsel;
    idle.add(worker);
    return morsel;
  }

  @Override
  public void close() {
    ahead.close();
  }
}
