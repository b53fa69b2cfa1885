package dev.partita.execution.access;

import dev.partita.execution.parallel.OrderedParallel;
import dev.partita.execution.parallel.PositionSlices;
import dev.partita.execution.parallel.ScanThreads;
import dev.partita.execution.plan.ScanFragment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The keys of the records that candidates name in some fragments, in order. Where it takes long to
 * find them, other threads do so ahead. Not for use by several threads.
 */
public final class KeyReadAhead implements AutoCloseable {

  /** A walk over fewer items of a term is over before others could help. */
  private static final long LONG_WALK = 16_384;

  /** Each piece takes its own cursors, which have to find their places. */
  private static final long RECORDS_PER_PIECE = 131_072;

  private static final int PIECES_PER_THREAD = 4;

  /** More are not kept at a time, however many will be used. */
  private static final int MOST_AT_A_GO = 512;

  /**
   * @param part of the fragment
   * @param after a key of a record behind which to begin; null for the beginning of the part
   */
  private record Piece(ScanFragment fragment, ScanFragment part, byte @Nullable [] after) {}

  private final ItemLoader loader;
  private final Candidates candidates;
  private final long atAGo;
  private final OrderedParallel<Piece, List<byte[]>> ahead;

  /**
   * @param fragments in their order
   * @param after a key of a record in the first of them behind which to begin; null for its
   *     beginning
   * @param wanted about how many keys will be used at most
   */
  public KeyReadAhead(
      ItemLoader loader,
      Candidates candidates,
      List<ScanFragment> fragments,
      byte @Nullable [] after,
      long wanted) {
    this.loader = loader;
    this.candidates = candidates;
    this.atAGo = Math.min(wanted, MOST_AT_A_GO);
    boolean takesLong =
        candidates instanceof Candidates.TermIntersection met && met.stepsFor(wanted) >= LONG_WALK;
    ScanThreads threads = takesLong ? loader.threads() : ScanThreads.ALONE;
    List<Piece> pieces = new ArrayList<>();
    for (ScanFragment fragment : fragments) {
      for (ScanFragment part : parts(fragment, threads.count())) {
        if (after == null || !part.isBefore(after)) {
          pieces.add(
              new Piece(fragment, part, after == null || part.isBehind(after) ? null : after));
        }
      }
    }
    this.ahead = new OrderedParallel<>(threads, pieces, this::find);
  }

  private List<ScanFragment> parts(ScanFragment fragment, int threads) {
    if (threads == 1 || fragment.logical() != null) {
      return List.of(fragment);
    }
    long most = (long) threads * PIECES_PER_THREAD;
    int count = Math.clamp(loader.recordCount(fragment) / RECORDS_PER_PIECE, 1, (int) most);
    return PositionSlices.of(fragment.positions(), count).stream()
        .map(positions -> fragment.part(positions, loader.records(positions)))
        .toList();
  }

  /** The next keys of a fragment, if it is its turn; null if it has no more. */
  public @Nullable List<byte[]> next(ScanFragment fragment) {
    Piece piece = ahead.piece();
    return piece == null || !piece.fragment.equals(fragment) ? null : ahead.next();
  }

  private OrderedParallel.Result<Piece, List<byte[]>> find(Piece piece) {
    List<byte[]> found = new ArrayList<>();
    try (FoundKeys keys = new FoundKeys(candidates, loader.index(), piece.part, piece.after)) {
      while (!ahead.isClosed() && keys.next()) {
        found.add(keys.key());
        if (found.size() >= atAGo) {
          return new OrderedParallel.Result<>(
              found, new Piece(piece.fragment, piece.part, found.getLast()));
        }
      }
    }
    return new OrderedParallel.Result<>(found, null);
  }

  @Override
  public void close() {
    ahead.close();
  }
}
