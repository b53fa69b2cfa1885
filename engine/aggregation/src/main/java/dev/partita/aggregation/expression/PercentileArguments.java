package dev.partita.aggregation.expression;

import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonElement;
import dev.partita.bson.BsonNumbers;
import dev.partita.bson.BsonValue;
import dev.partita.mql.ErrorText;
import dev.partita.mql.Expression;
import dev.partita.mql.ExpressionParser;
import dev.partita.mql.MqlException;
import dev.partita.mql.Variables;
import java.util.List;

/**
 * What {@code $median} and {@code $percentile} are asked for.
 *
 * @param input what the percentiles are of
 * @param wanted parts of 1
 */
public record PercentileArguments(Expression input, List<Double> wanted) {

  private static final String NUMBERS = "an array of numbers from [0.0, 1.0]";
  private static final String MEDIAN = "$median";

  /**
   * Reads the arguments.
   *
   * @throws MqlException if they are none
   */
  public static PercentileArguments parse(
      String name, BsonValue argument, ExpressionParser expressions) {
    boolean median = name.equals(MEDIAN);
    if (!argument.isDocument()) {
      throw new MqlException(
          median ? 7_436_100 : 7_429_703,
          "specification must be an object; found " + name + ": " + ErrorText.of(argument));
    }
    BsonDocument fields = argument.asDocument();
    for (BsonElement field : fields) {
      boolean known =
          switch (field.name()) {
            case "input", "method" -> true;
            case "p" -> !median;
            default -> false;
          };
      if (!known) {
        throw new MqlException(
            40_415, "BSON field '" + name + "." + field.name() + "' is an unknown field.");
      }
    }
    List<Double> wanted = median ? List.of(0.5) : parts(required(name, fields, "p"), expressions);
    Expression input = expressions.parse(required(name, fields, "input"));
    requireMethod(name, required(name, fields, "method"));
    return new PercentileArguments(input, wanted);
  }

  private static BsonValue required(String name, BsonDocument fields, String field) {
    BsonValue value = fields.get(field);
    if (value == null) {
      throw new MqlException(
          40_414, "BSON field '" + name + "." + field + "' is missing but a required field");
    }
    return value;
  }

  private static void requireMethod(String name, BsonValue method) {
    if (!method.isString()) {
      throw MqlException.typeMismatch(
          "BSON field '"
              + name
              + ".method' is the wrong type '"
              + method.type().alias()
              + "', expected type 'string'");
    }
    if (!method.asString().equals("approximate")) {
      throw MqlException.badValue(
          "Currently only 'approximate' can be used as percentile 'method'.");
    }
  }

  private static List<Double> parts(BsonValue given, ExpressionParser expressions) {
    Expression expression = expressions.parse(given);
    if (!AggregationExpressions.isConstant(expression)) {
      throw refused(7_750_300, ErrorText.of(given));
    }
    BsonValue value = expression.evaluate(BsonDocument.EMPTY, Variables.NONE);
    if (value == null || !value.isArray() || value.asArray().isEmpty()) {
      throw refused(7_750_301, ValueText.of(value));
    }
    return value.asArray().stream().map(PercentileArguments::part).toList();
  }

  private static Double part(BsonValue part) {
    if (!part.isNumber()) {
      throw refused(7_750_302, ValueText.of(part));
    }
    double number = BsonNumbers.toDouble(part);
    if (!(number >= 0 && number <= 1)) {
      throw refused(7_750_303, ValueText.of(part));
    }
    return number;
  }

  private static MqlException refused(int code, String found) {
    return new MqlException(
        code, "The $percentile 'p' field must be " + NUMBERS + ", but found: " + found);
  }
}
