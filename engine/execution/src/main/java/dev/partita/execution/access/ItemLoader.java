package dev.partita.execution.access;

import dev.partita.base.bytes.KeyRange;
import dev.partita.base.time.Clock;
import dev.partita.document.IndexedSnapshot;
import dev.partita.document.ItemScan;
import dev.partita.document.Items;
import dev.partita.document.StoredItem;
import dev.partita.execution.page.Ledger;
import dev.partita.execution.page.Page;
import dev.partita.execution.page.QueryMetrics;
import dev.partita.execution.page.QueryResult;
import dev.partita.execution.page.ReadSummary;
import dev.partita.execution.parallel.ScanThreads;
import dev.partita.execution.plan.ScanFragment;
import dev.partita.index.IndexReader;
import dev.partita.index.Indexes;
import dev.partita.json.JsonExcerpt;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonValue;
import dev.partita.json.JsonWriter;
import dev.partita.partition.LogicalKey;
import dev.partita.partition.RecordCursor;
import dev.partita.partition.RecordKey;
import dev.partita.partition.SegmentReader;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Loads items and index entries of one snapshot for one page, parses documents, writes results, and
 * counts what was read and written. On one thread.
 */
public final class ItemLoader {

  /** The one item that the rows of a query are made of at the moment. */
  public static final class CurrentItem implements Iterable<JsonObject> {
    private @Nullable JsonObject document;

