package dev.partita.aggregation.expression;

import static dev.partita.aggregation.expression.Operands.isNullish;
import static dev.partita.aggregation.expression.Operands.type;

import dev.partita.bson.BsonArray;
import dev.partita.bson.BsonOrder;
import dev.partita.bson.BsonValue;
import dev.partita.mql.Expression;
import dev.partita.mql.MqlException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Operators that take arrays for sets. The results are in the order of values. */
final class SetOperators {

  /** A function of sets, with the order that says what is equal. */
  private interface OfSets {
    BsonValue apply(@Nullable BsonValue[] operands, BsonOrder order);
  }

  private SetOperators() {}

  static void addTo(Operators operators) {
    add(operators, "$setUnion", 0, Operators.ANY, SetOperators::union);
    add(operators, "$setIntersection", 0, Operators.ANY, SetOperators::intersection);
    add(operators, "$setDifference", 2, 2, SetOperators::difference);
    add(operators, "$setIsSubset", 2, 2, SetOperators::isSubset);
    operators.add("$setEquals", SetOperators::setEquals);
    operators.unary("$allElementsTrue", operand -> elements("$allElementsTrue", 17040, operand));
    operators.unary("$anyElementTrue", operand -> elements("$anyElementTrue", 17041, operand));
  }

  private static void add(Operators operators, String name, int min, int max, OfSets function) {
    operators.add(
        name,
        (argument, reader) -> {
          List<Expression> operands = Operators.operands(argument, reader);
          Operators.requireCount(name, operands.size(), min, max);
          return over(operands, reader.order(), function);
        });
  }

  private static Expression over(List<Expression> operands, BsonOrder order, OfSets function) {
    return (document, variables) -> {
      @Nullable BsonValue[] values = new @Nullable BsonValue[operands.size()];
      for (int i = 0; i < values.length; i++) {
        values[i] = operands.get(i).evaluate(document, variables);
      }
      return function.apply(values, order);
    };
  }

  private static Expression setEquals(BsonValue argument, ExpressionReader reader) {
    List<Expression> operands = Operators.operands(argument, reader);
    if (operands.size() < 2) {
      throw new MqlException(
          17045, "$setEquals needs at least two arguments had: " + operands.size());
    }
    return over(operands, reader.order(), SetOperators::areEqual);
  }

  private static Set<BsonOrder.Key> set(BsonValue array, BsonOrder order) {
    Set<BsonOrder.Key> set = new HashSet<>();
    for (BsonValue element : array.asArray()) {
      set.add(order.key(element));
    }
    return set;
  }

  private static BsonValue sorted(Iterable<BsonOrder.Key> keys, BsonOrder order) {
    List<BsonValue> values = new ArrayList<>();
    keys.forEach(key -> values.add(key.value()));
    values.sort(order);
    return BsonArray.of(values).toValue();
  }

  private static BsonValue union(@Nullable BsonValue[] operands, BsonOrder order) {
    Map<BsonOrder.Key, Boolean> all = new LinkedHashMap<>();
    for (BsonValue operand : operands) {
      if (operand == null || isNullish(operand)) {
        return BsonValue.NULL;
      }
      if (!operand.isArray()) {
        throw new MqlException(
            17043,
            "All operands of $setUnion must be arrays. One argument is of type: " + type(operand));
      }
      for (BsonValue element : operand.asArray()) {
        all.putIfAbsent(order.key(element), true);
      }
    }
    return sorted(all.keySet(), order);
  }

  private static BsonValue intersection(@Nullable BsonValue[] operands, BsonOrder order) {
    Set<BsonOrder.Key> common = null;
    for (BsonValue operand : operands) {
      if (operand == null || isNullish(operand)) {
        return BsonValue.NULL;
      }
      if (!operand.isArray()) {
        throw new MqlException(
            17047,
            "All operands of $setIntersection must be arrays. One argument is of type: "
                + type(operand));
      }
      Set<BsonOrder.Key> set = set(operand, order);
      if (common == null) {
        common = set;
      } else {
        common.retainAll(set);
      }
    }
    return common == null ? BsonValue.EMPTY_ARRAY : sorted(common, order);
  }

  private static BsonValue difference(@Nullable BsonValue[] operands, BsonOrder order) {
    BsonValue left = operands[0];
    BsonValue right = operands[1];
    if (left == null || right == null || isNullish(left) || isNullish(right)) {
      return BsonValue.NULL;
    }
    requireArray(left, 17048, "both operands of $setDifference must be arrays. First argument");
    requireArray(right, 17049, "both operands of $setDifference must be arrays. Second argument");
    Set<BsonOrder.Key> passed = set(right, order);
    List<BsonValue> rest = new ArrayList<>();
    for (BsonValue element : left.asArray()) {
      if (passed.add(order.key(element))) {
        rest.add(element);
      }
    }
    return BsonArray.of(rest).toValue();
  }

  private static void requireArray(BsonValue value, int code, String text) {
    if (!value.isArray()) {
      throw new MqlException(code, text + " is of type: " + type(value));
    }
  }

  private static BsonValue isSubset(@Nullable BsonValue[] operands, BsonOrder order) {
    for (int i = 0; i < 2; i++) {
      BsonValue operand = operands[i];
      if (operand == null || !operand.isArray()) {
        throw new MqlException(
            17046 - (i == 0 ? 0 : 4),
            "both operands of $setIsSubset must be arrays. "
                + (i == 0 ? "First" : "Second")
                + " argument is of type: "
                + type(operand));
      }
    }
    BsonValue left = operands[0];
    BsonValue right = operands[1];
    return BsonValue.of(
        left != null && right != null && set(right, order).containsAll(set(left, order)));
  }

  private static BsonValue areEqual(@Nullable BsonValue[] operands, BsonOrder order) {
    Set<BsonOrder.Key> first = null;
    boolean equal = true;
    for (int i = 0; i < operands.length; i++) {
      BsonValue operand = operands[i];
      if (operand == null || !operand.isArray()) {
        throw new MqlException(
            17044,
            "All operands of $setEquals must be arrays. "
                + (i + 1)
                + "-th argument is of type: "
                + type(operand));
      }
      Set<BsonOrder.Key> set = set(operand, order);
      equal &= first == null || first.equals(set);
      first = first == null ? set : first;
    }
    return BsonValue.of(equal);
  }

  private static BsonValue elements(String name, int code, @Nullable BsonValue operand) {
    if (operand == null || !operand.isArray()) {
      throw new MqlException(code, name + "'s argument must be an array, but is " + type(operand));
    }
    boolean all = name.equals("$allElementsTrue");
    for (BsonValue element : operand.asArray()) {
      if (Expression.truth(element) != all) {
        return BsonValue.of(!all);
      }
    }
    return BsonValue.of(all);
  }
}
