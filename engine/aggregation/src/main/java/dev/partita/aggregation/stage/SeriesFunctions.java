package dev.partita.aggregation.stage;

import dev.partita.aggregation.expression.AggregationExpressions;
import dev.partita.aggregation.expression.DateUnit;
import dev.partita.aggregation.pipeline.StageScope;
import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonElement;
import dev.partita.bson.BsonNumbers;
import dev.partita.bson.BsonOrder;
import dev.partita.bson.BsonType;
import dev.partita.bson.BsonValue;
import dev.partita.mql.DecimalArithmetic;
import dev.partita.mql.ErrorText;
import dev.partita.mql.Expression;
import dev.partita.mql.MqlException;
import dev.partita.mql.Variables;
import dev.partita.mql.sort.SortPattern;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Window functions that depend on the order of documents. Pure functions. */
final class SeriesFunctions {

  private static final int RANK_SORT = 5_371_602;

  private SeriesFunctions() {}

  /** The function of a name; null if it is none of these. */
  static @Nullable WindowFunction parse(
      BsonElement named,
      @Nullable BsonValue window,
      @Nullable SortPattern order,
      StageScope scope) {
    String name = named.name();
    return switch (name) {
      case "$rank", "$denseRank", "$documentNumber" -> rank(named, window, order, scope);
      case "$shift" -> shift(named.value(), window, order, scope);
      case "$derivative", "$integral" -> rate(named, window, order, scope);
      case "$expMovingAvg" -> movingAverage(named.value(), window, order, scope);
      case "$covariancePop", "$covarianceSamp" ->
          new Covariance(
              scope.expression(named.value()),
              name.endsWith("Samp"),
              window == null ? WindowBounds.ALL : WindowBounds.parse(window, order));
      case "$linearFill" -> linearFill(named.value(), window, order, scope);
      case "$locf" -> {
        requireNoWindow(name, window);
        Expression input = scope.expression(named.value());
        yield partition -> carriedForward(partition.values(input));
      }
      default -> null;
    };
  }

  private static void requireNoWindow(String name, @Nullable BsonValue window) {
    if (window != null) {
      throw MqlException.failedToParse("'window' field is not allowed in " + name);
    }
  }

  private static SortPattern requireOneField(String name, int code, @Nullable SortPattern order) {
    if (order == null || order.fields().size() != 1) {
      throw new MqlException(
          code,
          name + " must be specified with a top level sortBy expression with exactly one element");
    }
    return order;
  }

  private static WindowFunction rank(
      BsonElement named,
      @Nullable BsonValue window,
      @Nullable SortPattern order,
      StageScope scope) {
    if (window != null) {
      throw new MqlException(5_371_601, "Rank style window functions take no other arguments");
    }
    if (!named.value().isDocument() || !named.value().asDocument().isEmpty()) {
      throw new MqlException(5_371_603, "(None) must be specified with '{}' as the value");
    }
    SortPattern by = requireOneField(named.name(), RANK_SORT, order);
    BsonOrder values = scope.order();
    return switch (named.name()) {
      case "$rank" -> partition -> ranks(partition, by, values, false);
      case "$denseRank" -> partition -> ranks(partition, by, values, true);
      default -> SeriesFunctions::numbers;
    };
  }

  private static List<@Nullable BsonValue> numbers(WindowPartition partition) {
    List<@Nullable BsonValue> numbers = new ArrayList<>();
    for (int i = 1; i <= partition.size(); i++) {
      numbers.add(BsonValue.int32(i));
    }
    return numbers;
  }

  private static List<@Nullable BsonValue> ranks(
      WindowPartition partition, SortPattern by, BsonOrder values, boolean dense) {
    List<@Nullable BsonValue> ranks = new ArrayList<>();
    SortPattern.Field field = by.fields().getFirst();
    BsonValue before = null;
    int rank = 0;
    for (BsonDocument document : partition.documents()) {
      BsonValue value = by.value(document, field);
      if (before == null || !values.equal(before, value)) {
        rank = dense ? rank + 1 : ranks.size() + 1;
      }
      before = value;
      ranks.add(BsonValue.int32(rank));
    }
    return ranks;
  }

