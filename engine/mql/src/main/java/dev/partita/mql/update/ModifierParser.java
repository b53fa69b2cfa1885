package dev.partita.mql.update;

import static dev.partita.mql.MqlException.badValue;
import static dev.partita.mql.MqlException.failedToParse;
import static dev.partita.mql.MqlException.typeMismatch;

import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonElement;
import dev.partita.bson.BsonPath;
import dev.partita.bson.BsonType;
import dev.partita.bson.BsonValue;
import dev.partita.mql.ErrorText;
import dev.partita.mql.MqlCode;
import dev.partita.mql.MqlContext;
import dev.partita.mql.MqlException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Parser of updates that consist of operators. */
final class ModifierParser {

  private static final int MAX_PATH_PARTS = 200;

  private final MqlContext context;
  private final ArrayModifierParser arrays;
  private final Map<String, ArrayFilter> filters;
  private final Set<String> usedFilters = new HashSet<>();
  private final UpdateNode.Inner root = new UpdateNode.Inner();

  ModifierParser(MqlContext context, Map<String, ArrayFilter> filters) {
    this.context = context;
    this.arrays = new ArrayModifierParser(context);
    this.filters = filters;
  }

  UpdateNode.Inner parse(BsonDocument update) {
    for (BsonElement modifier : update) {
      if (!isModifier(modifier.name())) {
        throw failedToParse(
            "Unknown modifier: "
                + modifier.name()
                + ". Expected a valid update modifier or pipeline-style update specified as an"
                + " array");
      }
      if (!modifier.value().isDocument()) {
        throw failedToParse(
            "Modifiers operate on fields but we found type "
                + modifier.value().type().alias()
                + " instead. For example: {$mod: {<field>: ...}} not {"
                + modifier.name()
                + ": "
                + ErrorText.of(modifier.value())
                + "}");
      }
      for (BsonElement field : modifier.value().asDocument()) {
        field(modifier.name(), field);
      }
    }
    for (String identifier : filters.keySet()) {
      if (!usedFilters.contains(identifier)) {
        throw failedToParse(
            "The array filter for identifier '"
                + identifier
                + "' was not used in the update "
                + ErrorText.of(update.toValue()));
      }
    }
    return root;
  }

  private static boolean isModifier(String name) {
    return switch (name) {
      case "$set",
          "$unset",
          "$inc",
          "$mul",
          "$min",
          "$max",
          "$rename",
          "$setOnInsert",
          "$currentDate",
          "$bit",
          "$push",
          "$addToSet",
          "$pop",
          "$pull",
          "$pullAll" ->
          true;
      default -> false;
    };
  }

  private void field(String modifier, BsonElement field) {
    if (modifier.equals("$rename")) {
      rename(field);
    } else {
      root.add(field.name(), parts(field.name()), operator(modifier, field));
    }
  }

  private FieldOperator operator(String modifier, BsonElement field) {
    BsonValue value = field.value();
    return switch (modifier) {
      case "$set" -> new FieldOperators.Set(value);
      case "$unset" -> new FieldOperators.Unset();
      case "$setOnInsert" -> new FieldOperators.SetOnInsert(value);
      case "$inc", "$mul" -> arithmetic(modifier, field);
      case "$min" -> new FieldOperators.Extreme(value, true, context.order());
      case "$max" -> new FieldOperators.Extreme(value, false, context.order());
      case "$currentDate" -> currentDate(value);
      case "$bit" -> bitwise(value);
      default -> arrays.parse(modifier, field);
    };
  }

  private static FieldOperator arithmetic(String modifier, BsonElement field) {
    if (!field.value().isNumber()) {
      throw typeMismatch(
          "Cannot "
              + (modifier.equals("$inc") ? "increment" : "multiply")
              + " with non-numeric argument: {"
              + field.name()
              + ": "
              + ErrorText.of(field.value())
              + "}");
    }
    return new FieldOperators.Arithmetic(modifier, field.value());
  }

  private static FieldOperator currentDate(BsonValue value) {
    if (value.type() == BsonType.BOOLEAN) {
      return new FieldOperators.CurrentDate(false);
    }
    if (!value.isDocument()) {
      throw badValue(
          value.type().alias()
              + " is not valid type for $currentDate. Please use a boolean ('true') or a $type"
              + " expression ({$type: 'timestamp/date'}).");
    }
    BsonValue type = null;
    for (BsonElement option : value.asDocument()) {
      if (!option.name().equals("$type")) {
        throw badValue("Unrecognized $currentDate option: " + option.name());
      }
      type = option.value();
    }
    String name = type != null && type.isString() ? type.asString() : "";
    if (!name.equals("date") && !name.equals("timestamp")) {
      throw badValue(
          "The '$type' string field is required to be 'date' or 'timestamp': {$currentDate: {field"
              + " : {$type: 'date'}}}");
    }
    return new FieldOperators.CurrentDate(name.equals("timestamp"));
  }

