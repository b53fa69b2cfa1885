package dev.partita.execution.run;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.document.StoredItem;
import dev.partita.execution.access.ItemCursor;
import dev.partita.execution.access.ItemLoader;
import dev.partita.execution.access.RowFilter;
import dev.partita.execution.page.Bookmark;
import dev.partita.execution.page.CarriedState;
import dev.partita.execution.page.Ledger;
import dev.partita.execution.page.Page;
import dev.partita.execution.page.PageWatch;
import dev.partita.execution.page.QueryResult;
import dev.partita.execution.page.QueryToken;
import dev.partita.execution.page.ReadSummary;
import dev.partita.execution.plan.ItemSelection;
import dev.partita.execution.plan.PreparedQuery;
import dev.partita.execution.plan.QueryLimits;
import dev.partita.execution.plan.ScanFragment;
import dev.partita.json.JsonValue;
import dev.partita.query.evaluate.Execution;
import dev.partita.query.evaluate.Row;
import dev.partita.query.reference.RowCursor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the parts of a run share: the query, its bookmark, the items and the counters. For one page,
 * on one thread.
 */
public final class PageContext {

  final PreparedQuery query;
  final List<ScanFragment> fragments;
  final ItemLoader loader;
  final Ledger ledger;
  final Page page;
  final PageWatch watch;
  final Execution execution;
  final QueryLimits limits;

  /** Where the page before ended; null on the first page. */
  final @Nullable Bookmark from;

  /** What the page before has left; null if that is nothing, or not there any more. */
  final @Nullable CarriedState carried;

  /** The items that the pages before were charged for. */
  final long readBefore;

  /** The results that the pages before had. */
  final long givenBefore;

  private final boolean givesItems;
  private long toSkip;
  private long left;

  public PageContext(
      PreparedQuery query,
      @Nullable QueryToken token,
      @Nullable CarriedState carried,
      List<ScanFragment> fragments,
      ItemLoader loader,
      Ledger ledger,
      Page page,
      PageWatch watch,
      Execution execution,
      QueryLimits limits) {
    this.query = query;
    this.givesItems = query.itemByItem() && !query.isGrouped() && query.shape().givesItems();
    this.fragments = fragments;
    this.loader = loader;
    this.ledger = ledger;
    this.page = page;
    this.watch = watch;
    this.execution = execution;
    this.limits = limits;
    this.from = token == null ? null : token.bookmark();
    this.carried = carried;
    this.readBefore = token == null ? 0 : token.read();
    this.givenBefore = token == null ? 0 : token.given();
    this.toSkip = token == null ? query.clauses().window().offset() : token.toSkip();
    this.left = token == null ? query.clauses().window().limit() : token.left();
  }

  boolean isFirstPage() {
    return from == null;
  }

  /**
   * Whether the items that this page reads are charged to it, as far as it must read all: those of
   * the first page and of one that goes on where that had no more time.
   */
  boolean chargesItems() {
    return from == null || from instanceof Bookmark.Unfinished;
  }

  /** How many results OFFSET still passes over. */
  long toSkip() {
    return toSkip;
  }

  /** Passes over what the pages before gave and passed over, if the place does not say where. */
  void skipGiven() {
    toSkip = query.clauses().window().offset() + givenBefore;
  }

  /** How many results are wanted still. */
  long left() {
    return left;
  }

  /** How many items the page can use at most, if each has one row; one at least. */
  long wanted() {
    long room = Math.max(1, page.maxItems() - page.size());
    return Math.max(1, toSkip < room ? Math.min(left, room - toSkip) + toSkip : room);
  }

  /** A filter of documents for one thread, any of whose number may run at once. */
  RowFilter filter() {
    PageWatch beside = watch.beside();
    if (!query.shape().isRepeatable() || query.selection() != null) {
      return new RowFilter(_ -> true, beside);
    }
    ItemLoader.CurrentItem current = new ItemLoader.CurrentItem();
    Row row = rowBeside(current, beside);
    boolean rowsAreItems = query.clauses().rowsAreItems();
    return new RowFilter(
        document -> {
          current.set(document);
          return rowsAreItems
              ? query.clauses().passes(document, row)
              : query.clauses().rows(row).next();
        },
        beside);
  }

