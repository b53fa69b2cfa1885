package dev.partita.execution.run;

import dev.partita.base.bytes.Bytes;
import dev.partita.document.StoredItem;
import dev.partita.execution.access.ItemAccess;
import dev.partita.execution.access.ItemCursor;
import dev.partita.execution.access.ListedItems;
import dev.partita.execution.access.OrderedKeys;
import dev.partita.execution.page.Bookmark;
import dev.partita.execution.page.Ledger;
import dev.partita.execution.page.QueryResult;
import dev.partita.execution.plan.IndexOrder;
import dev.partita.execution.plan.Ordering;
import dev.partita.execution.plan.ScanFragment;
import dev.partita.index.IndexReader;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.json.JsonUndefined;
import dev.partita.json.JsonValue;
import dev.partita.query.evaluate.Row;
import dev.partita.query.reference.Clauses;
import dev.partita.query.reference.RowCursor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A page of results in an order that an index has: rows are given as they come, and nothing is read
 * beyond the page. Its places are those of {@link OrderedRun}, so either can go on where the other
 * stopped.
 *
 * <p>Where items without a value have no entry, they are found among all candidates, before or
 * after the others.
 */
public final class IndexOrderRun implements Run {

  private static final int MOVES_BETWEEN_CHECKS = 32;

  /** Behind all rows of an item. */
  private static final int[] ITEM_DONE = {Integer.MAX_VALUE};

  private final PageContext context;
  private final Ordering ordering;
  private final IndexOrder order;
  private final Bookmark.@Nullable AfterRow from;
  private final Clauses clauses;
  private final Row row;
  private final Comparator<JsonValue[]> comparator;
  private final TreeMap<byte[], ScanFragment> fragments = new TreeMap<>(Bytes.ORDER);

  /** Behind what has been dealt with. */
  private @Nullable Bookmark done;

  private @Nullable Bookmark end;

  IndexOrderRun(
      PageContext context, Ordering ordering, IndexOrder order, Bookmark.@Nullable AfterRow from) {
    this.context = context;
    context.watch.canStop();
    this.ordering = ordering;
    this.order = order;
    this.from = from;
    this.done = from;
    this.clauses = context.query.clauses();
    this.row = context.query.compiled().newRow(context.loader.current(), context.execution);
    this.comparator = ordering.comparator();
    context.fragments.forEach(fragment -> fragments.put(fragment.records().start(), fragment));
  }

  @Override
  public @Nullable JsonObject source() {
    return context.loader.access() instanceof ItemAccess.Scan
        ? Operators.indexScan(order.paths())
        : null;
  }

  @Override
  public List<JsonObject> operators() {
    return List.of(
        JsonObject.builder()
            .put("operator", "IndexOrder")
            .put(
                "paths",
                JsonArray.of(
                    order.paths().stream().map(path -> JsonString.of(path.toString())).toList()))
            .put("backwards", order.backwards())
            .build());
  }

  @Override
  public @Nullable Bookmark fill() {
    context.openAll();
    if (context.left() == 0) {
      return null;
    }
    boolean undefinedFirst = !ordering.keys().getFirst().descending();
    boolean inUndefined = from != null && from.sortKeys().getFirst().isUndefined();
    boolean undefinedApart = !order.listsAll();
    if (undefinedApart && undefinedFirst && (from == null || inUndefined) && !readUndefined()) {
      return end;
    }
    if (!(undefinedApart && inUndefined && !undefinedFirst)
        && !readEntries(undefinedApart && inUndefined)) {
      return end;
    }
    if (undefinedApart && !undefinedFirst && !readUndefined()) {
      return end;
    }
    return null;
  }

  private record Undefined(ScanFragment fragment, byte[] key, byte[] tie) {}

