package dev.partita.execution.run;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.hash.Murmur3.Hash128;
import dev.partita.execution.access.ItemCursor;
import dev.partita.execution.page.Bookmark;
import dev.partita.execution.page.Digest;
import dev.partita.execution.page.QueryResult;
import dev.partita.execution.plan.Ordering;
import dev.partita.execution.plan.ScanFragment;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonValue;
import dev.partita.query.evaluate.Row;
import dev.partita.query.reference.Clauses;
import dev.partita.query.reference.RowCursor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * A page of results in an order that has to be made: all rows are read, and of those behind the
 * last page the first are kept, as many as fit on this one. The first page is charged for reading
 * the items; later ones, which read them again, only for what they give.
 */
public final class OrderedRun implements Run {

  /** A row that may be on the page. The key is what rows that are equal are ordered by. */
  private record Candidate(
      JsonValue[] sortKeys, byte[] key, int[] loops, QueryResult result, ScanFragment fragment) {

    long sizeBytes() {
      return PageContext.sizeBytes(result, sortKeys, key);
    }

    Bookmark.AfterRow place(long order) {
      return new Bookmark.AfterRow(order, Arrays.asList(sortKeys), key, loops);
    }
  }

  private final PageContext context;
  private final Ordering ordering;
  private final Clauses clauses;
  private final Row row;
  private final Bookmark.@Nullable AfterRow from;
  private final Comparator<JsonValue[]> keyOrder;
  private final Comparator<Candidate> order;

  /** The best rows, the worst of them on top. */
  private final PriorityQueue<Candidate> best;

  /** With DISTINCT, the first row of every value. */
  private final Map<Hash128, Candidate> firsts = new HashMap<>();

  private final long capacity;
  private long keptBytes;
  private boolean overflowed;

  OrderedRun(PageContext context, Ordering ordering, Bookmark.@Nullable AfterRow from) {
    this.context = context;
    this.ordering = ordering;
    this.clauses = context.query.clauses();
    this.row = context.query.compiled().newRow(context.loader.current(), context.execution);
    this.from = from;
    this.keyOrder = ordering.comparator();
    this.order =
        (left, right) ->
            compare(left.sortKeys, left.key, left.loops, right.sortKeys, right.key, right.loops);
    this.best = new PriorityQueue<>(order.reversed());
    long wanted = Math.min(context.left(), context.page.maxItems());
    this.capacity = wanted == 0 ? 0 : context.toSkip() + wanted;
  }

  @Override
  public List<JsonObject> operators() {
    return List.of(Operators.named("Sort"));
  }

  @Override
  public @Nullable Bookmark fill() {
    context.openAll();
    if (capacity == 0) {
      return null;
    }
    for (ScanFragment fragment : context.fragments) {
      try (ItemCursor scan =
          context.loader.openAhead(fragment, null, context::filter, () -> true)) {
        while (scan.next()) {
          if (!context.passesOver(scan, fragment) && context.accepts(scan.item())) {
            visit(fragment, scan.key(), context.loader.load(scan));
          }
        }
      }
    }
    return clauses.distinct() ? give(sorted(firsts.values())) : give(sorted(best));
  }

  private void visit(ScanFragment fragment, byte[] key, JsonObject document) {
    byte[] tie = ordering.tie(key, document);
    RowCursor rows = clauses.rows(row);
    boolean matched = false;
    while (rows.next()) {
      if (!matched && context.isFirstPage()) {
        matched = true;
        context.loader.onMatch();
      }
      JsonValue[] sortKeys = ordering.values(row, document);
      int[] loops = rows.place();
      if (clauses.distinct()) {
        keepFirst(fragment, sortKeys, tie, loops);
      } else if (isWanted(sortKeys, tie, loops)) {
        keep(fragment, sortKeys, tie, loops);
      }
    }
  }

  private boolean isWanted(JsonValue[] sortKeys, byte[] key, int[] loops) {
    if (from != null && compare(sortKeys, key, loops, from) <= 0) {
      return false;
    }
    if (best.size() < capacity) {
      return true;
    }
    Candidate worst = best.element();
    if (compare(sortKeys, key, loops, worst.sortKeys, worst.key, worst.loops) < 0) {
      return true;
    }
    // A row without a result does not call for another page.
    overflowed = overflowed || !clauses.selection().result(row).isUndefined();
    return false;
  }

  private void keep(ScanFragment fragment, JsonValue[] sortKeys, byte[] key, int[] loops) {
    JsonValue value = clauses.selection().result(row);
    if (value.isUndefined()) {
      return;
    }
    Candidate candidate = new Candidate(sortKeys, key, loops, context.result(value), fragment);
    row.work(Integer.SIZE - Integer.numberOfLeadingZeros(best.size()));
    best.add(candidate);
    keptBytes += candidate.sizeBytes();
    while (best.size() > capacity || isBeyondPage()) {
      overflowed = true;
      keptBytes -= best.remove().sizeBytes();
    }
    if (keptBytes > context.limits.keptBytes()) {
      context.watch.onKeptBytes(keptBytes);
    }
  }

  /** Whether the rows before the worst one fill a page on their own. */
  private boolean isBeyondPage() {
    return context.toSkip() == 0
        && best.size() > 1
        && keptBytes - best.element().sizeBytes() >= 4L * context.page.maxBytes();
  }

  private void keepFirst(ScanFragment fragment, JsonValue[] sortKeys, byte[] key, int[] loops) {
    JsonValue value = clauses.selection().result(row);
    if (value.isUndefined()) {
      return;
    }
    Hash128 digest = Digest.of(value);
    Candidate known = firsts.get(digest);
    if (known == null
        || compare(sortKeys, key, loops, known.sortKeys, known.key, known.loops) < 0) {
      Candidate first = new Candidate(sortKeys, key, loops, context.result(value), fragment);
      firsts.put(digest, first);
      if (known == null) {
        context.watch.onKeptBytes(first.sizeBytes());
      }
    }
  }

  private List<Candidate> sorted(Iterable<Candidate> candidates) {
    List<Candidate> sorted = new ArrayList<>();
    for (Candidate each : candidates) {
      if (from == null || compare(each.sortKeys, each.key, each.loops, from) > 0) {
        sorted.add(each);
      }
    }
    sorted.sort(order);
    return sorted;
  }

  private @Nullable Bookmark give(List<Candidate> sorted) {
    Bookmark last = from;
    for (Candidate candidate : sorted) {
      if (!context.skips()) {
        if (!context.page.fits(candidate.result)) {
          return last;
        }
        context.give(candidate.result, candidate.fragment);
      }
      last = candidate.place(ordering.id());
      if (context.left() == 0) {
        return null;
      }
    }
    return overflowed ? last : null;
  }

  private int compare(JsonValue[] sortKeys, byte[] key, int[] loops, Bookmark.AfterRow place) {
    return compare(
        sortKeys,
        key,
        loops,
        place.sortKeys().toArray(JsonValue[]::new),
        place.key(),
        place.loops());
  }

  private int compare(
      JsonValue[] keys, byte[] key, int[] loops, JsonValue[] others, byte[] other, int[] places) {
    int byKeys = keyOrder.compare(keys, others);
    if (byKeys != 0) {
      return byKeys;
    }
    int byItem = Bytes.ORDER.compare(key, other);
    return byItem != 0 ? byItem : Arrays.compare(loops, places);
  }
}