  private static WindowFunction shift(
      BsonValue value, @Nullable BsonValue window, @Nullable SortPattern order, StageScope scope) {
    requireNoWindow("$shift", window);
    if (order == null) {
      throw MqlException.failedToParse("'$shift' requires a sortBy");
    }
    if (!value.isDocument()) {
      throw MqlException.failedToParse(
          "Argument to $shift must be an object, but found: " + ErrorText.of(value));
    }
    BsonValue output = null;
    BsonValue by = null;
    BsonValue otherwise = BsonValue.NULL;
    for (BsonElement option : value.asDocument()) {
      switch (option.name()) {
        case "output" -> output = option.value();
        case "by" -> by = requireInteger(option.value());
        case "default" -> otherwise = constant(option.value(), scope);
        default -> throw MqlException.failedToParse("Unknown argument in $shift: " + option.name());
      }
    }
    if (by == null) {
      throw MqlException.failedToParse("$shift requires 'by' as an integer value.");
    }
    if (output == null) {
      throw MqlException.failedToParse("$shift requires an 'output' expression.");
    }
    Expression expression = scope.expression(output);
    long distance = BsonNumbers.truncated(by);
    BsonValue outside = otherwise;
    return partition -> shifted(partition.values(expression), distance, outside);
  }

  private static BsonValue requireInteger(BsonValue by) {
    Long number = by.isNumber() ? BsonNumbers.exactLong(by) : null;
    if (number == null || number != number.intValue()) {
      throw MqlException.failedToParse(
          "'$shift:by' field must be an integer, but found  by: " + ErrorText.of(by));
    }
    return by;
  }

  private static BsonValue constant(BsonValue value, StageScope scope) {
    Expression expression = scope.expression(value);
    if (!AggregationExpressions.isConstant(expression)) {
      throw MqlException.failedToParse("'$shift:default' expression must yield a constant value.");
    }
    BsonValue constant = expression.evaluate(BsonDocument.EMPTY, Variables.NONE);
    return constant == null ? BsonValue.NULL : constant;
  }

  private static List<@Nullable BsonValue> shifted(
      List<@Nullable BsonValue> values, long distance, BsonValue outside) {
    List<@Nullable BsonValue> shifted = new ArrayList<>(values.size());
    for (int i = 0; i < values.size(); i++) {
      long from = i + distance;
      BsonValue value = from < 0 || from >= values.size() ? outside : values.get((int) from);
      shifted.add(value == null ? BsonValue.NULL : value);
    }
    return shifted;
  }

  private static WindowFunction rate(
      BsonElement named,
      @Nullable BsonValue window,
      @Nullable SortPattern order,
      StageScope scope) {
    String name = named.name();
    boolean derivative = name.equals("$derivative");
    if (!named.value().isDocument()) {
      throw MqlException.failedToParse(name + " expects an object");
    }
    BsonValue input = null;
    DateUnit unit = null;
    for (BsonElement option : named.value().asDocument()) {
      switch (option.name()) {
        case "input" -> input = option.value();
        case "unit" -> unit = unit(option.value());
        default ->
            throw MqlException.failedToParse(name + " got unexpected argument: " + option.name());
      }
    }
    if (input == null) {
      throw MqlException.failedToParse(name + " requires an 'input' expression");
    }
    if (order == null) {
      throw MqlException.failedToParse(name + " requires a sortBy");
    }
    if (order.fields().size() != 1) {
      throw MqlException.failedToParse(name + " requires a non-compound sortBy");
    }
    if (derivative && window == null) {
      throw MqlException.failedToParse("$derivative requires explicit window bounds");
    }
    WindowBounds bounds = window == null ? WindowBounds.ALL : WindowBounds.parse(window, order);
    Expression expression = scope.expression(input);
    return derivative
        ? new Derivative(expression, unit, bounds)
        : new Integral(expression, unit, bounds);
  }

  private static DateUnit unit(BsonValue value) {
    DateUnit unit = DateUnit.of(value, 14);
    if (unit.millisOrZero() == 0) {
      throw new MqlException(5_490_710, "unit must be 'week' or smaller");
    }
    return unit;
  }

