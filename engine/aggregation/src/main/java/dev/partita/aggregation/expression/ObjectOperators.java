package dev.partita.aggregation.expression;

import static dev.partita.aggregation.expression.Operands.isNullish;
import static dev.partita.aggregation.expression.Operands.type;

import dev.partita.bson.BsonArray;
import dev.partita.bson.BsonBuilder;
import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonElement;
import dev.partita.bson.BsonType;
import dev.partita.bson.BsonValue;
import dev.partita.mql.Expression;
import dev.partita.mql.MqlException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Operators on documents, and those that need no operand. */
final class ObjectOperators {

  private ObjectOperators() {}

  static void addTo(Operators operators) {
    operators.add("$literal", (argument, _) -> new Constant(argument));
    operators.add("$const", (argument, _) -> new Constant(argument));
    operators.add("$mergeObjects", 0, Operators.ANY, ObjectOperators::merge);
    operators.unary("$objectToArray", ObjectOperators::toArray);
    operators.unary("$arrayToObject", ObjectOperators::fromArray);
    operators.add("$getField", ObjectOperators::getField);
    operators.add("$setField", (argument, reader) -> setField("$setField", argument, reader));
    operators.add("$unsetField", (argument, reader) -> setField("$unsetField", argument, reader));
    operators.add("$rand", ObjectOperators::random);
    operators.unary("$bsonSize", ObjectOperators::bsonSize);
    operators.unary("$binarySize", ObjectOperators::binarySize);
  }

  private static BsonValue merge(@Nullable BsonValue[] operands) {
    Map<String, BsonValue> merged = new LinkedHashMap<>();
    for (BsonValue operand : operands) {
      if (operand == null || isNullish(operand)) {
        continue;
      }
      if (!operand.isDocument()) {
        throw new MqlException(
            40400,
            "$mergeObjects requires object inputs, but input "
                + ValueText.of(operand)
                + " is of type "
                + type(operand));
      }
      for (BsonElement element : operand.asDocument()) {
        merged.put(element.name(), element.value());
      }
    }
    return document(merged);
  }

  static BsonValue document(Map<String, BsonValue> fields) {
    BsonBuilder builder = BsonDocument.builder();
    fields.forEach(builder::put);
    return builder.build().toValue();
  }

  private static BsonValue toArray(@Nullable BsonValue operand) {
    if (operand == null || isNullish(operand)) {
      return BsonValue.NULL;
    }
    if (!operand.isDocument()) {
      throw new MqlException(
          40390, "$objectToArray requires a document input, found: " + type(operand));
    }
    List<BsonValue> pairs = new ArrayList<>();
    for (BsonElement element : operand.asDocument()) {
      pairs.add(
          BsonDocument.builder()
              .put("k", element.name())
              .put("v", element.value())
              .build()
              .toValue());
    }
    return BsonArray.of(pairs).toValue();
  }

  private static BsonValue fromArray(@Nullable BsonValue operand) {
    if (operand == null || isNullish(operand)) {
      return BsonValue.NULL;
    }
    if (!operand.isArray()) {
      throw new MqlException(
          40386, "$arrayToObject requires an array input, found: " + type(operand));
    }
    Map<String, BsonValue> fields = new LinkedHashMap<>();
    BsonType form = null;
    for (BsonValue pair : operand.asArray()) {
      if (!pair.isArray() && !pair.isDocument()) {
        throw new MqlException(
            40398, "Unrecognised input type format for $arrayToObject: " + type(pair));
      }
      if (form != null && form != pair.type()) {
        throw pair.isArray()
            ? new MqlException(
                40397,
                "$arrayToObject requires a consistent input format. Elements must all be"
                    + " arrays or all be objects. Object was detected, now found: "
                    + type(pair))
            : new MqlException(
                40391,
                "$arrayToObject requires a consistent input format. Elements must all be"
                    + " arrays or all be objects. Array was detected, now found: "
                    + type(pair));
      }
      form = pair.type();
      if (pair.isArray()) {
        putPair(fields, pair.asArray());
      } else {
        putObject(fields, pair.asDocument());
      }
    }
    return document(fields);
  }

  private static void putPair(Map<String, BsonValue> fields, BsonArray pair) {
    BsonValue name = pair.get(0);
    BsonValue value = pair.get(1);
    if (name == null || value == null || pair.size() != 2) {
      throw new MqlException(
          40397,
          "$arrayToObject requires an array of size 2 arrays,found array of size: " + pair.size());
    }
    if (!name.isString()) {
      throw new MqlException(
          40395,
          "$arrayToObject requires an array of key-value pairs, where the key must be of"
              + " type string. Found key type: "
              + type(name));
    }
    fields.put(plainName(name), value);
  }

  private static void putObject(Map<String, BsonValue> fields, BsonDocument pair) {
    if (pair.size() != 2) {
      throw new MqlException(
          40392,
          "$arrayToObject requires an object keys of 'k' and 'v'. Found incorrect number"
              + " of keys:"
              + pair.size());
    }
    BsonValue name = pair.get("k");
    BsonValue value = pair.get("v");
    if (name == null || value == null) {
      throw new MqlException(
          40393,
          "$arrayToObject requires an object with keys 'k' and 'v'. Missing either or both"
              + " keys from: "
              + ValueText.of(pair.toValue()));
    }
    if (!name.isString()) {
      throw new MqlException(
          40394,
          "$arrayToObject requires an object with keys 'k' and 'v', where the value of 'k'"
              + " must be of type string. Found type: "
              + type(name));
    }
    fields.put(plainName(name), value);
  }

