package dev.partita.aggregation.expression;

import static dev.partita.aggregation.expression.Operands.isNullish;
import static dev.partita.aggregation.expression.Operands.type;

import dev.partita.bson.BsonNumbers;
import dev.partita.bson.BsonType;
import dev.partita.bson.BsonValue;
import dev.partita.mql.Expression;
import dev.partita.mql.MqlCode;
import dev.partita.mql.MqlException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Types of values, and conversions between them. */
final class TypeOperators {

  private TypeOperators() {}

  static void addTo(Operators operators) {
    operators.unary("$type", operand -> BsonValue.string(type(operand)));
    operators.unary("$isNumber", operand -> BsonValue.of(Operands.isNumber(operand)));
    operators.add("$convert", TypeOperators::convert);
    to(operators, "$toString", BsonType.STRING);
    to(operators, "$toInt", BsonType.INT32);
    to(operators, "$toLong", BsonType.INT64);
    to(operators, "$toDouble", BsonType.DOUBLE);
    to(operators, "$toDecimal", BsonType.DECIMAL128);
    to(operators, "$toBool", BsonType.BOOLEAN);
    to(operators, "$toDate", BsonType.DATE);
    to(operators, "$toObjectId", BsonType.OBJECT_ID);
  }

  private static void to(Operators operators, String name, BsonType wanted) {
    operators.unary(
        name,
        operand ->
            operand == null || isNullish(operand)
                ? BsonValue.NULL
                : Conversions.convert(operand, wanted));
  }

  private static Expression convert(BsonValue argument, ExpressionReader reader) {
    if (!argument.isDocument()) {
      throw MqlException.failedToParse(
          "$convert expects an object of named arguments but found: " + type(argument));
    }
    NamedArguments arguments = reader.named("$convert", argument, 9);
    for (String given : arguments.names()) {
      if (!Set.of("input", "to", "onError", "onNull").contains(given)) {
        throw MqlException.failedToParse("$convert found an unknown argument: " + given);
      }
    }
    Expression input = arguments.optional("input");
    Expression to = arguments.optional("to");
    if (input == null) {
      throw MqlException.failedToParse("Missing 'input' parameter to $convert");
    }
    if (to == null) {
      throw MqlException.failedToParse("Missing 'to' parameter to $convert");
    }
    Expression onError = arguments.optional("onError");
    Expression onNull = arguments.optional("onNull");
    return (document, variables) -> {
      BsonValue value = input.evaluate(document, variables);
      BsonValue wanted = to.evaluate(document, variables);
      boolean none = isNone(wanted);
      BsonType target = isNullish(wanted) || none ? null : target(wanted);
      if (value == null || isNullish(value)) {
        return onNull == null ? BsonValue.NULL : onNull.evaluate(document, variables);
      }
      if (target == null && !none) {
        return BsonValue.NULL;
      }
      if (onError == null) {
        return Conversions.convert(value, target);
      }
      try {
        return Conversions.convert(value, target);
      } catch (MqlException e) {
        if (e.code() != MqlCode.CONVERSION_FAILURE.number()) {
          throw e;
        }
        return onError.evaluate(document, variables);
      }
    };
  }

  /** Whether the type is that of no value, which nothing can be converted to. */
  private static boolean isNone(@Nullable BsonValue to) {
    Long number = Operands.isNumber(to) && to != null ? BsonNumbers.exactLong(to) : null;
    return number != null && number == 0;
  }

  private static BsonType target(@Nullable BsonValue to) {
    BsonType found = null;
    if (to != null && to.isString()) {
      found = BsonType.ofAlias(to.asString());
      if (found == null) {
        throw MqlException.badValue("Unknown type name: " + to.asString());
      }
    } else if (to != null && to.isNumber()) {
      Long number = BsonNumbers.exactLong(to);
      if (number == null) {
        throw MqlException.failedToParse("In $convert, numeric 'to' argument is not an integer");
      }
      found = BsonType.ofNumber(number);
      if (found == null) {
        throw MqlException.failedToParse(
            "In $convert, numeric value for 'to' does not correspond to a BSON type: " + number);
      }
    } else {
      throw MqlException.failedToParse(
          "$convert's 'to' argument must be a string or number, but is " + type(to));
    }
    return found;
  }
}
