package dev.partita.table;

import dev.partita.json.JsonBoolean;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;
import dev.partita.plan.FieldPath;
import dev.partita.plan.Predicate;
import dev.partita.table.edm.EdmValue;
import dev.partita.table.edm.EntityDocument;
import dev.partita.table.filter.Filter;
import java.util.Base64;
import java.util.List;

/**
 * OData filters as predicates over the documents of entities. Values there have marks of their
 * types, and some types share a form: so predicates always leave a residual, and the filter itself
 * decides about each entity. Pure functions.
 */
final class FilterPredicate {

  private static final char FIRST_SURROGATE = '\uD800';
  private static final int INT64 = 18;
  private static final Predicate ANY = new Predicate.Residual();

  private FilterPredicate() {}

  /** A predicate that every entity passes, or may pass, which the filter accepts. */
  static Predicate of(Filter filter) {
    return switch (filter) {
      case Filter.And(Filter left, Filter right) -> Predicate.and(of(left), of(right));
      case Filter.Or(Filter left, Filter right) -> Predicate.or(of(left), of(right));
      case Filter.Truth(Filter.Operand.Named(String name)) ->
          Predicate.atLeast(Predicate.equal(value(name), JsonBoolean.TRUE));
      case Filter.Comparison comparison -> {
        Filter.PropertyTest test = Filter.test(comparison);
        yield test == null ? ANY : of(test);
      }
      case Filter.Not _, Filter.Truth _ -> ANY;
    };
  }

  /** Whether a filter says something of documents by which an index could find them. */
  static boolean narrows(Predicate predicate) {
    return switch (predicate) {
      case Predicate.And(List<Predicate> operands) ->
          operands.stream().anyMatch(FilterPredicate::narrows);
      case Predicate.Or(List<Predicate> operands) ->
          operands.stream().allMatch(FilterPredicate::narrows);
      case Predicate.Residual _ -> false;
      default -> true;
    };
  }

  private static Predicate of(Filter.PropertyTest test) {
    Predicate.Operator operator = operator(test.operator());
    boolean key = test.property().equals("PartitionKey") || test.property().equals("RowKey");
    if (operator == Predicate.Operator.NOT_EQUAL
        || test.property().equals("Timestamp")
        || (key && !(test.value() instanceof EdmValue.Text))) {
      return ANY;
    }
    FieldPath path =
        switch (test.property()) {
          case "PartitionKey" -> FieldPath.of("$pk");
          case "RowKey" -> FieldPath.of("id");
          default -> value(test.property());
        };
    boolean equal = operator == Predicate.Operator.EQUAL;
    return switch (test.value()) {
      case EdmValue.Text(String text) ->
          equal || text.chars().noneMatch(c -> c >= FIRST_SURROGATE)
              ? compare(path, operator, JsonString.of(text))
              : ANY;
      case EdmValue.Moment(long ticks) ->
          compare(path, operator, JsonString.of(EntityDocument.padded(ticks)));
      case EdmValue.Guid(var guid) -> compare(path, operator, JsonString.of(guid.toString()));
      case EdmValue.Flag(boolean flag) ->
          equal ? compare(path, operator, JsonBoolean.of(flag)) : ANY;
      case EdmValue.Binary(byte[] bytes) ->
          equal
              ? compare(path, operator, JsonString.of(Base64.getEncoder().encodeToString(bytes)))
              : ANY;
      case EdmValue.Int32(int number) -> number(test.property(), operator, JsonNumber.of(number));
      case EdmValue.Int64(long number) -> number(test.property(), operator, JsonNumber.of(number));
      case EdmValue.Real(double number) ->
          Double.isFinite(number) ? number(test.property(), operator, JsonNumber.of(number)) : ANY;
    };
  }

  /**
   * Integers of 64 bits are texts in documents, whose order is not that of numbers. So is what is
   * beyond all numbers on either side.
   */
  private static Predicate number(String property, Predicate.Operator operator, JsonNumber number) {
    FieldPath path = value(property);
    Predicate plain = new Predicate.Comparison(path, operator, number);
    if (operator == Predicate.Operator.EQUAL) {
      return Predicate.atLeast(
          number.isIntegral()
              ? Predicate.or(
                  plain,
                  Predicate.equal(path, JsonString.of(EntityDocument.padded(number.longValue()))))
              : plain);
    }
    boolean less =
        operator == Predicate.Operator.LESS || operator == Predicate.Operator.LESS_OR_EQUAL;
    double beyond = less ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
    FieldPath type = FieldPath.of(EntityDocument.member(property), "$t");
    return Predicate.atLeast(
        Predicate.or(
            plain,
            Predicate.equal(path, JsonString.of(Double.toString(beyond))),
            Predicate.equal(type, JsonNumber.of(INT64))));
  }

  private static Predicate compare(FieldPath path, Predicate.Operator operator, JsonValue value) {
    return Predicate.atLeast(new Predicate.Comparison(path, operator, value));
  }

  private static FieldPath value(String property) {
    return FieldPath.of(EntityDocument.member(property), "$v");
  }

  private static Predicate.Operator operator(Filter.Operator operator) {
    return switch (operator) {
      case EQ -> Predicate.Operator.EQUAL;
      case NE -> Predicate.Operator.NOT_EQUAL;
      case GT -> Predicate.Operator.GREATER;
      case GE -> Predicate.Operator.GREATER_OR_EQUAL;
      case LT -> Predicate.Operator.LESS;
      case LE -> Predicate.Operator.LESS_OR_EQUAL;
    };
  }
}
