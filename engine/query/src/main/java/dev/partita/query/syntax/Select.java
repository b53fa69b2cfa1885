package dev.partita.query.syntax;

import dev.partita.json.JsonString;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** SELECT clause. Immutable. */
public record Select(boolean distinct, @Nullable Top top, Selection selection) {

  /** TOP: a number or a parameter. */
  public record Top(Expression count, Span span) {}

  public sealed interface Selection {
    default Stream<Expression> expressions() {
      return switch (this) {
        case All _ -> Stream.empty();
        case Value value -> Stream.of(value.expression);
        case Columns columns -> columns.columns.stream().map(Column::expression);
      };
    }
  }

  /** The star: the row of FROM itself. */
  public record All(Span span) implements Selection {}

  /** SELECT VALUE: the value itself, without an object around it. */
  public record Value(Expression expression) implements Selection {}

  /** An object with a property for each column. */
  public record Columns(List<Column> columns) implements Selection {
    public Columns {
      columns = List.copyOf(columns);
    }

    /**
     * Names of the properties. A column without alias is named after the property it reads or the
     * alias it is; others are numbered from {@code $1}.
     */
    public List<String> names() {
      List<String> names = new ArrayList<>(columns.size());
      int unnamed = 0;
      for (Column column : columns) {
        String name = column.ownName();
        names.add(name == null ? "$" + ++unnamed : name);
      }
      return names;
    }
  }

  public record Column(Expression expression, @Nullable String alias) {
    @Nullable String ownName() {
      return alias != null ? alias : nameOf(expression);
    }
  }

  private static @Nullable String nameOf(Expression expression) {
    return switch (expression) {
      case Expression.Reference reference -> reference.name();
      case Expression.Member member -> member.name();
      case Expression.Index(_, Expression.Literal(JsonString(String name), _), _) -> name;
      default -> null;
    };
  }
}