  private static WindowFunction movingAverage(
      BsonValue value, @Nullable BsonValue window, @Nullable SortPattern order, StageScope scope) {
    requireNoWindow("$expMovingAvg", window);
    BsonDocument options = value.isDocument() ? value.asDocument() : BsonDocument.EMPTY;
    BsonValue input = options.get("input");
    BsonValue count = options.get("N");
    BsonValue weight = options.get("alpha");
    if (options.size() != 2 || input == null || (count == null) == (weight == null)) {
      throw MqlException.failedToParse(
          "$expMovingAvg sub object must have exactly two fields: An 'input' field, and either an"
              + " 'N' field or an 'alpha' field");
    }
    if (order == null) {
      throw MqlException.failedToParse("$expMovingAvg requires an explicit 'sortBy'");
    }
    Expression expression = scope.expression(input);
    BigDecimal alpha = count == null ? alpha(Objects.requireNonNull(weight)) : ofCount(count);
    return partition -> averages(partition.values(expression), alpha);
  }

  private static BigDecimal ofCount(BsonValue count) {
    Long number = count.isNumber() ? BsonNumbers.exactLong(count) : null;
    if (number == null) {
      throw MqlException.failedToParse(
          "'N' field must be an integer, but found type " + count.type().alias());
    }
    if (number <= 0) {
      throw MqlException.failedToParse("'N' must be greater than zero. Got " + number);
    }
    return BigDecimal.TWO.divide(
        BigDecimal.valueOf(number).add(BigDecimal.ONE), MathContext.DECIMAL128);
  }

  private static BigDecimal alpha(BsonValue weight) {
    if (!weight.isNumber()) {
      throw MqlException.failedToParse(
          "'alpha' must be a number, but found type " + weight.type().alias());
    }
    BigDecimal alpha = BsonNumbers.exact(weight);
    if (alpha == null || alpha.signum() <= 0 || alpha.compareTo(BigDecimal.ONE) >= 0) {
      throw MqlException.failedToParse(
          "'alpha' must be between 0 and 1 (exclusive), found alpha: " + ErrorText.of(weight));
    }
    return alpha;
  }

  /** Averages of 34 digits, as MongoDB has them; what is not finite makes the rest undefined. */
  private static List<@Nullable BsonValue> averages(
      List<@Nullable BsonValue> values, BigDecimal alpha) {
    List<@Nullable BsonValue> averages = new ArrayList<>(values.size());
    BigDecimal rest = BigDecimal.ONE.subtract(alpha);
    BigDecimal average = null;
    BsonValue last = BsonValue.NULL;
    boolean decimal = false;
    boolean finite = true;
    for (BsonValue value : values) {
      if (finite && value != null && value.isNumber()) {
        BigDecimal number = BsonNumbers.exact(value);
        finite = number != null;
        decimal |= value.type() == BsonType.DECIMAL128;
        if (number == null) {
          last = BsonValue.float64(Double.NaN);
        } else {
          average =
              average == null
                  ? number
                  : number.multiply(alpha).add(average.multiply(rest), MathContext.DECIMAL128);
          last =
              decimal
                  ? BsonValue.decimal128(DecimalArithmetic.of(average))
                  : BsonValue.float64(average.doubleValue());
        }
      }
      averages.add(last);
    }
    return averages;
  }

  private static List<@Nullable BsonValue> carriedForward(List<@Nullable BsonValue> values) {
    List<@Nullable BsonValue> filled = new ArrayList<>(values.size());
    BsonValue last = BsonValue.NULL;
    for (BsonValue value : values) {
      last = value == null || value.isNullish() ? last : value;
      filled.add(last);
    }
    return filled;
  }

  private static WindowFunction linearFill(
      BsonValue value, @Nullable BsonValue window, @Nullable SortPattern order, StageScope scope) {
    requireNoWindow("$linearFill", window);
    var _ = requireOneField("$linearFill", 605_001, order);
    return new LinearFill(scope.expression(value));
  }
}