  private static FieldOperator bitwise(BsonValue value) {
    if (!value.isDocument()) {
      throw badValue(
          "The $bit modifier is not compatible with a "
              + value.type().alias()
              + ". You must pass in an embedded document: {$bit: {field: {and/or/xor: #}}");
    }
    List<FieldOperators.Bitwise.Step> steps = new ArrayList<>();
    for (BsonElement step : value.asDocument()) {
      String place = "{" + step.name() + ": " + ErrorText.of(step.value()) + "}";
      if (!Set.of("and", "or", "xor").contains(step.name())) {
        throw badValue(
            "The $bit modifier only supports 'and', 'or', and 'xor', not '"
                + step.name()
                + "' which is an unknown operator: "
                + place);
      }
      BsonType type = step.value().type();
      if (type != BsonType.INT32 && type != BsonType.INT64) {
        throw badValue(
            "The $bit modifier field must be an Integer(32/64 bit); a '"
                + type.alias()
                + "' is not supported here: "
                + place);
      }
      steps.add(new FieldOperators.Bitwise.Step(step.name(), step.value()));
    }
    if (steps.isEmpty()) {
      throw badValue(
          "You must pass in at least one bitwise operation. The format is: {$bit: {field:"
              + " {and/or/xor: #}}");
    }
    return new FieldOperators.Bitwise(List.copyOf(steps));
  }

  private void rename(BsonElement field) {
    String source = field.name();
    String place = source + ": " + ErrorText.of(field.value());
    if (!field.value().isString()) {
      throw badValue("The 'to' field for $rename must be a string: " + place);
    }
    String to = field.value().asString();
    if (to.indexOf(0) >= 0) {
      throw badValue("The 'to' field for $rename cannot contain an embedded null byte");
    }
    if (source.equals(to)) {
      throw badValue("The source and target field for $rename must differ: " + place);
    }
    String[] sourceParts = parts(source);
    String[] toParts = parts(to);
    BsonPath sourcePath = BsonPath.of(source);
    BsonPath toPath = BsonPath.of(to);
    if (sourcePath.startsWith(toPath) || toPath.startsWith(sourcePath)) {
      throw badValue(
          "The source and target field for $rename must not be on the same path: " + place);
    }
    requireStatic(source, sourceParts, "source");
    requireStatic(to, toParts, "destination");
    root.add(source, sourceParts, new FieldOperators.Unset());
    root.add(to, toParts, new FieldOperators.Renamed(sourcePath));
  }

  private static void requireStatic(String path, String[] parts, String end) {
    for (String part : parts) {
      if (part.equals("$") || part.startsWith("$[")) {
        throw badValue("The " + end + " field for $rename may not be dynamic: " + path);
      }
    }
  }

  /** The parts of a path, which are checked. */
  private String[] parts(String path) {
    if (path.isEmpty()) {
      throw new MqlException(MqlCode.EMPTY_FIELD_NAME, "An empty update path is not valid.");
    }
    String[] parts = path.split("\\.", -1);
    if (parts.length > MAX_PATH_PARTS) {
      throw new MqlException(MqlCode.OVERFLOW, "FieldPath is too long");
    }
    int positional = 0;
    for (int i = 0; i < parts.length; i++) {
      String part = parts[i];
      if (part.isEmpty()) {
        throw new MqlException(
            MqlCode.EMPTY_FIELD_NAME,
            "The update path '" + path + "' contains an empty field name, which is not allowed.");
      }
      if (part.equals("$")) {
        positional++;
      }
      if (i == 0) {
        requireFirst(path, part);
      }
      if (part.startsWith("$[") && part.endsWith("]")) {
        identifier(path, part.substring(2, part.length() - 1));
      }
    }
    if (positional > 1) {
      throw badValue("Too many positional (i.e. '$') elements found in path '" + path + "'");
    }
    return parts;
  }

  private static void requireFirst(String path, String part) {
    if (part.equals("$")) {
      throw badValue(
          "Cannot have positional (i.e. '$') element in the first position in path '" + path + "'");
    }
    if (part.startsWith("$[")) {
      throw badValue(
          "Cannot have array filter identifier (i.e. '$[<id>]') element in the first position in"
              + " path '"
              + path
              + "'");
    }
    if (part.startsWith("$")) {
      throw Replacement.dollarField(part);
    }
  }

  private void identifier(String path, String identifier) {
    if (identifier.isEmpty()) {
      return;
    }
    if (!filters.containsKey(identifier)) {
      throw badValue(
          "No array filter found for identifier '" + identifier + "' in path '" + path + "'");
    }
    usedFilters.add(identifier);
  }
}