  /** The items without a value, in the order of their numbers; false if the page ended. */
  private boolean readUndefinedByNumber() {
    List<Undefined> found = new ArrayList<>();
    for (ScanFragment fragment : context.fragments) {
      try (ItemCursor items = context.loader.open(fragment, null)) {
        while (items.next()) {
          context.watch.onEntry();
          JsonObject document = context.loader.document(items.item());
          if (Ordering.at(document, order.paths().getFirst()).isUndefined()) {
            context.watch.onKept(2);
            found.add(new Undefined(fragment, items.key(), ordering.tie(items.key(), document)));
          }
        }
      }
    }
    found.sort(Comparator.comparing(Undefined::tie, Bytes.ORDER));
    for (Undefined each : found) {
      StoredItem item = context.loader.find(each.key);
      if (item != null && !visit(each.fragment, each.key, item, true)) {
        return false;
      }
    }
    return true;
  }

  /** The items without a value, in the order of their keys; false if the page ended. */
  private boolean readUndefined() {
    if (ordering.byNumber()) {
      return readUndefinedByNumber();
    }
    byte[] after = from != null && from.sortKeys().getFirst().isUndefined() ? from.key() : null;
    for (ScanFragment fragment : context.fragments) {
      if (after != null && fragment.isBefore(after)) {
        continue;
      }
      if (after != null && !isDone(from) && fragment.records().contains(after)) {
        StoredItem item = context.loader.find(after);
        if (item != null && !visit(fragment, after, item, true)) {
          return false;
        }
      }
      boolean inside = after != null && !fragment.isBehind(after);
      try (ItemCursor items = context.loader.open(fragment, inside ? after : null)) {
        while (items.next()) {
          context.watch.onEntry();
          if (!visit(fragment, items.key(), items.item(), true)) {
            return false;
          }
        }
      }
    }
    return true;
  }

  /** The items that have entries; false if the page ended. */
  private boolean readEntries(boolean fromStart) {
    IndexReader index = context.loader.index();
    try (OrderedKeys keys = open(index, fromStart ? null : from)) {
      for (List<byte[]> some = take(keys); !some.isEmpty(); some = take(keys)) {
        List<@Nullable StoredItem> items = context.loader.findAll(some);
        for (int i = 0; i < some.size(); i++) {
          StoredItem item = items.get(i);
          ScanFragment fragment = item == null ? null : fragmentOf(some.get(i));
          if (item != null && fragment != null && !visit(fragment, some.get(i), item, false)) {
            return false;
          }
        }
      }
    }
    return true;
  }

  /** The keys of the records that come next, as many as are worth to be read at one go. */
  private List<byte[]> take(OrderedKeys keys) {
    long most = Math.min(context.wanted(), ListedItems.MOST_AT_A_GO);
    List<byte[]> taken = new ArrayList<>();
    while (taken.size() < most) {
      byte[] key = keys.next();
      if (key == null) {
        return taken;
      }
      context.watch.onEntry();
      if (fragmentOf(key) != null) {
        taken.add(key);
      }
    }
    return taken;
  }

  private OrderedKeys open(IndexReader index, Bookmark.@Nullable AfterRow place) {
    return place == null
        ? new OrderedKeys(
            index,
            order,
            context.fragments,
            this::rank,
            ordering.byNumber(),
            comparator,
            context.watch)
        : OrderedKeys.from(
            index,
            order,
            context.fragments,
            this::rank,
            ordering.byNumber(),
            comparator,
            context.watch,
            place.sortKeys(),
            place.key());
  }

  private OrderedKeys.@Nullable Ranked rank(byte[] key) {
    StoredItem item = context.loader.find(key);
    if (item == null) {
      return null;
    }
    JsonObject document = context.loader.document(item);
    return new OrderedKeys.Ranked(values(document), ordering.tie(key, document));
  }

  private JsonValue[] values(JsonObject document) {
    JsonValue[] values = new JsonValue[order.paths().size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = Ordering.at(document, order.paths().get(i));
    }
    return values;
  }

  private @Nullable ScanFragment fragmentOf(byte[] key) {
    var floor = fragments.floorEntry(key);
    return floor != null && floor.getValue().records().contains(key) ? floor.getValue() : null;
  }

