package dev.partita.execution;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.bytes.KeyRange;
import dev.partita.base.error.DatabaseException;
import dev.partita.document.ItemScan;
import dev.partita.document.StoredItem;
import dev.partita.json.JsonObject;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * All items of a parcel, of which other threads read ahead: each takes the items of a piece of the
 * positions, makes their documents and sees which of them the filter passes over. They are given in
 * the order of their keys, so nothing else depends on the threads. Not for use by several threads.
 */
final class MorselScan implements ItemCursor {

  /** As many are read as they come: a short scan is over before others could help. */
  private static final int ITEMS_BEFORE = 256;

  private static final int ITEMS_PER_PIECE = 1024;

  /** How many items are handed over at most; what is left of a piece is another one. */
  private static final int ITEMS_MOST = 4096;

  private static final int MAX_PIECES = 65_536;

  /** How the items of the parcel are read. */
  interface Source {
    ItemScan scan(KeyRange positions, byte @Nullable [] after);

    /** The keys of records in some positions. */
    KeyRange records(KeyRange positions);

    JsonObject document(StoredItem item);
  }

  /**
   * An item, or what is left of one that is passed over.
   *
   * @param item null if the filter passes over it
   */
  private record Entry(
      byte[] key, @Nullable StoredItem item, @Nullable JsonObject document, int jsonBytes) {}

  /**
   * @param restAfter the key behind which the piece has more items; null if it has none
   */
  private record Morsel(List<Entry> entries, byte @Nullable [] restAfter) {}

  private record Piece(KeyRange positions, byte @Nullable [] after) {}

  private record Running(Piece piece, ScanThreads.Work<Morsel> work) {}

  private final ScanThreads threads;
  private final Source source;
  private final Parcel parcel;
  private final Supplier<Predicate<JsonObject>> filters;
  private final BooleanSupplier pays;
  private final long itemCount;
  private final ItemScan first;
  private final Deque<Piece> waiting = new ArrayDeque<>();
  private final Deque<Running> running = new ArrayDeque<>();
  private int read;
  private boolean divided;
  private List<Entry> entries = List.of();
  private int at;
  private volatile boolean closed;

  /**
   * @param filters makes a filter for one thread, which lets through at least what the query does
   * @param pays whether more items will be wanted, as far as one can tell by now
   * @param itemCount about how many there are in the parcel
   */
  MorselScan(
      ScanThreads threads,
      Source source,
      Parcel parcel,
      byte @Nullable [] after,
      Supplier<Predicate<JsonObject>> filters,
      BooleanSupplier pays,
      long itemCount) {
    this.threads = threads;
    this.source = source;
    this.parcel = parcel;
    this.filters = filters;
    this.pays = pays;
    this.itemCount = itemCount;
    this.first = source.scan(parcel.positions(), after);
  }

  @Override
  public boolean next() {
    if (!divided) {
      if (read < ITEMS_BEFORE || !pays.getAsBoolean()) {
        read++;
        return first.next();
      }
      divide();
    }
    at++;
    while (at >= entries.size()) {
      if (!take()) {
        return false;
      }
    }
    return true;
  }

  /** Makes pieces of what is behind the item on which the scan stands. */
  private void divide() {
    divided = true;
    byte[] last = first.key();
    first.close();
    int count = Math.clamp(itemCount / ITEMS_PER_PIECE, 1, MAX_PIECES);
    for (KeyRange positions : Pieces.of(parcel.positions(), count)) {
      byte[] end = source.records(positions).end();
      if (end == null || Bytes.ORDER.compare(last, end) < 0) {
        waiting.add(new Piece(positions, waiting.isEmpty() ? last : null));
      }
    }
    at = -1;
  }

  /** The next morsel; false if there is none. */
  private boolean take() {
    while (running.size() < 2 * threads.count() && !waiting.isEmpty()) {
      Piece piece = waiting.remove();
      running.add(new Running(piece, threads.start(() -> read(piece))));
    }
    Running next = running.poll();
    if (next == null) {
      return false;
    }
    Morsel morsel = next.work.await();
    entries = morsel.entries;
    at = 0;
    if (morsel.restAfter != null) {
      Piece rest = new Piece(next.piece.positions, morsel.restAfter);
      running.addFirst(new Running(rest, threads.start(() -> read(rest))));
    }
    return true;
  }

  private Morsel read(Piece piece) {
    List<Entry> found = new ArrayList<>();
    Predicate<JsonObject> filter = filters.get();
    try (ItemScan scan = source.scan(piece.positions, piece.after)) {
      while (!closed && scan.next()) {
        byte[] key = scan.key();
        if (found.size() == ITEMS_MOST) {
          return new Morsel(found, found.getLast().key);
        }
        StoredItem item = scan.item();
        JsonObject document = source.document(item);
        boolean wanted = isWanted(filter, document);
        found.add(new Entry(key, wanted ? item : null, wanted ? document : null, item.jsonBytes()));
      }
    }
    return new Morsel(found, null);
  }

  /** What the filter cannot say is found out by whoever uses the item, at its turn. */
  private static boolean isWanted(Predicate<JsonObject> filter, JsonObject document) {
    try {
      return filter.test(document);
    } catch (DatabaseException _) {
      return true;
    }
  }

  @Override
  public byte[] key() {
    return divided ? entries.get(at).key : first.key();
  }

  @Override
  public StoredItem item() {
    return divided ? Objects.requireNonNull(entries.get(at).item) : first.item();
  }

  @Override
  public @Nullable JsonObject document() {
    return divided ? entries.get(at).document : null;
  }

  @Override
  public boolean isPassedOver() {
    return divided && entries.get(at).item == null;
  }

  @Override
  public int jsonBytes() {
    return divided ? entries.get(at).jsonBytes : first.item().jsonBytes();
  }

  @Override
  public void close() {
    closed = true;
    running.forEach(each -> each.work.drop());
    if (!divided) {
      first.close();
    }
  }
}
