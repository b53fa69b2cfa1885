package dev.partita.mql.query;

import static dev.partita.mql.MqlException.badValue;

import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonNumbers;
import dev.partita.bson.BsonOrder;
import dev.partita.bson.BsonType;
import dev.partita.bson.BsonValue;
import dev.partita.mql.ErrorText;
import dev.partita.mql.MqlCode;
import dev.partita.mql.MqlContext;
import dev.partita.mql.MqlException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Parser of the operators on a field that test one value. */
final class OperatorParser {

  private final FilterParser filters;
  private final BsonOrder order;

  OperatorParser(FilterParser filters, MqlContext context) {
    this.filters = filters;
    this.order = context.order();
  }

  /** The test of an operator; null if another operator of the document has it. */
  @Nullable ValueTest parse(String path, String name, BsonValue value, BsonDocument all) {
    return switch (name) {
      case "$eq" -> compare(ValueTest.Relation.EQUAL, value);
      case "$lt" -> ordered(path, ValueTest.Relation.LESS, value);
      case "$lte" -> ordered(path, ValueTest.Relation.LESS_OR_EQUAL, value);
      case "$gt" -> ordered(path, ValueTest.Relation.GREATER, value);
      case "$gte" -> ordered(path, ValueTest.Relation.GREATER_OR_EQUAL, value);
      case "$in" -> in(name, value);
      case "$regex" -> regex(value, all);
      case "$options" -> {
        if (!all.has("$regex")) {
          throw badValue("$options needs a $regex");
        }
        yield null;
      }
      case "$mod" -> remainder(value);
      case "$type" -> new ValueTest.HasType(types(value, path));
      case "$size" -> size(value);
      case "$elemMatch" -> filters.elemMatch(value);
      case "$bitsAllSet" -> new ValueTest.Bits(BitMask.parse(path, name, value), true, true);
      case "$bitsAnySet" -> new ValueTest.Bits(BitMask.parse(path, name, value), true, false);
      case "$bitsAllClear" -> new ValueTest.Bits(BitMask.parse(path, name, value), false, true);
      case "$bitsAnyClear" -> new ValueTest.Bits(BitMask.parse(path, name, value), false, false);
      default -> throw badValue("unknown operator: " + name);
    };
  }

  ValueTest compare(ValueTest.Relation relation, BsonValue operand) {
    if (operand.type() == BsonType.UNDEFINED) {
      throw badValue("cannot compare to undefined");
    }
    return new ValueTest.Compare(relation, operand, order);
  }

  private ValueTest ordered(String path, ValueTest.Relation relation, BsonValue operand) {
    if (operand.type() == BsonType.REGEX) {
      throw badValue("Can't have RegEx as arg to predicate over field '" + path + "'.");
    }
    return compare(relation, operand);
  }

  ValueTest.In in(String name, BsonValue value) {
    if (!value.isArray()) {
      throw badValue(name + " needs an array");
    }
    Set<BsonOrder.Key> values = new HashSet<>();
    List<BsonValue> sorted = new ArrayList<>();
    List<ValueTest.Regex> patterns = new ArrayList<>();
    boolean acceptsNull = false;
    for (BsonValue element : value.asArray()) {
      if (element.isDocument() && FilterParser.isOperators(element.asDocument())) {
        throw badValue("cannot nest $ under $in");
      }
      switch (element.type()) {
        case REGEX -> patterns.add(regex(element));
        case UNDEFINED -> throw badValue("InMatchExpression equality cannot be undefined");
        case NULL -> acceptsNull = true;
        default -> {
          if (values.add(order.key(element))) {
            sorted.add(element);
          }
        }
      }
    }
    sorted.sort(order);
    return new ValueTest.In(values, List.copyOf(sorted), List.copyOf(patterns), acceptsNull, order);
  }

  ValueTest.Regex regex(BsonValue value) {
    return new ValueTest.Regex(RegexPattern.compile(value.regexPattern(), value.regexOptions()));
  }

