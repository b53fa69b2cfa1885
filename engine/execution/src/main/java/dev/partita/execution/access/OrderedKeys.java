package dev.partita.execution.access;

import dev.partita.base.bytes.Bytes;
import dev.partita.execution.page.PageWatch;
import dev.partita.execution.plan.IndexOrder;
import dev.partita.execution.plan.ScanFragment;
import dev.partita.execution.plan.TermRanges;
import dev.partita.index.IndexCursor;
import dev.partita.index.IndexReader;
import dev.partita.index.IndexScan;
import dev.partita.index.TermRange;
import dev.partita.index.TermType;
import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The keys of items in the order of an index: by their values and, where these are equal, by the
 * keys themselves, in whichever direction the index is read. Not for use by several threads.
 *
 * <p>Entries are in that order already as long as they say all of their values. Those that do not
 * are neighbours of the ones they have to be put in order with, and are taken together.
 */
public final class OrderedKeys implements AutoCloseable {

  /** What an item is ordered by: its values, and something else where they are equal. */
  public record Ranked(JsonValue[] values, byte[] tie) {}

  /** Beyond so many items with the same values it is better to begin at the first of them. */
  private static final int MAX_TURNED = 256;

  private final IndexReader index;
  private final IndexOrder order;
  private final List<ScanFragment> fragments;
  private final Function<byte[], @Nullable Ranked> rankOf;
  private final boolean byNumber;
  private final Comparator<JsonValue[]> comparator;
  private final PageWatch watch;
  private final Iterator<IndexScan> scans;
  private final Deque<byte[]> ready = new ArrayDeque<>();
  private byte @Nullable [] after;
  private @Nullable IndexCursor ties;
  private @Nullable IndexCursor entries;
  private boolean onEntry;

  /**
   * @param rankOf what an item is ordered by, given its key; null if there is no such item
   * @param byNumber whether items with equal values are to be put in order as well
   */
  public OrderedKeys(
      IndexReader index,
      IndexOrder order,
      List<ScanFragment> fragments,
      Function<byte[], @Nullable Ranked> rankOf,
      boolean byNumber,
      Comparator<JsonValue[]> comparator,
      PageWatch watch) {
    this.index = index;
    this.order = order;
    this.fragments = fragments;
    this.rankOf = rankOf;
    this.byNumber = byNumber;
    this.comparator = comparator;
    this.watch = watch;
    this.scans = order.scans().iterator();
  }

  /**
   * Goes on at an item with these values. The entries before are passed over if they say so
   * themselves; otherwise some of them come again.
   */
  public static OrderedKeys from(
      IndexReader index,
      IndexOrder order,
      List<ScanFragment> fragments,
      Function<byte[], @Nullable Ranked> rankOf,
      boolean byNumber,
      Comparator<JsonValue[]> comparator,
      PageWatch watch,
      List<JsonValue> values,
      byte[] itemKey) {
    OrderedKeys keys =
        new OrderedKeys(
            index, order.from(values.getFirst()), fragments, rankOf, byNumber, comparator, watch);
    if (!byNumber) {
      keys.start(values, itemKey);
    }
    return keys;
  }

  private void start(List<JsonValue> values, byte[] itemKey) {
    if (anyUnsure(values)) {
      return;
    }
    IndexCursor found = index.open(ScanFragment.around(fragments, order.ties(values)));
    if (!found.next() || !values.equals(order.values(found))) {
      found.close();
      return;
    }
    byte[] terms = found.terms();
    // No entry ends where the terms do, so this is behind all of them in the direction.
    after = order.backwards() ? terms : Bytes.afterPrefix(terms);
    if (found.seek(itemKey)) {
      ready.add(found.itemKey());
      ties = found;
    } else {
      found.close();
    }
  }

  /** The next key; null at the end. */
  public byte @Nullable [] next() {
    while (ready.isEmpty()) {
      if (ties != null) {
        if (ties.next()) {
          return ties.itemKey();
        }
        ties.close();
        ties = null;
      } else if (!advance()) {
        return null;
      } else {
        take();
      }
    }
    return ready.remove();
  }

  /** Makes sure that there is an entry at hand. */
  private boolean advance() {
    while (!onEntry) {
      if (entries != null && entries.next()) {
        onEntry = true;
      } else {
        if (entries != null) {
          entries.close();
          entries = null;
        }
        if (!scans.hasNext()) {
          return false;
        }
        entries = index.open(ScanFragment.around(fragments, scans.next()), after);
      }
    }
    return true;
  }

