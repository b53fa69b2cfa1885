package dev.partita.mql.query;

import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonPath;
import dev.partita.mql.Expression;
import dev.partita.mql.Variables;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A condition on a document. Immutable; safe for use by any number of threads. */
public sealed interface Predicate {

  boolean matches(BsonDocument document, Variables variables, @Nullable MatchTrace trace);

  /** All of the conditions; with none, every document. */
  record And(List<Predicate> parts) implements Predicate {
    @Override
    public boolean matches(BsonDocument document, Variables variables, @Nullable MatchTrace trace) {
      for (Predicate part : parts) {
        if (!part.matches(document, variables, trace)) {
          if (trace != null) {
            trace.reset();
          }
          return false;
        }
      }
      return true;
    }
  }

  /** At least one of the conditions; with none, no document. */
  record Or(List<Predicate> parts) implements Predicate {
    @Override
    public boolean matches(BsonDocument document, Variables variables, @Nullable MatchTrace trace) {
      for (Predicate part : parts) {
        if (part.matches(document, variables, trace)) {
          return true;
        }
      }
      return false;
    }
  }

  record Not(Predicate part) implements Predicate {
    @Override
    public boolean matches(BsonDocument document, Variables variables, @Nullable MatchTrace trace) {
      return !part.matches(document, variables, null);
    }
  }

  /** A test that at least one of the values passes that a path leads to. */
  record OnPath(BsonPath path, ValueTest test) implements Predicate {
    @Override
    public boolean matches(BsonDocument document, Variables variables, @Nullable MatchTrace trace) {
      BsonPath.Visitor visitor =
          (value, index) -> {
            if (!test.accepts(value, variables, trace)) {
              return true;
            }
            if (trace != null && index >= 0) {
              trace.record(index);
            }
            return false;
          };
      return test.wholeArrays()
          ? !path.visitWhole(document, visitor)
          : !path.visit(document, visitor);
    }
  }

  /** {@code $expr}. */
  record Computed(Expression expression) implements Predicate {
    @Override
    public boolean matches(BsonDocument document, Variables variables, @Nullable MatchTrace trace) {
      return Expression.truth(expression.evaluate(document, variables));
    }
  }

  /** {@code $jsonSchema}. */
  record Schema(JsonSchema schema) implements Predicate {
    @Override
    public boolean matches(BsonDocument document, Variables variables, @Nullable MatchTrace trace) {
      return schema.accepts(document.toValue());
    }
  }
}
