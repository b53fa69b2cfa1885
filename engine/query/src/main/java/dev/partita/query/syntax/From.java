package dev.partita.query.syntax;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** FROM clause: every combination of the values of its sources, from left to right. Immutable. */
public record From(List<Source> sources) {

  public From {
    sources = List.copyOf(sources);
    if (sources.isEmpty()) {
      throw new IllegalArgumentException("FROM has at least one source.");
    }
  }

  public sealed interface Source {
    Collection collection();

    Span span();

    /** Alias of the value in the row, if it has one. */
    default @Nullable String boundName() {
      return switch (this) {
        case Elements elements -> elements.alias;
        case Whole(_, String alias, _) when alias != null -> alias;
        case Whole(Path path, _, _) -> path.lastName();
        case Whole _ -> null;
      };
    }
  }

  /** The value of a collection itself. */
  public record Whole(Collection collection, @Nullable String alias, Span span) implements Source {}

  /** Each element of the arrays of a collection. */
  public record Elements(String alias, Collection collection, Span span) implements Source {}

  public sealed interface Collection {
    Span span();
  }

  /** The container or an earlier source, and a path into its values. */
  public record Path(String root, List<Step> steps, Span span) implements Collection {
    public Path {
      steps = List.copyOf(steps);
    }

    public Span rootSpan() {
      return new Span(span.start(), span.start() + root.length());
    }

    /** Name of the last property of the path; none if the path ends at an element. */
    @Nullable String lastName() {
      if (steps.isEmpty()) {
        return root;
      }
      return switch (steps.getLast()) {
        case Named(String name) -> name;
        case Quoted(String name) -> name;
        case Numbered _ -> null;
      };
    }
  }

  /** The rows of a subquery. */
  public record Derived(Query query, Span span) implements Collection {}

  public sealed interface Step {}

  /** A property, written with a dot. */
  public record Named(String name) implements Step {}

  /** A property, written with brackets. */
  public record Quoted(String name) implements Step {}

  /** An element of an array. */
  public record Numbered(long index) implements Step {}
}
