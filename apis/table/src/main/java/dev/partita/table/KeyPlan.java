package dev.partita.table;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.bytes.KeyRange;
import dev.partita.container.key.PartitionKey;
import dev.partita.container.map.PartitionScheme;
import dev.partita.document.Items;
import dev.partita.table.auth.KeyLimits;
import dev.partita.table.filter.Filter;
import dev.partita.table.filter.KeySpan;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Which places of a table a query has to look at, in order and without overlap, and how that is
 * called.
 *
 * @param exact whether every entity there passes the filter
 */
record KeyPlan(Kind kind, List<KeyRange> places, boolean exact) {

  /** How entities are found, from the quickest way to the slowest. */
  enum Kind {
    NOTHING,
    POINT,
    PARTITION,
    RANGE,
    SCAN
  }

  private static final byte[] ZERO = {0};
  private static final char FIRST_SURROGATE = '\uD800';

  static KeyPlan of(TableForm form, Items items, Optional<Filter> filter, KeyLimits limits) {
    KeySpan.Spans found =
        filter.isPresent()
            ? KeySpan.of(filter.get())
            : new KeySpan.Spans(List.of(KeySpan.ALL), true);
    KeySpan allowed = span(limits);
    List<KeyRange> places = new ArrayList<>();
    Kind kind = Kind.NOTHING;
    boolean exact = found.exact() && limits.equals(KeyLimits.NONE);
    for (KeySpan each : found.spans()) {
      KeySpan span = each.intersect(allowed);
      if (!span.isEmpty()) {
        Kind own = kind(items, span);
        kind = own.compareTo(kind) > 0 ? own : kind;
        exact &= isExact(form, items, span);
        KeyRange range = range(form, items, span);
        if (!range.isEmpty()) {
          places.add(range);
        }
      }
    }
    return new KeyPlan(kind, joined(places), exact);
  }

  /** The stretch that a signature is for; rows count within one partition key only. */
  private static KeySpan span(KeyLimits limits) {
    KeySpan.Bounds partition =
        new KeySpan.Bounds(bound(limits.firstPartition()), bound(limits.lastPartition()));
    return new KeySpan(
        partition,
        partition.only() == null
            ? KeySpan.Bounds.ALL
            : new KeySpan.Bounds(bound(limits.firstRow()), bound(limits.lastRow())));
  }

  private static KeySpan.@Nullable Bound bound(@Nullable String text) {
    return text == null ? null : new KeySpan.Bound(text, true);
  }

  private static Kind kind(Items items, KeySpan span) {
    if (span.isPoint()) {
      return Kind.POINT;
    }
    if (span.partition().only() != null) {
      return Kind.PARTITION;
    }
    return isRanged(items) && !span.partition().equals(KeySpan.Bounds.ALL) ? Kind.RANGE : Kind.SCAN;
  }

  private static boolean isRanged(Items items) {
    return items.container().definition().scheme() instanceof PartitionScheme.Ranged;
  }

  /** Whether the places of a span have no other entities than those of its keys. */
  private static boolean isExact(TableForm form, Items items, KeySpan span) {
    if (span.partition().only() == null) {
      return isRanged(items) || span.partition().equals(KeySpan.Bounds.ALL);
    }
    KeySpan.Bound low = span.row().low();
    KeySpan.Bound high = span.row().high();
    return (low == null || isUsable(form, items, low))
        && (high == null || isUsable(form, items, high));
  }

  private static KeyRange range(TableForm form, Items items, KeySpan span) {
    String only = span.partition().only();
    if (only != null) {
      return rows(form, items, PartitionKey.of(only), span.row());
    }
    KeyRange all = items.reader().places(KeyRange.ALL);
    if (!isRanged(items)) {
      return all;
    }
    KeySpan.Bound low = span.partition().low();
    KeySpan.Bound high = span.partition().high();
    byte[] start = all.start();
    byte[] end = all.end();
    if (low != null) {
      KeyRange own = items.reader().places(PartitionKey.of(low.text()));
      start = low.inclusive() ? own.start() : end(own);
    }
    if (high != null) {
      KeyRange own = items.reader().places(PartitionKey.of(high.text()));
      end = high.inclusive() ? end(own) : own.start();
    }
    return new KeyRange(start, end);
  }

  private static byte[] end(KeyRange own) {
    byte[] end = own.end();
    if (end == null) {
      throw new IllegalStateException("The places of a partition key have an end.");
    }
    return end;
  }

  private static KeyRange rows(TableForm form, Items items, PartitionKey key, KeySpan.Bounds rows) {
    KeyRange own = items.reader().places(key);
    byte[] start = own.start();
    byte[] end = end(own);
    KeySpan.Bound low = rows.low();
    if (low != null && isUsable(form, items, low)) {
      byte[] place = items.reader().place(key, low.text());
      start = low.inclusive() ? place : Bytes.concat(place, ZERO);
    }
    KeySpan.Bound high = rows.high();
    if (high != null && isUsable(form, items, high)) {
      byte[] place = items.reader().place(key, high.text());
      end = high.inclusive() ? Bytes.concat(place, ZERO) : place;
    }
    return new KeyRange(start, end);
  }

  /**
   * Whether ids can be found by a bound: it must be an id itself, and ids must be in the order that
   * filters compare in, which UTF-8 is not for surrogates.
   */
  private static boolean isUsable(TableForm form, Items items, KeySpan.Bound bound) {
    String text = bound.text();
    if (isRanged(items)) {
      return text.length() <= form.keyCharacters();
    }
    return !text.isEmpty()
        && text.length() <= form.rowKeyUtf8Bytes()
        && text.chars().noneMatch(c -> c >= FIRST_SURROGATE || c == '/' || c == '\\');
  }

  private static List<KeyRange> joined(List<KeyRange> ranges) {
    List<KeyRange> joined = new ArrayList<>();
    ranges.sort(Comparator.comparing(KeyRange::start, Bytes.ORDER));
    for (KeyRange range : ranges) {
      KeyRange last = joined.isEmpty() ? null : joined.getLast();
      if (last != null
          && (last.end() == null || Bytes.ORDER.compare(last.end(), range.start()) >= 0)) {
        joined.set(joined.size() - 1, new KeyRange(last.start(), later(last.end(), range.end())));
      } else {
        joined.add(range);
      }
    }
    return joined;
  }

  private static byte @Nullable [] later(byte @Nullable [] a, byte @Nullable [] b) {
    return a == null || b == null ? null : Bytes.ORDER.compare(a, b) >= 0 ? a : b;
  }

  /** What is left of the plan from a place on. */
  KeyPlan from(byte[] place) {
    List<KeyRange> left = new ArrayList<>();
    for (KeyRange range : places) {
      byte[] end = range.end();
      if (end == null || Bytes.ORDER.compare(end, place) > 0) {
        left.add(Bytes.ORDER.compare(range.start(), place) >= 0 ? range : new KeyRange(place, end));
      }
    }
    return new KeyPlan(kind, left, exact);
  }
}
