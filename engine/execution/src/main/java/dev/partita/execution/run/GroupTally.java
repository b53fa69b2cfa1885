package dev.partita.execution.run;

import dev.partita.base.bytes.KeyRange;
import dev.partita.base.error.DatabaseException;
import dev.partita.document.ItemScan;
import dev.partita.execution.access.ItemLoader;
import dev.partita.execution.access.Morsels;
import dev.partita.execution.page.PageWatch;
import dev.partita.execution.page.ReadSummary;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonValue;
import dev.partita.query.compile.ExpressionCompiler.AggregateCall;
import dev.partita.query.evaluate.Row;
import dev.partita.query.function.Aggregate.Accumulator;
import dev.partita.query.reference.Clauses;
import dev.partita.query.reference.SortKey;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Puts the rows of items into groups, beside the thread that makes the page, which adds them to the
 * groups of the items before. For queries whose rows are items. On one thread at a time.
 */
public final class GroupTally implements Morsels.Worker<GroupTally.Tally> {

  /**
   * What the rows of some items add to a group.
   *
   * @param sources of its first row, as are the sort keys
   * @param itemBytes the size of its first item
   */
  record Part(JsonValue[] sources, JsonValue[] sortKeys, int itemBytes, Accumulator[] state) {}

  /**
   * The groups of some items, in the order of their first rows.
   *
   * @param matched how many items gave rows
   * @param failure what ended the work at the last of the items, if anything did
   */
  record Tally(
      Map<GroupKey, Part> parts,
      ReadSummary items,
      int matched,
      @Nullable DatabaseException failure) {}

  private final Clauses clauses;
  private final AggregateCall[] aggregates;
  private final PageWatch watch;
  private final Row row;
  private final ItemLoader.CurrentItem current;
  private final Function<Row, @Nullable GroupKey> keys;
  private final Function<ItemScan, JsonObject> documents;
  private final ReadSummary.Counter read = new ReadSummary.Counter();
  private Map<GroupKey, Part> parts = new LinkedHashMap<>();
  private KeyRange records = KeyRange.ALL;
  private int matched;
  private @Nullable DatabaseException failure;

  /**
   * @param keys the group of a row; null if it is in none
   */
  GroupTally(PageContext context, Function<Row, @Nullable GroupKey> keys) {
    this.clauses = context.query.clauses();
    this.aggregates = clauses.aggregates().toArray(AggregateCall[]::new);
    this.current = new ItemLoader.CurrentItem();
    this.watch = context.watch.beside();
    this.row = context.rowBeside(current, watch);
    this.keys = keys;
    this.documents = context.loader.documents();
  }

  @Override
  public void start(KeyRange keyRange) {
    records = keyRange;
    matched = 0;
    failure = null;
  }

  @Override
  public boolean add(ItemScan scan) {
    JsonObject document = documents.apply(scan);
    int bytes = scan.jsonBytes();
    current.set(document);
    long before = watch.work();
    try {
      if (clauses.passes(document, row)) {
        matched++;
        addRow(bytes);
      }
      return true;
    } catch (DatabaseException e) {
      failure = e;
      return false;
    } finally {
      read.add(bytes, watch.work() - before);
    }
  }

  private void addRow(int itemBytes) {
    GroupKey key = keys.apply(row);
    if (key == null) {
      return;
    }
    row.work(1 + aggregates.length);
    Part part = parts.get(key);
    if (part == null) {
      long before = watch.work();
      part = part(itemBytes);
      watch.forgetWork(before);
      parts.put(key, part);
    }
    for (int i = 0; i < part.state.length; i++) {
      JsonValue value = aggregates[i].argument().result(row);
      if (!value.isUndefined()) {
        part.state[i].add(value);
      }
    }
  }

  private Part part(int itemBytes) {
    Accumulator[] state = new Accumulator[aggregates.length];
    Arrays.setAll(state, i -> aggregates[i].aggregate().startPart());
    return new Part(clauses.sources(row), SortKey.values(clauses.order(), row), itemBytes, state);
  }

  @Override
  public Tally finish(byte @Nullable [] before) {
    ReadSummary items = read.take(new KeyRange(records.start(), before));
    Tally tally = new Tally(parts, items, matched, failure);
    parts = new LinkedHashMap<>();
    return tally;
  }
}