  /** Gives the results of an item; false if the page ended. */
  private boolean visit(ScanFragment fragment, byte[] key, StoredItem item, boolean undefinedOnly) {
    JsonObject document = context.loader.load(item);
    JsonValue[] sortKeys = values(document);
    byte[] tie = ordering.tie(key, document);
    if (undefinedOnly && !sortKeys[0].isUndefined()) {
      return pass(fragment, key);
    }
    int side = from == null ? 1 : compare(sortKeys, tie, from);
    if (side < 0) {
      return true;
    }
    RowCursor rows = clauses.rows(row);
    boolean charged = side == 0;
    if (from != null && side == 0) {
      if (isDone(from)) {
        return true;
      }
      rows.resume(from.loops());
    }
    return give(fragment, tie, item, sortKeys, rows, charged);
  }

  private boolean give(
      ScanFragment fragment,
      byte[] tie,
      StoredItem item,
      JsonValue[] sortKeys,
      RowCursor rows,
      boolean chargedBefore) {
    boolean charged = chargedBefore;
    boolean matched = chargedBefore;
    int movesLeft = MOVES_BETWEEN_CHECKS;
    for (RowCursor.Move move = context.start(rows, item);
        move != RowCursor.Move.END;
        move = rows.move()) {
      if (move == RowCursor.Move.ROW) {
        JsonValue value = clauses.selection().result(row);
        if (!value.isUndefined()) {
          QueryResult result = context.toSkip() > 0 ? null : context.result(value);
          if (result != null && !context.page.fits(result)) {
            end = done;
            return false;
          }
          charged = charge(charged, fragment, item);
          if (!matched) {
            matched = true;
            context.loader.onMatch();
          }
          if (result == null) {
            context.skips();
          } else {
            context.give(result, fragment);
          }
          if (context.left() == 0) {
            return false;
          }
          done = place(sortKeys, tie, rows.place());
        }
      }
      if (--movesLeft == 0) {
        movesLeft = MOVES_BETWEEN_CHECKS;
        if (context.watch.pageTimeIsUp()) {
          charge(charged, fragment, item);
          end = place(sortKeys, tie, rows.place());
          return false;
        }
      }
    }
    charge(charged, fragment, item);
    done = place(sortKeys, tie, ITEM_DONE);
    if (context.watch.pageTimeIsUp()) {
      end = done;
      return false;
    }
    return true;
  }

  /**
   * Passes over an item that has a value, among those without: it comes in its own place and is
   * charged there.
   */
  private boolean pass(ScanFragment fragment, byte[] key) {
    context.ledger.charge(fragment, Ledger.Work.INDEX, meter -> meter.indexEntries(1));
    JsonValue[] none = new JsonValue[order.paths().size()];
    Arrays.fill(none, JsonUndefined.UNDEFINED);
    done = place(none, key, ITEM_DONE);
    if (context.watch.pageTimeIsUp()) {
      end = done;
      return false;
    }
    return true;
  }

  private static boolean isDone(Bookmark.@Nullable AfterRow place) {
    return place != null && Arrays.equals(place.loops(), ITEM_DONE);
  }

  private Bookmark place(JsonValue[] sortKeys, byte[] key, int[] loops) {
    return new Bookmark.AfterRow(ordering.id(), List.of(sortKeys), key, loops);
  }

  private boolean charge(boolean charged, ScanFragment fragment, StoredItem item) {
    if (!charged) {
      context.loader.onRead(item.jsonBytes(), context.ledger, fragment);
      context.ledger.charge(fragment, Ledger.Work.INDEX, meter -> meter.indexEntries(1));
    }
    return true;
  }

  private int compare(JsonValue[] sortKeys, byte[] key, Bookmark.AfterRow place) {
    int byKeys = comparator.compare(sortKeys, place.sortKeys().toArray(JsonValue[]::new));
    return byKeys != 0 ? byKeys : Bytes.ORDER.compare(key, place.key());
  }
}