  private void take() {
    IndexCursor entry = Objects.requireNonNull(entries);
    List<JsonValue> values = order.values(entry);
    if (values == null || anyUnsure(values)) {
      takeUnsure(entry);
    } else if (byNumber) {
      takeEqual(entry);
    } else if (order.backwards()) {
      takeTurned(entry, values);
    } else {
      ready.add(entry.itemKey());
      onEntry = false;
    }
  }

  /** The entries with the same values, which come in the wrong order. */
  private void takeTurned(IndexCursor entry, List<JsonValue> values) {
    byte[] terms = entry.terms();
    List<byte[]> turned = new ArrayList<>();
    while (onEntry && Arrays.equals(terms, entry.terms())) {
      if (turned.size() == MAX_TURNED) {
        ties = index.open(ScanFragment.around(fragments, order.ties(values)));
        onEntry = entry.nextTerm();
        return;
      }
      turned.add(entry.itemKey());
      onEntry = entry.next();
    }
    Collections.reverse(turned);
    ready.addAll(turned);
  }

  private record Found(Ranked rank, byte[] itemKey) {}

  /** The entries with the same values. Most are alone, and then there is nothing to order. */
  private void takeEqual(IndexCursor entry) {
    byte[] terms = entry.terms();
    List<byte[]> equal = new ArrayList<>();
    while (onEntry && Arrays.equals(terms, entry.terms())) {
      equal.add(entry.itemKey());
      watch.onKept(1);
      onEntry = entry.next();
    }
    if (equal.size() == 1) {
      ready.addAll(equal);
    } else {
      addInOrder(equal);
    }
  }

  /** The entries that have to be put in order by their items. */
  private void takeUnsure(IndexCursor entry) {
    List<Object> group = null;
    List<byte[]> unsure = new ArrayList<>();
    while (onEntry) {
      List<Object> next = group(entry);
      if (next != null) {
        if (group != null && !group.equals(next)) {
          break;
        }
        group = next;
        unsure.add(entry.itemKey());
        watch.onKept(1);
      }
      onEntry = entry.next();
    }
    addInOrder(unsure);
  }

  private void addInOrder(List<byte[]> itemKeys) {
    List<Found> found = new ArrayList<>();
    for (byte[] itemKey : itemKeys) {
      watch.onEntry();
      Ranked rank = rankOf.apply(itemKey);
      if (rank != null) {
        watch.onKept(rank.values.length + 2);
        found.add(new Found(rank, itemKey));
      }
    }
    found.sort(
        Comparator.comparing((Found each) -> each.rank.values, comparator)
            .thenComparing(each -> each.rank.tie, Bytes.ORDER));
    found.forEach(each -> ready.add(each.itemKey));
  }

  /**
   * What an entry has in common with those that it has to be put in order with: values up to the
   * first that is not sure, and of that what the index does have in order. Null if only the item
   * could tell and there is none any more, since it has expired: its entry is between those of some
   * group, and must not divide it.
   */
  private @Nullable List<Object> group(IndexCursor entry) {
    List<Object> group = new ArrayList<>();
    for (int i = 0; i < order.paths().size(); i++) {
      if (!entry.isExact(i) && entry.type(i) != TermType.STRING) {
        group.add(Bytes.hex(entry.rank()));
        return group;
      }
      JsonValue value = entry.isExact(i) ? entry.value(i) : wholeString(entry, i);
      if (value == null) {
        return null;
      }
      if (isUnsure(value) && (entry.isExact(i) || isKept(agreedStart(value)))) {
        group.add(agreedStart(value));
        return group;
      }
      if (!entry.isExact(i)) {
        group.add(Bytes.hex(entry.rank()));
        return group;
      }
      group.add(value);
    }
    return group;
  }

  /** A string of which the entry has only the beginning; null if the item is not there. */
  private @Nullable JsonValue wholeString(IndexCursor entry, int column) {
    Ranked rank = rankOf.apply(entry.itemKey());
    return rank == null ? null : rank.values[column];
  }

  /** Whether the index has a value in another order than queries: see {@link TermRanges}. */
  private static boolean isUnsure(JsonValue value) {
    return value instanceof JsonString(String text)
        && TermRanges.agreedLength(text) < text.length();
  }

  private static boolean anyUnsure(List<JsonValue> values) {
    for (JsonValue value : values) {
      if (isUnsure(value)) {
        return true;
      }
    }
    return false;
  }

  private static String agreedStart(JsonValue value) {
    String text = ((JsonString) value).value();
    return "\uFFFF" + text.substring(0, TermRanges.agreedLength(text));
  }

  /** Whether the index has all of a beginning. */
  private static boolean isKept(String start) {
    return TermRange.startingWith(start).isPrecise();
  }

  @Override
  public void close() {
    if (ties != null) {
      ties.close();
    }
    if (entries != null) {
      entries.close();
    }
  }
}
