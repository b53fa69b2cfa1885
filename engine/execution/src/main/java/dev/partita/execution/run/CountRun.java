package dev.partita.execution.run;

import dev.partita.base.bytes.Bytes;
import dev.partita.document.Items;
import dev.partita.execution.access.Candidates;
import dev.partita.execution.access.FoundKeys;
import dev.partita.execution.access.RecordCount;
import dev.partita.execution.page.Bookmark;
import dev.partita.execution.plan.IndexCondition;
import dev.partita.execution.plan.ScanFragment;
import dev.partita.index.IndexCursor;
import dev.partita.index.IndexScan;
import dev.partita.index.TermRange;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonValue;
import dev.partita.query.compile.ExpressionCompiler.AggregateCall;
import dev.partita.query.evaluate.Row;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The one result of a query that only counts items, without reading any: from what partitions know
 * about their size, or from entries of the index that stand for exactly the items that are wanted.
 */
public final class CountRun implements Run {

  private final PageContext context;
  private final String counted;
  private final @Nullable JsonObject source;
  private final Counter counter;

  private CountRun(
      PageContext context, String counted, @Nullable JsonObject source, Counter counter) {
    this.context = context;
    this.counted = counted;
    this.source = source;
    this.counter = counter;
  }

  /** A way to count. */
  private interface Counter {
    long count(CountRun run);
  }

  /** Whether all that is stored is there to be found: nothing is waiting for its removal. */
  public static boolean isPossible(Items items) {
    return items.container().definition().defaultTtlSeconds().isEmpty();
  }

  /** The number of all items. */
  static CountRun ofAll(PageContext context) {
    return new CountRun(context, "Sizes", Operators.named("PartitionSizes"), CountRun::sizes);
  }

  /** The number of entries, of which an item has one at most. */
  static CountRun ofEntries(PageContext context, IndexCondition.Lookup lookup) {
    JsonObject source = Operators.indexScan(List.of(lookup.path()));
    return new CountRun(context, "Entries", source, run -> run.entries(lookup));
  }

  /** The number of items that were found. */
  static CountRun ofCandidates(PageContext context, Candidates candidates) {
    return new CountRun(context, "Candidates", null, run -> run.candidates(candidates));
  }

  @Override
  public @Nullable JsonObject source() {
    return source;
  }

  @Override
  public List<JsonObject> operators() {
    return List.of(JsonObject.builder().put("operator", "Count").put("of", counted).build());
  }

  @Override
  public @Nullable Bookmark fill() {
    context.openAll();
    JsonNumber count = JsonNumber.of(counter.count(this));
    Row row = context.query.compiled().newRow(context.loader.current(), context.execution);
    for (AggregateCall call : context.query.clauses().aggregates()) {
      row.set(call.slot(), count);
    }
    JsonValue value = context.query.clauses().selection().result(row);
    if (!value.isUndefined() && !context.skips()) {
      context.give(context.loader.result(value), context.fragments.getFirst());
    }
    return null;
  }

  private long sizes() {
    long count = 0;
    for (ScanFragment fragment : context.fragments) {
      count += size(fragment);
    }
    return count;
  }

  private long size(ScanFragment fragment) {
    RecordCount found = RecordCount.in(fragment, context.loader, context.watch);
    charge(fragment, 1, found.logicals());
    return found.items();
  }

  private long entries(IndexCondition.Lookup lookup) {
    long count = 0;
    for (TermRange range : lookup.ranges()) {
      IndexScan scan = IndexScan.of(lookup.path(), range);
      count += scan.isOneTerm() ? ofOneTerm(scan) : ofManyTerms(scan);
    }
    return count;
  }

  /** Within one term the items of a fragment are neighbours. */
  private long ofOneTerm(IndexScan scan) {
    long count = 0;
    for (ScanFragment fragment : context.fragments) {
      long found = context.loader.index().count(fragment.within(scan), context.watch::onEntry);
      charge(fragment, 1, found);
      count += found;
    }
    return count;
  }

  /** Many terms are walked over once, not once for each fragment. */
  private long ofManyTerms(IndexScan scan) {
    NavigableMap<byte[], Integer> starts = new TreeMap<>(Bytes.ORDER);
    for (int i = 0; i < context.fragments.size(); i++) {
      starts.put(context.fragments.get(i).records().start(), i);
    }
    long[] found = new long[context.fragments.size()];
    try (IndexCursor cursor =
        context.loader.index().open(ScanFragment.around(context.fragments, scan))) {
      while (cursor.next()) {
        context.watch.onEntry();
        byte[] key = cursor.itemKey();
        var floor = starts.floorEntry(key);
        if (floor != null && context.fragments.get(floor.getValue()).records().contains(key)) {
          found[floor.getValue()]++;
        }
      }
    }
    for (int i = 0; i < found.length; i++) {
      charge(context.fragments.get(i), 1, found[i]);
    }
    return Arrays.stream(found).sum();
  }

  private long candidates(Candidates candidates) {
    long count = 0;
    for (ScanFragment fragment : context.fragments) {
      long found = 0;
      try (FoundKeys keys = new FoundKeys(candidates, context.loader.index(), fragment, null)) {
        while (keys.next()) {
          context.watch.onEntry();
          found++;
        }
      }
      charge(fragment, 0, found * candidates.walks());
      count += found;
    }
    return count;
  }

  private void charge(ScanFragment fragment, long seeks, long entries) {
    context.loader.onSearch(seeks, entries, 0, context.ledger, fragment);
  }
}
