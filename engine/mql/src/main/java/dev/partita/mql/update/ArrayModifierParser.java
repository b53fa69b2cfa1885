package dev.partita.mql.update;

import static dev.partita.mql.MqlException.badValue;
import static dev.partita.mql.MqlException.failedToParse;
import static dev.partita.mql.MqlException.typeMismatch;

import dev.partita.bson.BsonBuilder;
import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonElement;
import dev.partita.bson.BsonNumbers;
import dev.partita.bson.BsonOrder;
import dev.partita.bson.BsonType;
import dev.partita.bson.BsonValue;
import dev.partita.mql.ErrorText;
import dev.partita.mql.MqlContext;
import dev.partita.mql.query.DocumentFilter;
import dev.partita.mql.sort.SortPattern;
import java.util.Comparator;
import java.util.List;

/** Parser of the operators on arrays. */
final class ArrayModifierParser {

  private final MqlContext context;

  ArrayModifierParser(MqlContext context) {
    this.context = context;
  }

  FieldOperator parse(String modifier, BsonElement field) {
    return switch (modifier) {
      case "$push" -> push(field.value());
      case "$addToSet" -> addToSet(field.value());
      case "$pop" -> pop(field);
      case "$pull" -> pull(field.value());
      default -> pullAll(field.value());
    };
  }

  private FieldOperator push(BsonValue value) {
    BsonValue each = value.isDocument() ? value.asDocument().get("$each") : null;
    if (each == null) {
      return new ArrayOperators.Push(List.of(value), null, null, null);
    }
    if (!each.isArray()) {
      throw badValue(
          "The argument to $each in $push must be an array but it was of type: "
              + each.type().alias());
    }
    Long position = null;
    Long slice = null;
    Comparator<BsonValue> sort = null;
    for (BsonElement clause : value.asDocument()) {
      switch (clause.name()) {
        case "$each" -> {}
        case "$position" ->
            position =
                integer(
                    clause.value(),
                    "The value for $position must be an integer value, not of type: ");
        case "$slice" ->
            slice =
                integer(
                    clause.value(),
                    "The value for $slice must be an integer value but was given type: ");
        case "$sort" -> sort = sort(clause.value());
        default -> throw badValue("Unrecognized clause in $push: " + clause.name());
      }
    }
    return new ArrayOperators.Push(each.asArray().values(), position, slice, sort);
  }

  private static Long integer(BsonValue value, String text) {
    Long number = value.isNumber() ? BsonNumbers.exactLong(value) : null;
    if (number == null) {
      throw badValue(text + value.type().alias());
    }
    // Beyond the length of any array all numbers are alike.
    return (long) Math.clamp(number, Integer.MIN_VALUE, Integer.MAX_VALUE);
  }

  private Comparator<BsonValue> sort(BsonValue value) {
    if (value.isNumber()) {
      Long direction = BsonNumbers.exactLong(value);
      if (direction == null || Math.abs(direction) != 1) {
        throw badValue("The $sort element value must be either 1 or -1");
      }
      BsonOrder order = context.order();
      return direction == 1 ? order : order.reversed();
    }
    if (!value.isDocument()) {
      throw badValue(
          "The $sort is invalid: use 1/-1 to sort the whole element, or {field:1/-1} to sort"
              + " embedded fields");
    }
    requireSort(value.asDocument());
    SortPattern pattern = SortPattern.parse(value.asDocument(), context);
    return Comparator.comparing(
        element -> element.isDocument() ? element.asDocument() : BsonDocument.EMPTY, pattern);
  }

  private static void requireSort(BsonDocument sort) {
    if (sort.isEmpty()) {
      throw badValue("The sort pattern is empty when it should be a set of fields.");
    }
    for (BsonElement field : sort) {
      Long direction = field.value().isNumber() ? BsonNumbers.exactLong(field.value()) : null;
      if (direction == null || Math.abs(direction) != 1) {
        throw badValue("The sort element value must be either 1 or -1");
      }
      if (field.name().isEmpty()) {
        throw badValue("The sort field cannot be empty");
      }
      if (List.of(field.name().split("\\.", -1)).contains("")) {
        throw badValue("The sort field is a dotted field but has an empty part: " + field.name());
      }
    }
  }

  private FieldOperator addToSet(BsonValue value) {
    BsonDocument document = value.isDocument() ? value.asDocument() : BsonDocument.EMPTY;
    if (document.isEmpty() || !document.first().name().equals("$each")) {
      return new ArrayOperators.AddToSet(List.of(value), context.order());
    }
    BsonValue each = document.first().value();
    if (!each.isArray()) {
      throw typeMismatch(
          "The argument to $each in $addToSet must be an array but it was of type "
              + each.type().alias());
    }
    if (document.size() > 1) {
      throw badValue("Found unexpected fields after $each in $addToSet: " + ErrorText.of(value));
    }
    return new ArrayOperators.AddToSet(each.asArray().values(), context.order());
  }

  private static FieldOperator pop(BsonElement field) {
    String place = field.name() + ": " + ErrorText.of(field.value());
    if (!field.value().isNumber()) {
      throw failedToParse("Expected a number in: " + place);
    }
    Long end = BsonNumbers.exactLong(field.value());
    if (end == null) {
      throw failedToParse("Expected an integer: " + place);
    }
    if (Math.abs(end) != 1) {
      throw failedToParse("$pop expects 1 or -1, found: " + end);
    }
    return new ArrayOperators.Pop(end == -1);
  }

  private FieldOperator pull(BsonValue value) {
    if (value.type() == BsonType.REGEX) {
      return ArrayOperators.Pull.matchingValue(onEmptyName(value));
    }
    if (!value.isDocument()) {
      return ArrayOperators.Pull.equalTo(value, context.order());
    }
    BsonDocument document = value.asDocument();
    if (isOperatorOnValue(document)) {
      return ArrayOperators.Pull.matchingValue(onEmptyName(value));
    }
    return ArrayOperators.Pull.matchingDocument(DocumentFilter.parse(document, context));
  }

  private DocumentFilter onEmptyName(BsonValue value) {
    return DocumentFilter.parse(new BsonBuilder().put("", value).build(), context);
  }

  /**
   * Whether a condition begins with an operator that is about a value, and not about a document.
   */
  private static boolean isOperatorOnValue(BsonDocument document) {
    if (document.isEmpty()) {
      return false;
    }
    return switch (document.first().name()) {
      case "$eq",
          "$ne",
          "$gt",
          "$gte",
          "$lt",
          "$lte",
          "$in",
          "$nin",
          "$exists",
          "$type",
          "$mod",
          "$size",
          "$all",
          "$elemMatch",
          "$regex",
          "$options",
          "$bitsAllSet",
          "$bitsAnySet",
          "$bitsAllClear",
          "$bitsAnyClear" ->
          true;
      default -> false;
    };
  }

  private FieldOperator pullAll(BsonValue value) {
    if (!value.isArray()) {
      throw badValue("$pullAll requires an array argument but was given a " + value.type().alias());
    }
    return ArrayOperators.Pull.equalToAny(value.asArray(), context.order());
  }
}
