package dev.partita.execution.run;

import dev.partita.base.hash.Murmur3.Hash128;
import dev.partita.document.StoredItem;
import dev.partita.execution.access.ItemCursor;
import dev.partita.execution.page.Bookmark;
import dev.partita.execution.page.CarriedState;
import dev.partita.execution.page.Digest;
import dev.partita.execution.page.QueryResult;
import dev.partita.execution.page.ReadSummary;
import dev.partita.execution.plan.ScanFragment;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonValue;
import dev.partita.query.evaluate.Row;
import dev.partita.query.reference.Clauses;
import dev.partita.query.reference.RowCursor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A page of results that are given as rows come, in the order of the items' keys. If one page holds
 * them all they are put in the order in which the items of each partition were created, which is
 * what people expect who ask for a few items without saying in which order.
 *
 * <p>An item is charged when its first row is used or when it is done, so one that is only looked
 * at to see whether there is another page is charged to that page. With DISTINCT, what the pages
 * before have given is found out by reading again, without charge, unless they have left it.
 */
public final class StreamRun implements Run {

  private static final int[] DONE = {};
  private static final int MOVES_BETWEEN_CHECKS = 32;
  private static final int ITEMS_PER_RESULT = 8;

  private final PageContext context;
  private final Clauses clauses;
  private final Row row;
  private final Bookmark.@Nullable AtItem from;
  private final @Nullable Set<Hash128> seen;

  /** Behind the last item that is done, unless some were passed over after it. */
  private Bookmark.@Nullable AtItem done;

  /** The items that were passed over after that; their last key is looked up if it is needed. */
  private @Nullable ReadSummary passedOver;

  private int partitionsEntered;
  private int lastPartition = -1;

  /** Where each result on the page comes from. */
  private final List<Origin> origins = new ArrayList<>();

  /**
   * @param partition as far as it lies from the first that is asked
   * @param item grows with each item that is created in a partition
   */
  private record Origin(int partition, long item) implements Comparable<Origin> {
    @Override
    public int compareTo(Origin other) {
      int byPartition = Integer.compare(partition, other.partition);
      return byPartition != 0 ? byPartition : Long.compareUnsigned(item, other.item);
    }
  }

  /** Where the page ended, if not at the end of everything. */
  private @Nullable Bookmark end;

  StreamRun(PageContext context, Bookmark.@Nullable AtItem from) {
    this.context = context;
    context.watch.canStop();
    this.clauses = context.query.clauses();
    this.row = context.query.compiled().newRow(context.loader.current(), context.execution);
    this.from = from;
    this.done = from;
    this.seen = clauses.distinct() ? seenBefore() : null;
  }

  @Override
  public List<JsonObject> operators() {
    return clauses.distinct() ? List.of(Operators.named("Distinct")) : List.of();
  }

  @Override
  public @Nullable Bookmark fill() {
    Bookmark stoppedAt = readAll();
    if (stoppedAt == null && from == null && seen == null) {
      context.page.sort(origins, Comparator.naturalOrder());
    }
    return stoppedAt;
  }

  private @Nullable Bookmark readAll() {
    if (context.left() == 0) {
      context.openAll();
      return null;
    }
    if (seen != null && from != null && !(context.carried instanceof SeenResults)) {
      replay(from);
    }
    for (ScanFragment fragment : context.fragments) {
      if (from != null && fragment.isBefore(from.key())) {
        continue;
      }
      if (!enter(fragment) || !read(fragment)) {
        return end;
      }
      byte[] fragmentEnd = fragment.records().end();
      if (fragmentEnd != null) {
        isDoneWith(fragmentEnd);
      }
    }
    return null;
  }

  /** Asks for admission; false if the page has to end before the fragment. */
  private boolean enter(ScanFragment fragment) {
    if (fragment.owner().number() != lastPartition) {
      lastPartition = fragment.owner().number();
      partitionsEntered++;
    }
    if (context.admits(fragment)) {
      return true;
    }
    end = done();
    return false;
  }

  /** Behind the last item that is done, also if it was passed over; null if there is none yet. */
  private Bookmark.@Nullable AtItem done() {
    if (passedOver != null) {
      isDoneWith(context.loader.lastKey(passedOver.within()));
    }
    return done;
  }

  private void isDoneWith(byte[] key) {
    done = new Bookmark.AtItem(key, DONE);
    passedOver = null;
  }

