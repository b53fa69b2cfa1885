package dev.partita.execution;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The keys of the records that candidates name in some parcels, in order. Where it takes long to
 * find them, other threads do so ahead. Not for use by several threads.
 */
final class FoundAhead implements AutoCloseable {

  /** A walk over fewer items of a term is over before others could help. */
  private static final long LONG_WALK = 16_384;

  /** Each piece takes its own cursors, which have to find their places. */
  private static final long RECORDS_PER_PIECE = 131_072;

  private static final int PIECES_PER_THREAD = 4;

  /** More are not kept at a time, however many will be used. */
  private static final int MOST_AT_A_GO = 512;

  /**
   * @param part of the parcel
   * @param after a key of a record behind which to begin; null for the beginning of the part
   */
  private record Piece(Parcel parcel, Parcel part, byte @Nullable [] after) {}

  private final Reading reading;
  private final Candidates candidates;
  private final long atAGo;
  private final Ahead<Piece, List<byte[]>> ahead;

  /**
   * @param parcels in their order
   * @param after a key of a record in the first of them behind which to begin; null for its
   *     beginning
   * @param wanted about how many keys will be used at most
   */
  FoundAhead(
      Reading reading,
      Candidates candidates,
      List<Parcel> parcels,
      byte @Nullable [] after,
      long wanted) {
    this.reading = reading;
    this.candidates = candidates;
    this.atAGo = Math.min(wanted, MOST_AT_A_GO);
    boolean takesLong =
        candidates instanceof Candidates.Met met && met.stepsFor(wanted) >= LONG_WALK;
    ScanThreads threads = takesLong ? reading.threads() : ScanThreads.ALONE;
    List<Piece> pieces = new ArrayList<>();
    for (Parcel parcel : parcels) {
      for (Parcel part : parts(parcel, threads.count())) {
        if (after == null || !part.isBefore(after)) {
          pieces.add(new Piece(parcel, part, after == null || part.isBehind(after) ? null : after));
        }
      }
    }
    this.ahead = new Ahead<>(threads, pieces, this::find);
  }

  private List<Parcel> parts(Parcel parcel, int threads) {
    if (threads == 1 || parcel.logical() != null) {
      return List.of(parcel);
    }
    long most = (long) threads * PIECES_PER_THREAD;
    int count = Math.clamp(reading.recordCount(parcel) / RECORDS_PER_PIECE, 1, (int) most);
    return Pieces.of(parcel.positions(), count).stream()
        .map(positions -> parcel.part(positions, reading.records(positions)))
        .toList();
  }

  /** The next keys of a parcel, if it is its turn; null if it has no more. */
  @Nullable List<byte[]> next(Parcel parcel) {
    Piece piece = ahead.piece();
    return piece == null || !piece.parcel.equals(parcel) ? null : ahead.next();
  }

  private Ahead.Made<Piece, List<byte[]>> find(Piece piece) {
    List<byte[]> found = new ArrayList<>();
    try (FoundKeys keys = new FoundKeys(candidates, reading.index(), piece.part, piece.after)) {
      while (!ahead.isClosed() && keys.next()) {
        found.add(keys.key());
        if (found.size() >= atAGo) {
          return new Ahead.Made<>(found, new Piece(piece.parcel, piece.part, found.getLast()));
        }
      }
    }
    return new Ahead.Made<>(found, null);
  }

  @Override
  public void close() {
    ahead.close();
  }
}