  private static String plainName(BsonValue name) {
    String text = name.asString();
    if (text.indexOf(0) >= 0) {
      throw new MqlException(4940400, "Key field cannot contain an embedded null byte");
    }
    return text;
  }

  private static Expression getField(BsonValue argument, ExpressionReader reader) {
    BsonValue field = argument;
    BsonValue input = null;
    if (argument.isDocument() && !isExpression(argument.asDocument())) {
      NamedArguments arguments = reader.named("$getField", argument, 3041702);
      for (String given : arguments.names()) {
        if (!Set.of("field", "input").contains(given)) {
          throw new MqlException(3041701, "$getField found an unknown argument: " + given);
        }
      }
      BsonValue given = arguments.raw("field");
      input = arguments.raw("input");
      if (given == null) {
        throw new MqlException(3041702, "$getField requires 'field' to be specified");
      }
      if (input == null) {
        throw new MqlException(3041703, "$getField requires 'input' to be specified");
      }
      field = given;
    }
    Expression name = reader.parse(field);
    if (name instanceof Constant constant) {
      requireName("$getField", constant.value());
    }
    Expression from = input == null ? null : reader.parse(input);
    return (document, variables) -> {
      String wanted = requireName("$getField", name.evaluate(document, variables));
      BsonValue value = from == null ? document.toValue() : from.evaluate(document, variables);
      if (value == null || !value.isDocument()) {
        return isNullish(value) ? (value == null ? null : BsonValue.NULL) : null;
      }
      return value.asDocument().get(wanted);
    };
  }

  private static boolean isExpression(BsonDocument document) {
    return !document.isEmpty() && document.first().name().startsWith("$");
  }

  private static String requireName(String operator, @Nullable BsonValue name) {
    if (name == null || !name.isString()) {
      throw new MqlException(
          operator.equals("$getField") ? 5654602 : 4161107,
          operator + " requires 'field' to evaluate to type String, but got " + type(name));
    }
    return name.asString();
  }

  private static Expression setField(String name, BsonValue argument, ExpressionReader reader) {
    boolean sets = name.equals("$setField");
    if (!argument.isDocument()) {
      throw new MqlException(4161100, name + " only supports an object as its argument");
    }
    NamedArguments arguments = reader.named(name, argument, 4161100);
    Set<String> allowed = sets ? Set.of("field", "input", "value") : Set.of("field", "input");
    for (String given : arguments.names()) {
      if (!allowed.contains(given)) {
        throw new MqlException(4161101, name + " found an unknown argument: " + given);
      }
    }
    BsonValue field = arguments.raw("field");
    Expression input = arguments.optional("input");
    Expression value = sets ? arguments.optional("value") : new Constant(null);
    if (field == null) {
      throw new MqlException(4161102, name + " requires 'field' to be specified");
    }
    if (value == null) {
      throw new MqlException(4161103, name + " requires 'value' to be specified");
    }
    if (input == null) {
      throw new MqlException(4161109, name + " requires 'input' to be specified");
    }
    if (!(reader.parse(field) instanceof Constant constant)) {
      throw new MqlException(
          4161108,
          "$setField requires 'field' to evaluate to a constant, but got a non-constant"
              + " argument");
    }
    String wanted = requireName(name, constant.value());
    return (document, variables) -> {
      BsonValue target = input.evaluate(document, variables);
      if (target == null || isNullish(target)) {
        return BsonValue.NULL;
      }
      if (!target.isDocument()) {
        throw new MqlException(4161105, "$setField requires 'input' to evaluate to type Object");
      }
      return with(target.asDocument(), wanted, value.evaluate(document, variables));
    };
  }

  /** The document with the field set, or without it. */
  private static BsonValue with(BsonDocument target, String name, @Nullable BsonValue value) {
    BsonBuilder builder = BsonDocument.builder();
    boolean found = false;
    for (BsonElement element : target) {
      if (!element.name().equals(name)) {
        builder.put(element.name(), element.value());
      } else if (value != null && !found) {
        builder.put(name, value);
      }
      found |= element.name().equals(name);
    }
    if (!found && value != null) {
      builder.put(name, value);
    }
    return builder.build().toValue();
  }

  private static Expression random(BsonValue argument, ExpressionReader reader) {
    boolean none =
        argument.isDocument()
            ? argument.asDocument().isEmpty()
            : argument.isArray() && argument.asArray().isEmpty();
    if (!none) {
      throw new MqlException(3040501, "$rand does not currently accept arguments");
    }
    return (_, _) -> BsonValue.float64(reader.random().nextDouble());
  }

  private static BsonValue bsonSize(@Nullable BsonValue operand) {
    if (operand == null || isNullish(operand)) {
      return BsonValue.NULL;
    }
    if (!operand.isDocument()) {
      throw new MqlException(31393, "$bsonSize requires a document input, found: " + type(operand));
    }
    return BsonValue.int32(operand.byteLength());
  }

  private static BsonValue binarySize(@Nullable BsonValue operand) {
    if (operand == null || isNullish(operand)) {
      return BsonValue.NULL;
    }
    if (operand.isString()) {
      return BsonValue.int32(operand.byteLength() - 5);
    }
    if (operand.type() != BsonType.BINARY) {
      throw new MqlException(
          51276, "$binarySize requires a string or BinData argument, found: " + type(operand));
    }
    return BsonValue.int32(operand.asBinary().length);
  }
}
