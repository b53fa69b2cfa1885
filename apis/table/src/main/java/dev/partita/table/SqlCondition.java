package dev.partita.table;

import dev.partita.json.JsonBoolean;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;
import dev.partita.table.edm.EdmValue;
import dev.partita.table.edm.EntityDocument;
import dev.partita.table.filter.Filter;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a filter says of the documents of a table, in SQL. It may let more pass than the filter
 * does, never less. Immutable.
 */
record SqlCondition(String text, Map<String, JsonValue> parameters) {

  private static final char FIRST_SURROGATE = '\uD800';
  private static final int INT64 = 18;

  /** Empty if the filter says nothing that an index could know. */
  static Optional<SqlCondition> of(Filter filter) {
    Translation translation = new Translation();
    String text = translation.of(filter);
    return text == null
        ? Optional.empty()
        : Optional.of(new SqlCondition(text, translation.parameters));
  }

  /** The parameters that a translation has given names to. */
  private static final class Translation {
    private final Map<String, JsonValue> parameters = new LinkedHashMap<>();

    @Nullable String of(Filter filter) {
      return switch (filter) {
        case Filter.And(Filter left, Filter right) -> {
          String first = of(left);
          String second = of(right);
          yield first == null || second == null
              ? (first == null ? second : first)
              : "(" + first + " AND " + second + ")";
        }
        case Filter.Or(Filter left, Filter right) -> {
          String first = of(left);
          String second = of(right);
          yield first == null || second == null ? null : "(" + first + " OR " + second + ")";
        }
        case Filter.Truth(Filter.Operand.Named(String name)) ->
            value(name) + " = " + parameter(JsonBoolean.TRUE);
        case Filter.Comparison comparison -> {
          Filter.PropertyTest test = Filter.test(comparison);
          yield test == null ? null : test(test);
        }
        case Filter.Not _, Filter.Truth _ -> null;
      };
    }

    private @Nullable String test(Filter.PropertyTest test) {
      String operator = operator(test.operator());
      boolean equal = test.operator() == Filter.Operator.EQ;
      boolean key = test.property().equals("PartitionKey") || test.property().equals("RowKey");
      if (operator == null
          || test.property().equals("Timestamp")
          || (key && !(test.value() instanceof EdmValue.Text))) {
        return null;
      }
      String path =
          switch (test.property()) {
            case "PartitionKey" -> "c[\"$pk\"]";
            case "RowKey" -> "c.id";
            default -> value(test.property());
          };
      return switch (test.value()) {
        case EdmValue.Text(String text) ->
            equal || text.chars().noneMatch(c -> c >= FIRST_SURROGATE)
                ? path + operator + parameter(JsonString.of(text))
                : null;
        case EdmValue.Moment(long ticks) ->
            path + operator + parameter(JsonString.of(EntityDocument.padded(ticks)));
        case EdmValue.Guid(var guid) -> path + operator + parameter(JsonString.of(guid.toString()));
        case EdmValue.Flag(boolean flag) when equal ->
            path + operator + parameter(JsonBoolean.of(flag));
        case EdmValue.Binary(byte[] bytes) when equal ->
            path + operator + parameter(JsonString.of(Base64.getEncoder().encodeToString(bytes)));
        case EdmValue.Int32(int number) -> number(test, path, operator, JsonNumber.of(number));
        case EdmValue.Int64(long number) -> number(test, path, operator, JsonNumber.of(number));
        case EdmValue.Real(double number) ->
            Double.isFinite(number) ? number(test, path, operator, JsonNumber.of(number)) : null;
        case EdmValue.Flag _, EdmValue.Binary _ -> null;
      };
    }

    /**
     * Integers of 64 bits are texts in documents, whose order is not that of numbers. So is what is
     * beyond all numbers on either side.
     */
    private String number(
        Filter.PropertyTest test, String path, String operator, JsonNumber number) {
      String plain = path + operator + parameter(number);
      if (test.operator() != Filter.Operator.EQ) {
        String type = path.substring(0, path.length() - "[\"$v\"]".length()) + "[\"$t\"]";
        boolean less =
            test.operator() == Filter.Operator.LT || test.operator() == Filter.Operator.LE;
        double beyond = less ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
        String infinite = path + " = " + parameter(JsonString.of(Double.toString(beyond)));
        return "(" + plain + " OR " + infinite + " OR " + type + " = " + INT64 + ")";
      }
      return number.isIntegral()
          ? "("
              + plain
              + " OR "
              + path
              + " = "
              + parameter(JsonString.of(EntityDocument.padded(number.longValue())))
              + ")"
          : plain;
    }

    private String parameter(JsonValue value) {
      String name = "@p" + parameters.size();
      parameters.put(name, value);
      return name;
    }

    private static String value(String property) {
      return "c[\"" + EntityDocument.member(property) + "\"][\"$v\"]";
    }

    private static @Nullable String operator(Filter.Operator operator) {
      return switch (operator) {
        case EQ -> " = ";
        case GT -> " > ";
        case GE -> " >= ";
        case LT -> " < ";
        case LE -> " <= ";
        case NE -> null;
      };
    }
  }
}