  /** Reads a fragment to its end; false if the page ended before. */
  private boolean read(ScanFragment fragment) {
    byte[] after = from == null || fragment.isBehind(from.key()) ? null : from.key();
    if (after != null && from != null && !from.isDone()) {
      StoredItem item = context.loader.find(after);
      if (item != null) {
        context.loader.load(item);
        if (!visit(fragment, after, item, from.loops())) {
          return false;
        }
      }
    }
    try (ItemCursor scan =
        context.loader.openAhead(fragment, after, context::filter, this::givesLittle)) {
      while (scan.next()) {
        ReadSummary items = scan.passedOver();
        if (items == null) {
          context.watch.onEntry();
        } else {
          context.watch.onItems(items, false);
          context.open(fragment, from);
          context.loader.onRead(items, context.ledger, fragment);
          passedOver = items;
          if (context.watch.pageTimeIsUp()) {
            end = done();
            return false;
          }
          continue;
        }
        context.loader.load(scan);
        if (!visit(fragment, scan.key(), scan.item(), null)) {
          return false;
        }
      }
    }
    context.open(fragment, from);
    return true;
  }

  /**
   * Gives the results of an item; false if the page ended.
   *
   * @param loops where the page before left the item, which it was charged for; null if it did not
   *     get there
   */
  private boolean visit(
      ScanFragment fragment, byte[] key, StoredItem item, int @Nullable [] loops) {
    RowCursor rows = clauses.rows(row);
    boolean charged = loops != null;
    boolean matched = loops != null;
    if (loops != null) {
      context.open(fragment, from);
      rows.resume(loops);
    }
    int movesLeft = MOVES_BETWEEN_CHECKS;
    for (RowCursor.Move move = context.start(rows, item);
        move != RowCursor.Move.END;
        move = rows.move()) {
      if (move == RowCursor.Move.ROW) {
        JsonValue value = clauses.selection().result(row);
        if (!value.isUndefined() && isNew(value)) {
          QueryResult result = context.toSkip() > 0 ? null : context.result(value);
          if (result != null && !context.page.fits(result)) {
            forget(value);
            end = charged ? new Bookmark.AtItem(key, before(rows.place())) : done();
            return false;
          }
          charged = charge(charged, fragment, item.jsonBytes());
          if (!matched) {
            matched = true;
            context.loader.onMatch();
          }
          if (result == null) {
            context.skips();
          } else {
            context.give(result, fragment);
            origins.add(new Origin(partitionsEntered, item.item()));
          }
          if (context.left() == 0) {
            return false;
          }
        }
      }
      if (--movesLeft == 0 || context.watch.timeWasUp()) {
        movesLeft = MOVES_BETWEEN_CHECKS;
        if (context.watch.pageTimeIsUp()) {
          charge(charged, fragment, item.jsonBytes());
          end = new Bookmark.AtItem(key, rows.place());
          return false;
        }
      }
    }
    charge(charged, fragment, item.jsonBytes());
    isDoneWith(key);
    if (context.watch.pageTimeIsUp()) {
      end = done;
      return false;
    }
    return true;
  }

  /** Whether the page is far from its end still: most items have no results. */
  private boolean givesLittle() {
    return context.page.size() < context.loader.retrievedCount() / ITEMS_PER_RESULT;
  }

  private boolean charge(boolean charged, ScanFragment fragment, int jsonBytes) {
    if (!charged) {
      context.open(fragment, from);
      context.loader.onRead(jsonBytes, context.ledger, fragment);
    }
    return true;
  }

  private boolean isNew(JsonValue value) {
    if (seen == null) {
      return true;
    }
    boolean added = seen.add(Digest.of(value));
    if (added) {
      context.watch.onKept(1);
    }
    return added;
  }

  private Set<Hash128> seenBefore() {
    if (context.carried instanceof SeenResults before) {
      context.watch.onKept(before.count());
      return before.digests();
    }
    return new HashSet<>();
  }

  private void forget(JsonValue value) {
    if (seen != null) {
      seen.remove(Digest.of(value));
    }
  }

  @Override
  public @Nullable CarriedState carriedOver() {
    return seen == null ? null : new SeenResults(seen);
  }

  /** The place of loops before they gave the row that they stand on. */
  private static int[] before(int[] loops) {
    int[] before = loops.clone();
    before[before.length - 1]--;
    return before;
  }

  /** Takes note of all results up to a place. */
  private void replay(Bookmark.AtItem until) {
    for (ScanFragment fragment : context.fragments) {
      if (fragment.isBehind(until.key())) {
        return;
      }
      try (ItemCursor scan = context.loader.open(fragment, null)) {
        while (scan.next()) {
          int order = Arrays.compareUnsigned(scan.key(), until.key());
          if (order > 0) {
            return;
          }
          context.watch.onItemAgain();
          replay(scan.item(), order == 0 && !until.isDone() ? until.loops() : null);
        }
      }
    }
  }

  private void replay(StoredItem item, int @Nullable [] until) {
    context.loader.load(item);
    RowCursor rows = clauses.rows(row);
    while (rows.next()) {
      if (until != null && Arrays.compare(rows.place(), until) > 0) {
        return;
      }
      JsonValue value = clauses.selection().result(row);
      if (!value.isUndefined()) {
        isNew(value);
      }
    }
  }
}