  private static ValueTest.Regex regex(BsonValue value, BsonDocument all) {
    String source;
    String options = "";
    if (value.isString()) {
      source = value.asString();
    } else if (value.type() == BsonType.REGEX) {
      source = value.regexPattern();
      options = value.regexOptions();
    } else {
      throw badValue("$regex has to be a string");
    }
    BsonValue given = all.get("$options");
    if (given != null) {
      if (!given.isString()) {
        throw badValue("$options has to be a string");
      }
      if (!options.isEmpty()) {
        throw new MqlException(51075, "options set in both $regex and $options");
      }
      options = given.asString();
    }
    return new ValueTest.Regex(RegexPattern.compile(source, options));
  }

  private static ValueTest remainder(BsonValue value) {
    if (!value.isArray()) {
      throw badValue("malformed mod, needs to be an array");
    }
    List<BsonValue> operands = value.asArray().values();
    if (operands.size() < 2) {
      throw badValue("malformed mod, not enough elements");
    }
    if (operands.size() > 2) {
      throw badValue("malformed mod, too many elements");
    }
    long divisor = integral(operands.get(0), "divisor");
    long remainder = integral(operands.get(1), "remainder");
    if (divisor == 0) {
      throw badValue("divisor cannot be 0");
    }
    return new ValueTest.Remainder(divisor, remainder);
  }

  private static long integral(BsonValue value, String what) {
    if (!value.isNumber()) {
      throw badValue("malformed mod, " + what + " not a number");
    }
    if (BsonNumbers.isNan(value) || BsonNumbers.isInfinite(value)) {
      throw badValue(
          "malformed mod, "
              + what
              + " value is invalid :: caused by :: Unable to coerce NaN/Inf to integral type");
    }
    double nearest = BsonNumbers.toDouble(value);
    if (value.type() != BsonType.INT64 && (nearest >= 0x1p63 || nearest < -0x1p63)) {
      throw badValue(
          "malformed mod, "
              + what
              + " value is invalid :: caused by :: Out of bounds coercing to integral value");
    }
    return BsonNumbers.truncated(value);
  }

  private static ValueTest size(BsonValue value) {
    String place = "$size: " + ErrorText.of(value);
    if (!value.isNumber()) {
      throw badValue("Failed to parse $size. Expected a number in: " + place);
    }
    Long size = BsonNumbers.exactLong(value);
    if (size == null) {
      throw badValue(
          "Failed to parse $size. Expected an integer"
              + (BsonNumbers.isNan(value) ? ", but found NaN in: " : ": ")
              + place);
    }
    if (size < 0) {
      throw badValue("Failed to parse $size. Expected a non-negative number in: " + place);
    }
    return new ValueTest.Size(size);
  }

  /** Types by name or number, alone or in an array. */
  static Set<BsonType> types(BsonValue value, String path) {
    Set<BsonType> types = EnumSet.noneOf(BsonType.class);
    if (value.isArray()) {
      for (BsonValue element : value.asArray()) {
        addTypes(element, types);
      }
    } else {
      addTypes(value, types);
    }
    if (types.isEmpty()) {
      throw new MqlException(MqlCode.FAILED_TO_PARSE, path + " must match at least one type");
    }
    return types;
  }

  private static void addTypes(BsonValue value, Set<BsonType> types) {
    if (value.isString()) {
      addNamed(value.asString(), types);
      return;
    }
    if (!value.isNumber()) {
      throw MqlException.typeMismatch("type must be represented as a number or a string");
    }
    Long number = BsonNumbers.exactLong(value);
    BsonType type = number == null ? null : BsonType.ofNumber(number);
    if (type == null) {
      throw badValue(
          "Invalid numerical type code: "
              + plain(value)
              + (number != null && number == 0 ? ". Instead use {$exists:false}." : ""));
    }
    types.add(type);
  }

  private static String plain(BsonValue value) {
    Long whole = BsonNumbers.exactLong(value);
    return whole == null ? ErrorText.of(value) : Long.toString(whole);
  }

  static void addNamed(String alias, Set<BsonType> types) {
    if (alias.equals("number")) {
      types.addAll(List.of(BsonType.INT32, BsonType.INT64, BsonType.DOUBLE, BsonType.DECIMAL128));
      return;
    }
    BsonType type = BsonType.ofAlias(alias);
    if (type == null) {
      throw badValue("Unknown type name alias: " + alias);
    }
    types.add(type);
  }
}
