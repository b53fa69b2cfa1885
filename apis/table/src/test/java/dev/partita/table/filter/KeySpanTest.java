package dev.partita.table.filter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.table.edm.EdmValue;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import org.jspecify.annotations.Nullable;

/** What filters say of keys: never too little, and where they say so, exactly what they mean. */
class KeySpanTest {

  private static final List<String> TEXTS = List.of("", "a", "ab", "b", "\uD83D\uDE00", "\uFFFD");

  @Property(tries = 2_000)
  void holdsEveryEntityThatPasses(@ForAll("filters") Filter filter) {
    KeySpan.Spans spans = KeySpan.of(filter);
    for (String key : TEXTS) {
      for (String row : TEXTS) {
        boolean passes = filter.passes(name -> value(name, key, row));
        boolean held = spans.spans().stream().anyMatch(span -> holds(span, key, row));
        if (passes) {
          assertThat(held).as("%s for %s, %s", filter, key, row).isTrue();
        }
        if (spans.exact()) {
          assertThat(held).as("%s for %s, %s", filter, key, row).isEqualTo(passes);
        }
      }
    }
  }

  private static @Nullable EdmValue value(String name, String key, String row) {
    return switch (name) {
      case "PartitionKey" -> new EdmValue.Text(key);
      case "RowKey" -> new EdmValue.Text(row);
      case "flag" -> new EdmValue.Flag(row.length() == 1);
      default -> null;
    };
  }

  /** Rows count within one partition key only. */
  private static boolean holds(KeySpan span, String key, String row) {
    return holds(span.partition(), key)
        && (span.partition().only() == null || holds(span.row(), row));
  }

  private static boolean holds(KeySpan.Bounds bounds, String text) {
    KeySpan.Bound low = bounds.low();
    KeySpan.Bound high = bounds.high();
    int fromLow = low == null ? 1 : text.compareTo(low.text());
    int toHigh = high == null ? 1 : high.text().compareTo(text);
    return (fromLow > 0 || (low != null && fromLow == 0 && low.inclusive()))
        && (toHigh > 0 || (high != null && toHigh == 0 && high.inclusive()));
  }

  @Provide
  Arbitrary<Filter> filters() {
    return filters(4);
  }

  private static Arbitrary<Filter> filters(int depth) {
    Arbitrary<Filter> comparison =
        Combinators.combine(
                Arbitraries.of("PartitionKey", "RowKey", "other"),
                Arbitraries.of(Filter.Operator.values()),
                Arbitraries.of(TEXTS),
                Arbitraries.of(true, false))
            .as(KeySpanTest::comparison);
    Arbitrary<Filter> flag = Arbitraries.just(new Filter.Truth(new Filter.Operand.Named("flag")));
    if (depth == 0) {
      return Arbitraries.oneOf(comparison, flag);
    }
    Arbitrary<Filter> inner = Arbitraries.lazy(() -> filters(depth - 1));
    return Arbitraries.frequencyOf(
        Tuple.of(4, comparison),
        Tuple.of(1, flag),
        Tuple.of(4, Combinators.combine(inner, inner).as(Filter.And::new)),
        Tuple.of(3, Combinators.combine(inner, inner).as(Filter.Or::new)),
        Tuple.of(1, inner.map(Filter.Not::new)));
  }

  private static Filter comparison(
      String property, Filter.Operator operator, String text, boolean mirrored) {
    Filter.Operand name = new Filter.Operand.Named(property);
    Filter.Operand constant = new Filter.Operand.Constant(new EdmValue.Text(text));
    return mirrored
        ? new Filter.Comparison(constant, operator, name)
        : new Filter.Comparison(name, operator, constant);
  }
}
