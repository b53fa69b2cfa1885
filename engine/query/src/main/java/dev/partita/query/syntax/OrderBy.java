package dev.partita.query.syntax;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** ORDER BY clause. With {@code rank} its one item is a scoring call. Immutable. */
public record OrderBy(boolean rank, List<Item> items, Span span) {

  public OrderBy {
    items = List.copyOf(items);
  }

  /** Sort expression; the direction is ascending unless written otherwise. */
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