  /** A row over some item, for another thread. */
  Row rowBeside(ItemLoader.CurrentItem current, PageWatch beside) {
    return query.compiled().newRow(current, execution.withLimits(beside));
  }

  /**
   * Notes that the items on which a cursor stands were read, for a page that reads all and the
   * first of which is charged; tells whether they are passed over.
   */
  boolean passesOver(ItemCursor scan, ScanFragment fragment) {
    ReadSummary items = scan.passedOver();
    if (items != null) {
      watch.onItems(items, !chargesItems());
    } else if (chargesItems()) {
      watch.onEntry();
    } else {
      watch.onItemAgain();
    }
    if (chargesItems()) {
      if (items == null) {
        loader.onRead(scan.item().jsonBytes(), ledger, fragment);
      } else {
        loader.onRead(items, ledger, fragment);
      }
    }
    return items != null;
  }

  /** The first step to the rows of an item; none if a selection does not accept the item. */
  RowCursor.Move start(RowCursor rows, StoredItem item) {
    return accepts(item) ? rows.move() : RowCursor.Move.END;
  }

  /** Whether the filter of another language than SQL accepts an item; true if there is none. */
  boolean accepts(StoredItem item) {
    ItemSelection selection = query.selection();
    return selection == null || selection.accepts().test(item);
  }

  /** Passes over a result if OFFSET says so. */
  boolean skips() {
    if (toSkip == 0) {
      return false;
    }
    toSkip--;
    return true;
  }

  /** What SELECT has made of a row of the current item, as it goes to the client. */
  QueryResult result(JsonValue value) {
    if (query.selection() != null) {
      return loader.selected();
    }
    return givesItems ? loader.itemResult() : loader.result(value);
  }

  /** Puts a result that fits on the page, at the cost of a fragment's partition. */
  void give(QueryResult result, ScanFragment fragment) {
    page.add(result);
    ledger.charge(fragment, Ledger.Work.OUTPUT, meter -> meter.output(result.json().length));
    left--;
  }

  /** Asks a partition for admission; false if a page that has begun must end before it. */
  boolean admits(ScanFragment fragment) {
    if (ledger.isOpen(fragment)) {
      return true;
    }
    try {
      ledger.admit(fragment);
    } catch (DatabaseException e) {
      if (!isThrottled(e) || ledger.isEmpty()) {
        throw e;
      }
      return false;
    }
    return true;
  }

  /**
   * Begins to charge a fragment's partition, for pages in the order of keys: with the price of a
   * query if no page before had work there.
   *
   * @param behind where the page begins; null for the beginning
   */
  void open(ScanFragment fragment, Bookmark.@Nullable AtItem behind) {
    if (!ledger.isOpen(fragment)) {
      boolean first =
          behind == null
              || fragments.stream()
                  .filter(each -> each.owner().number() == fragment.owner().number())
                  .allMatch(each -> each.isBehind(behind.key()));
      ledger.open(fragment, first);
    }
  }

  /** Asks all partitions for admission and opens their accounts, for a page that reads all. */
  void openAll() {
    fragments.forEach(ledger::admit);
    fragments.forEach(fragment -> ledger.open(fragment, isFirstPage()));
  }

  public QueryToken token(Bookmark bookmark) {
    return new QueryToken(
        query.fingerprint(),
        toSkip,
        left,
        givenBefore + page.size(),
        readBefore + loader.retrievedCount(),
        bookmark);
  }

  private static boolean isThrottled(DatabaseException e) {
    return e.code() == ErrorCode.THROTTLED;
  }

  /** About how many bytes a value takes in memory, given its JSON. */
  static long sizeBytes(QueryResult result, JsonValue[] keys, byte[] key) {
    return 3L * result.json().length + 64L * keys.length + key.length + 128;
  }
}
