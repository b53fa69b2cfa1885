package dev.partita.aggregation.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonNumbers;
import dev.partita.bson.BsonOrder;
import dev.partita.bson.BsonValue;
import dev.partita.bson.ExtendedJson;
import dev.partita.mql.Expression;
import dev.partita.mql.MqlException;
import dev.partita.mql.Variables;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Documents, expressions and what MongoDB 7.0 makes of them. */
final class ExpressionCasesTest {

  private static final AggregationExpressions EXPRESSIONS =
      new AggregationExpressions(BsonOrder.SIMPLE, Set.of("given"), new Random(1));

  static Stream<String> cases() throws IOException {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                Objects.requireNonNull(
                    ExpressionCasesTest.class.getResourceAsStream("../expressions.jsonl")),
                StandardCharsets.UTF_8))) {
      return lines.lines().toList().stream();
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void hasTheValueThatMongoDbGives(String line) {
    BsonDocument recorded = ExtendedJson.parse(line);
    BsonDocument document = field(recorded, "doc").asDocument();
    BsonValue expression = field(recorded, "expr");
    BsonValue code = recorded.get("code");
    if (code != null) {
      assertThatThrownBy(() -> evaluate(expression, document))
          .isInstanceOfSatisfying(
              MqlException.class,
              e -> assertThat((long) e.code()).isEqualTo(BsonNumbers.truncated(code)));
    } else {
      assertThat(evaluate(expression, document)).isEqualTo(recorded.get("value"));
    }
  }

  @Test
  void knowsTheVariablesThatItIsGiven() {
    BsonValue value =
        EXPRESSIONS
            .parse(BsonValue.string("$$given.a"))
            .evaluate(
                BsonDocument.EMPTY,
                Variables.NONE.with("given", BsonDocument.of("a", BsonValue.int32(4)).toValue()));
    assertThat(value).isEqualTo(BsonValue.int32(4));
  }

  @Test
  void chanceIsBetweenZeroAndOne() {
    Expression random =
        EXPRESSIONS.parse(BsonDocument.of("$rand", BsonValue.EMPTY_DOCUMENT).toValue());
    BsonValue value = random.evaluate(BsonDocument.EMPTY, Variables.NONE);
    assertThat(Objects.requireNonNull(value).asDouble()).isBetween(0.0, 1.0);
  }

  private static @Nullable BsonValue evaluate(BsonValue expression, BsonDocument document) {
    return EXPRESSIONS.parse(expression).evaluate(document, Variables.NONE);
  }

  private static BsonValue field(BsonDocument document, String name) {
    return Objects.requireNonNull(document.get(name));
  }
}