    public void set(JsonObject next) {
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

  /** How long a result may be; stored items are much shorter. */
  private static final int MAX_RESULT_BYTES = 64 << 20;

  private final Items items;
  private final IndexedSnapshot now;
  private final ScanThreads threads;
  private final Clock clock;
  private final CurrentItem current = new CurrentItem();
  private ItemAccess access = new ItemAccess.Scan();
  private @Nullable StoredItem stored;
  private @Nullable JsonExcerpt excerpt;
  private @Nullable JsonExcerpt filterExcerpt;

  /** Reads items one after the other on the page's own thread, if there is an excerpt. */
  private JsonExcerpt.@Nullable Reader reader;

  private boolean unread;
  private long loadNanos;
  private long writeNanos;
  private long retrievedCount;
  private long retrievedBytes;
  private long matchedCount;
  private long indexEntries;
  private long indexNanos;

  public ItemLoader(Items items, IndexedSnapshot now, ScanThreads threads, Clock clock) {
    this.threads = threads;
    this.items = items;
    this.now = now;
    this.clock = clock;
  }

  public CurrentItem current() {
    return current;
  }

  /** Decides how items are found from now on. */
  public void use(ItemAccess found) {
    access = found;
  }

  /**
   * Has only some properties of items read from now on.
   *
   * @param filtered those that tell whether an item has rows
   */
  public void needOnly(Set<String> properties, Set<String> filtered) {
    excerpt = excerpt(properties);
    reader = excerpt.reader();
    filterExcerpt = filtered.size() < properties.size() ? excerpt(filtered) : null;
  }

  private JsonExcerpt excerpt(Set<String> properties) {
    return new JsonExcerpt(properties, items.scanFailures()::add);
  }

  /** Parses items lazily where the whole item is needed. */
  public void leaveUnread() {
    unread = true;
  }

  public ItemAccess access() {
    return access;
  }

  public Items items() {
    return items;
  }

  SegmentReader snapshot() {
    return now.snapshot();
  }

  /** What of the index is complete in the snapshot that the page is read from. */
  public Indexes indexes() {
    return now.indexes();
  }

  /** The index as it is in that snapshot. */
  public IndexReader index() {
    return now.index();
  }

  public ScanThreads threads() {
    return threads;
  }

  /** Makes a document that is not stored the one that rows are made of. */
  public void pretend(JsonObject document) {
    current.set(document);
  }

  /** The items of a fragment that have to be read, from the beginning or behind a key. */
  public ItemCursor open(ScanFragment fragment, byte @Nullable [] after) {
    return access.open(items, now, fragment, after);
  }

  /**
   * The same items of a fragment, with the help of other threads.
   *
   * @param filters makes a filter for one thread, which lets through at least what the query does
   * @param pays whether more items will be wanted, as far as one can tell by now
   */
  public ItemCursor openAhead(
      ScanFragment fragment,
      byte @Nullable [] after,
      Supplier<RowFilter> filters,
      BooleanSupplier pays) {
    if (threads.count() == 1) {
      return open(fragment, after);
    }
    return isLongScan(fragment)
        ? new MorselScan(this, fragment, after, filters, pays)
        : new DocumentReadAhead(open(fragment, after), this::document, pays);
  }

  /** Whether there are so many items to be read in a row that other threads can help. */
  public boolean isLongScan(ScanFragment fragment) {
    return threads.count() > 1
        && access instanceof ItemAccess.Scan
        && fragment.logical() == null
        && recordCount(fragment) >= MANY_ITEMS;
  }

  /** The items of some positions. On any thread. */
  public ItemScan scan(KeyRange positions, byte @Nullable [] after) {
    return items.reader().scan(now.snapshot(), records(positions), after);
  }

  /** The keys of records in some positions. */
  KeyRange records(KeyRange positions) {
    return RecordKey.range(positions);
  }

  /** The last key of a range that has one. */
  public byte[] lastKey(KeyRange records) {
    try (RecordCursor cursor = now.snapshot().scan(records)) {
      cursor.last();
      return cursor.key();
    }
  }

  /** What makes the documents of a scan's items, as the query needs them, on one thread. */
  public Function<ItemScan, JsonObject> documents() {
    return excerpt == null ? scan -> whole(scan.item()) : documents(excerpt);
  }

  /** The same for a look at whether items have rows, if that takes less; null if not. */
  @Nullable Function<ItemScan, JsonObject> filterDocuments() {
    return filterExcerpt == null ? null : documents(filterExcerpt);
  }

  private static Function<ItemScan, JsonObject> documents(JsonExcerpt excerpt) {
    JsonExcerpt.Reader reader = excerpt.reader();
    return scan -> scan.excerpt(reader);
  }

  /** How many items there are in a fragment or, if that is not known, in all of its partition. */
  public long recordCount(ScanFragment fragment) {
    LogicalKey logical = fragment.logical();
    if (logical == null) {
      return fragment.owner().partition().state().recordCount();
    }
    return snapshot().size(logical).recordCount();
  }

  /** All items of a fragment. */
  public ItemScan scan(ScanFragment fragment) {
    return fragment.scan(items, now.snapshot(), null);
  }

  /** The items under the keys of records, read at one go. */
  public List<@Nullable StoredItem> findAll(List<byte[]> keys) {
    return items.reader().findAll(now.snapshot(), keys);
  }

  public @Nullable StoredItem find(byte[] key) {
    return items.reader().find(now.snapshot(), key);
  }

  /** What the query needs of an item. On any thread. */
  public JsonObject document(StoredItem item) {
    return excerpt == null
        ? whole(item)
        : excerpt.read(item.backing(), item.jsonOffset(), item.jsonBytes());
  }

  private JsonObject whole(StoredItem item) {
    return unread ? item.unread() : item.document();
  }

  /** Makes an item the one that rows are made of. */
  public JsonObject load(StoredItem item) {
    long start = clock.nanos();
    JsonObject document =
        reader == null
            ? whole(item)
            : reader.read(item.backing(), item.jsonOffset(), item.jsonBytes());
    loadNanos += clock.nanos() - start;
    return load(item, document);
  }

  /** Makes the item on which a cursor stands the one that rows are made of. */
  public JsonObject load(ItemCursor cursor) {
    JsonObject made = cursor.document();
    return made == null ? load(cursor.item()) : load(cursor.item(), made);
  }

  private JsonObject load(StoredItem item, JsonObject document) {
    stored = item;
    current.set(document);
    return document;
  }

  /** Notes that an item was read that no page before has been charged for. */
  public void onRead(int jsonBytes, Ledger ledger, ScanFragment fragment) {
    retrievedCount++;
    retrievedBytes += jsonBytes;
    ledger.charge(fragment, Ledger.Work.READ, meter -> meter.itemRead(jsonBytes));
    ledger.charge(
        fragment, Ledger.Work.INDEX, meter -> meter.indexEntries(access.entriesPerItem()));
    indexEntries += access.entriesPerItem();
  }

  /** Notes the same of items that were read in a row, without an index. */
  public void onRead(ReadSummary items, Ledger ledger, ScanFragment fragment) {
    retrievedCount += items.count();
    retrievedBytes += items.jsonBytes();
    ledger.charge(
        fragment, Ledger.Work.READ, meter -> meter.itemsRead(items.count(), items.charge()));
  }

  /** Notes what was read in the index to find out where the items are. */
  public void onSearch(long seeks, long entries, long nanos, Ledger ledger, ScanFragment fragment) {
    ledger.charge(fragment, Ledger.Work.INDEX, meter -> meter.indexSeeks(seeks));
    ledger.charge(fragment, Ledger.Work.INDEX, meter -> meter.indexEntries(entries));
    indexEntries += entries;
    indexNanos += nanos;
  }

  /** Notes that the index told of an item all that was to be known. */
  public void onFound(Ledger ledger, ScanFragment fragment) {
    matchedCount++;
    int entries = access.entriesPerItem();
    if (entries > 0) {
      ledger.charge(fragment, Ledger.Work.INDEX, meter -> meter.indexEntries(entries));
      indexEntries += entries;
    }
  }

  /** Notes that an item gave rows. */
  public void onMatch() {
    matchedCount++;
  }

  /** Notes the same of several. */
  public void onMatches(int count) {
    matchedCount += count;
  }

  /** A value as it goes to the client. */
  public QueryResult result(JsonValue value) {
    long start = clock.nanos();
    QueryResult result = new QueryResult(JsonWriter.bytes(value, MAX_RESULT_BYTES));
    writeNanos += clock.nanos() - start;
    return result;
  }

  /** The current item as it goes to the client, in the words in which it is stored. */
  public QueryResult itemResult() {
    return new QueryResult(Objects.requireNonNull(stored).json());
  }

  /** The current item as a result of a selection. */
  public QueryResult selected() {
    StoredItem item = Objects.requireNonNull(stored);
    return new QueryResult(item.json(), item);
  }

  public QueryMetrics metrics(Page page, long totalNanos, long compileNanos, long planNanos) {
    return new QueryMetrics(
        totalNanos,
        compileNanos,
        planNanos,
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

  public long retrievedCount() {
    return retrievedCount;
  }
}
