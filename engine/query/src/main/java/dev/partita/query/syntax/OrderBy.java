package dev.partita.query.syntax;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The order of the rows. With {@code rank} the one item is a call that scores them. */
public record OrderBy(boolean rank, List<Item> items, Span span) {

  public OrderBy {
    items = List.copyOf(items);
  }

  /** What to order by; the direction is ascending unless written otherwise. */
  public record Item(Expression expression, @Nullable Direction direction) {
    public boolean descending() {
      return direction == Direction.DESC;
    }
  }

  public enum Direction {
    ASC,
    DESC
  }
}
