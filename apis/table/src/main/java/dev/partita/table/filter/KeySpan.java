package dev.partita.table.filter;

import dev.partita.table.edm.EdmValue;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A stretch of the keys of entities. What it says of row keys counts only where there is one
 * partition key. Immutable.
 */
public record KeySpan(Bounds partition, Bounds row) {

  /** Everything. */
  public static final KeySpan ALL = new KeySpan(Bounds.ALL, Bounds.ALL);

  /** More than this many stretches are not worth keeping apart. */
  private static final int MOST = 128;

  /** A limit of texts, and whether it belongs to them. */
  public record Bound(String text, boolean inclusive) {}

  /** A stretch of texts; null where it has no end. */
  public record Bounds(@Nullable Bound low, @Nullable Bound high) {

    public static final Bounds ALL = new Bounds(null, null);

    /** The one text that lies in it; null if there may be several. */
    public @Nullable String only() {
      return low != null
              && high != null
              && low.inclusive()
              && high.inclusive()
              && low.text().equals(high.text())
          ? low.text()
          : null;
    }

    public boolean isEmpty() {
      if (low == null || high == null) {
        return false;
      }
      int order = low.text().compareTo(high.text());
      return order > 0 || (order == 0 && !(low.inclusive() && high.inclusive()));
    }

    Bounds intersect(Bounds other) {
      return new Bounds(higher(low, other.low), lower(high, other.high));
    }

    private static @Nullable Bound higher(@Nullable Bound a, @Nullable Bound b) {
      if (a == null || b == null) {
        return a == null ? b : a;
      }
      int order = a.text().compareTo(b.text());
      return order > 0 || (order == 0 && !a.inclusive()) ? a : b;
    }

    private static @Nullable Bound lower(@Nullable Bound a, @Nullable Bound b) {
      if (a == null || b == null) {
        return a == null ? b : a;
      }
      int order = a.text().compareTo(b.text());
      return order < 0 || (order == 0 && !a.inclusive()) ? a : b;
    }

    static Bounds of(Filter.Operator operator, String text) {
      Bound with = new Bound(text, true);
      Bound without = new Bound(text, false);
      return switch (operator) {
        case EQ -> new Bounds(with, with);
        case GE -> new Bounds(with, null);
        case GT -> new Bounds(without, null);
        case LE -> new Bounds(null, with);
        case LT -> new Bounds(null, without);
        case NE -> ALL;
      };
    }
  }

  /**
   * What a filter leaves of the keys.
   *
   * @param exact whether every entity in the spans passes the filter
   */
  public record Spans(List<KeySpan> spans, boolean exact) {}

  public static Spans of(Filter filter) {
    List<KeySpan> spans = spans(filter).stream().filter(span -> !span.isEmpty()).toList();
    return new Spans(spans, isExact(filter, spans));
  }

  /** An entity of these keys, and no other. */
  public boolean isPoint() {
    return partition.only() != null && row.only() != null;
  }

  public boolean isEmpty() {
    return partition.isEmpty() || row.isEmpty();
  }

  public KeySpan intersect(KeySpan other) {
    return new KeySpan(partition.intersect(other.partition), row.intersect(other.row));
  }

  private static List<KeySpan> spans(Filter filter) {
    return switch (filter) {
      case Filter.And(Filter left, Filter right) -> intersect(spans(left), spans(right));
      case Filter.Or(Filter left, Filter right) -> {
        List<KeySpan> both = new ArrayList<>(spans(left));
        both.addAll(spans(right));
        yield both.size() > MOST ? List.of(ALL) : both;
      }
      case Filter.Comparison comparison -> List.of(span(comparison));
      case Filter.Not _, Filter.Truth _ -> List.of(ALL);
    };
  }

  private static List<KeySpan> intersect(List<KeySpan> left, List<KeySpan> right) {
    if ((long) left.size() * right.size() > MOST) {
      return left.size() <= right.size() ? left : right;
    }
    List<KeySpan> both = new ArrayList<>();
    for (KeySpan a : left) {
      for (KeySpan b : right) {
        both.add(a.intersect(b));
      }
    }
    return both;
  }

  private static KeySpan span(Filter.Comparison comparison) {
    if (Filter.test(comparison)
        instanceof
        Filter.PropertyTest(
            String property,
            Filter.Operator operator,
            EdmValue.Text(String text))) {
      return switch (property) {
        case "PartitionKey" -> new KeySpan(Bounds.of(operator, text), Bounds.ALL);
        case "RowKey" -> new KeySpan(Bounds.ALL, Bounds.of(operator, text));
        default -> ALL;
      };
    }
    return ALL;
  }

  /** Only comparisons of keys joined by and; row keys only within one partition key. */
  private static boolean isExact(Filter filter, List<KeySpan> spans) {
    return spans.size() <= 1
        && isOfKeys(filter)
        && spans.stream()
            .allMatch(span -> span.row.equals(Bounds.ALL) || span.partition.only() != null);
  }

  private static boolean isOfKeys(Filter filter) {
    return switch (filter) {
      case Filter.And(Filter left, Filter right) -> isOfKeys(left) && isOfKeys(right);
      case Filter.Comparison comparison ->
          Filter.test(comparison)
                  instanceof
                  Filter.PropertyTest(String property, Filter.Operator operator, EdmValue.Text _)
              && operator != Filter.Operator.NE
              && (property.equals("PartitionKey") || property.equals("RowKey"));
      case Filter.Or _, Filter.Not _, Filter.Truth _ -> false;
    };
  }
}
