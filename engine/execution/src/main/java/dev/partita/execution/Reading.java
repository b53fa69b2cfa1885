package dev.partita.execution;

import dev.partita.base.bytes.KeyRange;
import dev.partita.base.time.Clock;
import dev.partita.document.IndexedSnapshot;
import dev.partita.document.ItemScan;
import dev.partita.document.Items;
import dev.partita.document.StoredItem;
import dev.partita.index.IndexReader;
import dev.partita.index.Indexes;
import dev.partita.json.JsonExcerpt;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonValue;
import dev.partita.json.JsonWriter;
import dev.partita.partition.LogicalKey;
import dev.partita.partition.LogicalSize;
import dev.partita.storage.Family;
import dev.partita.storage.Reader;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The way from stored items to documents and from values to results for one page, with a count of
 * what was read and written. On one thread.
 */
final class Reading implements MorselScan.Source {

  /** The one item that the rows of a query are made of at the moment. */
  static final class CurrentItem implements Iterable<JsonObject> {
    private @Nullable JsonObject document;

    void set(JsonObject next) {
      document = next;
    }

    @Override
    public Iterator<JsonObject> iterator() {
      return document == null
          ? Collections.emptyIterator()
          : Collections.singleton(document).iterator();
    }
  }

  /** Scans of fewer items are over before others could help. */
  private static final long MANY_ITEMS = 2_000;

  private final Items items;
  private final IndexedSnapshot now;
  private final ScanThreads threads;
  private final Clock clock;
  private final CurrentItem current = new CurrentItem();
  private Access access = new Access.Scan();
  private @Nullable StoredItem stored;
  private @Nullable JsonExcerpt excerpt;
  private long loadNanos;
  private long writeNanos;
  private long retrievedCount;
  private long retrievedBytes;
  private long matchedCount;
  private long indexEntries;
  private long indexNanos;

  Reading(Items items, IndexedSnapshot now, ScanThreads threads, Clock clock) {
    this.threads = threads;
    this.items = items;
    this.now = now;
    this.clock = clock;
  }

  CurrentItem current() {
    return current;
  }

  /** Decides how items are found from now on. */
  void use(Access found) {
    access = found;
  }

  /** Has only some properties of items read from now on. */
  void needOnly(Set<String> properties) {
    excerpt = new JsonExcerpt(properties);
  }

  Access access() {
    return access;
  }

  Items items() {
    return items;
  }

  Reader snapshot() {
    return now.snapshot();
  }

  /** What of the index is complete in the snapshot that the page is read from. */
  Indexes indexes() {
    return now.indexes();
  }

  /** The index as it is in that snapshot. */
  IndexReader index() {
    return now.index();
  }

  ScanThreads threads() {
    return threads;
  }

  /** Makes a document that is not stored the one that rows are made of. */
  void pretend(JsonObject document) {
    current.set(document);
  }

  /** The items of a parcel that have to be read, from the beginning or behind a key. */
  ItemCursor open(Parcel parcel, byte @Nullable [] after) {
    return access.open(items, now, parcel, after);
  }

  /**
   * The same items of a parcel, with the help of other threads.
   *
   * @param filters makes a filter for one thread, which lets through at least what the query does
   * @param pays whether more items will be wanted, as far as one can tell by now
   */
  ItemCursor openAhead(
      Parcel parcel,
      byte @Nullable [] after,
      Supplier<Predicate<JsonObject>> filters,
      BooleanSupplier pays) {
    if (threads.count() == 1) {
      return open(parcel, after);
    }
    if (access instanceof Access.Scan && parcel.logical() == null) {
      long count = recordCount(parcel);
      if (count >= MANY_ITEMS) {
        return new MorselScan(threads, this, parcel, after, filters, pays, count);
      }
    }
    return new ReadAhead(open(parcel, after), this::document, pays);
  }

  @Override
  public ItemScan scan(KeyRange positions, byte @Nullable [] after) {
    return items.scan(now.snapshot(), positions, after);
  }

  @Override
  public KeyRange records(KeyRange positions) {
    return items.container().keys().records(positions);
  }

  /** How many items there are in a parcel or, if that is not known, in all of its partition. */
  long recordCount(Parcel parcel) {
    LogicalKey logical = parcel.logical();
    if (logical == null) {
      return parcel.owner().partition().state().recordCount();
    }
    byte[] size = snapshot().get(Family.STATE, items.container().keys().logicalState(logical));
    return LogicalSize.decode(size).recordCount();
  }

  /** All items of a parcel. */
  ItemScan scan(Parcel parcel) {
    return parcel.scan(items, now.snapshot(), null);
  }

  /** The items under the keys of records, read at one go. */
  List<@Nullable StoredItem> findAll(List<byte[]> keys) {
    return items.findAll(now.snapshot(), keys);
  }

  @Nullable StoredItem find(byte[] key) {
    return items.find(now.snapshot(), key);
  }

  /** What the query needs of an item. On any thread. */
  @Override
  public JsonObject document(StoredItem item) {
    return excerpt == null
        ? item.document()
        : excerpt.read(item.backing(), item.jsonOffset(), item.jsonBytes());
  }

  /** Makes an item the one that rows are made of. */
  JsonObject load(StoredItem item) {
    long start = clock.nanos();
    JsonObject document = document(item);
    loadNanos += clock.nanos() - start;
    return load(item, document);
  }

  /** Makes the item on which a cursor stands the one that rows are made of. */
  JsonObject load(ItemCursor cursor) {
    JsonObject made = cursor.document();
    return made == null ? load(cursor.item()) : load(cursor.item(), made);
  }

  private JsonObject load(StoredItem item, JsonObject document) {
    stored = item;
    current.set(document);
    return document;
  }

  /** Notes that an item was read that no page before has been charged for. */
  void onRead(int jsonBytes, Ledger ledger, Parcel parcel) {
    retrievedCount++;
    retrievedBytes += jsonBytes;
    ledger.charge(parcel, Ledger.Work.READ, meter -> meter.itemRead(jsonBytes));
    ledger.charge(parcel, Ledger.Work.INDEX, meter -> meter.indexEntries(access.entriesPerItem()));
    indexEntries += access.entriesPerItem();
  }

  /** Notes what was read in the index to find out where the items are. */
  void onSearch(long seeks, long entries, long nanos, Ledger ledger, Parcel parcel) {
    ledger.charge(parcel, Ledger.Work.INDEX, meter -> meter.indexSeeks(seeks));
    ledger.charge(parcel, Ledger.Work.INDEX, meter -> meter.indexEntries(entries));
    indexEntries += entries;
    indexNanos += nanos;
  }

  /** Notes that an item gave rows. */
  void onMatch() {
    matchedCount++;
  }

  /** A value as it goes to the client. */
  QueryResult result(JsonValue value) {
    long start = clock.nanos();
    QueryResult result = new QueryResult(JsonWriter.bytes(value));
    writeNanos += clock.nanos() - start;
    return result;
  }

  /** The current item as it goes to the client, in the words in which it is stored. */
  QueryResult itemResult() {
    return new QueryResult(Objects.requireNonNull(stored).json());
  }

  QueryMetrics metrics(Page page, long totalNanos, long compileNanos) {
    return new QueryMetrics(
        totalNanos,
        compileNanos,
        indexNanos,
        loadNanos,
        writeNanos,
        indexEntries,
        retrievedCount,
        retrievedBytes,
        matchedCount,
        page.size(),
        page.bytes());
  }

  long retrievedCount() {
    return retrievedCount;
  }
}
