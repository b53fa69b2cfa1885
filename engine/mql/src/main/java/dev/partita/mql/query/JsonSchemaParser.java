package dev.partita.mql.query;

import static dev.partita.mql.MqlException.failedToParse;
import static dev.partita.mql.MqlException.typeMismatch;

import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonElement;
import dev.partita.bson.BsonNumbers;
import dev.partita.bson.BsonOrder;
import dev.partita.bson.BsonType;
import dev.partita.bson.BsonValue;
import dev.partita.mql.ErrorText;
import dev.partita.mql.MqlException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Parser of {@code $jsonSchema}: draft 4 of JSON Schema, with bsonType and without integer. */
final class JsonSchemaParser {

  private static final int MAX_DEPTH = 100;

  private int depth;

  JsonSchema parse(BsonDocument schema) {
    if (++depth > MAX_DEPTH) {
      throw failedToParse("exceeded maximum query tree depth of " + MAX_DEPTH);
    }
    Set<String> seen = new HashSet<>();
    for (BsonElement element : schema) {
      if (!seen.add(element.name())) {
        throw failedToParse("Duplicate $jsonSchema keyword: " + element.name());
      }
    }
    List<JsonSchema.Keyword> keywords = new ArrayList<>();
    for (BsonElement element : schema) {
      keyword(element.name(), element.value(), schema, keywords);
    }
    if (seen.contains("type") && seen.contains("bsonType")) {
      throw failedToParse("Cannot specify both $jsonSchema keywords 'type' and 'bsonType'");
    }
    properties(schema, keywords);
    items(schema, keywords);
    depth--;
    return new JsonSchema(List.copyOf(keywords));
  }

  private void keyword(
      String name, BsonValue value, BsonDocument all, List<JsonSchema.Keyword> keywords) {
    JsonSchema.Keyword keyword =
        switch (name) {
          case "bsonType" -> new JsonSchema.Types(bsonTypes(value));
          case "type" -> new JsonSchema.Types(jsonTypes(value));
          case "enum" -> new JsonSchema.Enumeration(enumeration(value));
          case "minimum" ->
              new JsonSchema.Minimum(number(name, value), exclusive("exclusiveMinimum", all));
          case "maximum" ->
              new JsonSchema.Maximum(number(name, value), exclusive("exclusiveMaximum", all));
          case "multipleOf" -> new JsonSchema.MultipleOf(factor(value));
          case "minLength" -> new JsonSchema.TextLength(count(name, value), Long.MAX_VALUE);
          case "maxLength" -> new JsonSchema.TextLength(0, count(name, value));
          case "pattern" -> new JsonSchema.TextPattern(RegexPattern.compile(text(name, value), ""));
          case "allOf" -> new JsonSchema.AllOf(schemas(name, value));
          case "anyOf" -> new JsonSchema.AnyOf(schemas(name, value));
          case "oneOf" -> new JsonSchema.OneOf(schemas(name, value));
          case "not" -> new JsonSchema.Not(parse(negated(value)));
          case "minProperties" -> new JsonSchema.FieldCount(count(name, value), Long.MAX_VALUE);
          case "maxProperties" -> new JsonSchema.FieldCount(0, count(name, value));
          case "required" -> new JsonSchema.Required(names(name, value));
          case "dependencies" -> dependencies(document(name, value));
          case "minItems" -> new JsonSchema.ItemCount(count(name, value), Long.MAX_VALUE);
          case "maxItems" -> new JsonSchema.ItemCount(0, count(name, value));
          case "uniqueItems" -> bool(name, value) ? new JsonSchema.UniqueItems() : null;
          default -> {
            requireKnown(name, value, all);
            yield null;
          }
        };
    if (keyword != null) {
      keywords.add(keyword);
    }
  }

  private static void requireKnown(String name, BsonValue value, BsonDocument all) {
    switch (name) {
      case "properties",
          "patternProperties",
          "additionalProperties",
          "items",
          "additionalItems" -> {}
      case "title", "description" -> text(name, value);
      case "exclusiveMinimum", "exclusiveMaximum" -> {
        bool(name, value);
        String limit = name.equals("exclusiveMinimum") ? "minimum" : "maximum";
        if (!all.has(limit)) {
          throw failedToParse(
              "$jsonSchema keyword '" + limit + "' must be a present if " + name + " is present");
        }
      }
      case "$ref", "$schema", "default", "definitions", "format", "id" ->
          throw failedToParse("$jsonSchema keyword '" + name + "' is not currently supported");
      default -> throw failedToParse("Unknown $jsonSchema keyword: " + name);
    }
  }

  private static Set<BsonType> bsonTypes(BsonValue value) {
    Set<BsonType> types = EnumSet.noneOf(BsonType.class);
    for (String alias : typeNames("bsonType", value)) {
      OperatorParser.addNamed(alias, types);
    }
    return types;
  }

  private static Set<BsonType> jsonTypes(BsonValue value) {
    Set<BsonType> types = EnumSet.noneOf(BsonType.class);
    for (String name : typeNames("type", value)) {
      switch (name) {
        case "array" -> types.add(BsonType.ARRAY);
        case "boolean" -> types.add(BsonType.BOOLEAN);
        case "null" -> types.add(BsonType.NULL);
        case "number" -> OperatorParser.addNamed("number", types);
        case "object" -> types.add(BsonType.DOCUMENT);
        case "string" -> types.add(BsonType.STRING);
        case "integer" ->
            throw failedToParse("$jsonSchema type 'integer' is not currently supported.");
        default -> throw MqlException.badValue("Unknown type name alias: " + name);
      }
    }
    return types;
  }

  private static List<String> typeNames(String keyword, BsonValue value) {
    List<String> names = new ArrayList<>();
    if (value.isString()) {
      names.add(value.asString());
    } else if (value.isArray()) {
      for (BsonValue element : value.asArray()) {
        if (!element.isString()) {
          throw typeMismatch(
              "$jsonSchema keyword '" + keyword + "' array elements must be strings");
        }
        if (names.contains(element.asString())) {
          throw failedToParse(
              "$jsonSchema keyword '" + keyword + "' has duplicate value: " + element.asString());
        }
        names.add(element.asString());
      }
    } else {
      throw typeMismatch(
          "$jsonSchema keyword '" + keyword + "' must be either a string or an array of strings");
    }
    if (names.isEmpty()) {
      throw failedToParse("$jsonSchema keyword '" + keyword + "' must name at least one type");
    }
    return names;
  }

  private static List<BsonValue> enumeration(BsonValue value) {
    if (!value.isArray()) {
      throw typeMismatch("$jsonSchema keyword 'enum' must be an array");
    }
    Set<BsonOrder.Key> seen = new HashSet<>();
    for (BsonValue element : value.asArray()) {
      if (!seen.add(BsonOrder.SIMPLE.key(element))) {
        throw failedToParse("$jsonSchema keyword 'enum' array cannot contain duplicate values.");
      }
    }
    if (seen.isEmpty()) {
      throw failedToParse("$jsonSchema keyword 'enum' cannot be an empty array");
    }
    return value.asArray().values();
  }

  private static BsonValue number(String name, BsonValue value) {
    if (!value.isNumber()) {
      throw typeMismatch("$jsonSchema keyword '" + name + "' must be a number");
    }
    return value;
  }

  private static boolean exclusive(String name, BsonDocument all) {
    BsonValue value = all.get(name);
    return value != null && bool(name, value);
  }

  private static BigDecimal factor(BsonValue value) {
    BigDecimal factor = BsonNumbers.exact(number("multipleOf", value));
    if (factor == null || factor.signum() <= 0) {
      throw failedToParse("$jsonSchema keyword 'multipleOf' must have a positive value");
    }
    return factor;
  }

  private static long count(String name, BsonValue value) {
    if (!value.isNumber()) {
      throw failedToParse("Expected a number in: " + name + ": " + ErrorText.of(value));
    }
    Long count = BsonNumbers.exactLong(value);
    if (count == null) {
      throw failedToParse("Expected an integer: " + name + ": " + ErrorText.of(value));
    }
    if (count < 0) {
      throw failedToParse(
          "Expected a non-negative number in: " + name + ": " + ErrorText.of(value));
    }
    return count;
  }

  private static String text(String name, BsonValue value) {
    if (!value.isString()) {
      throw typeMismatch(
          "$jsonSchema keyword '"
              + name
              + (name.equals("pattern") ? "' must be a string" : "' must be of type string"));
    }
    return value.asString();
  }

  private static boolean bool(String name, BsonValue value) {
    if (value.type() != BsonType.BOOLEAN) {
      throw typeMismatch("$jsonSchema keyword '" + name + "' must be a boolean");
    }
    return value.asBoolean();
  }

  private static BsonDocument document(String name, BsonValue value) {
    if (!value.isDocument()) {
      throw typeMismatch("$jsonSchema keyword '" + name + "' must be an object");
    }
    return value.asDocument();
  }

  private static BsonDocument negated(BsonValue value) {
    if (!value.isDocument()) {
      throw typeMismatch(
          "$jsonSchema keyword 'not' must be an object, but found an element of type "
              + value.type().alias());
    }
    return value.asDocument();
  }

  private List<JsonSchema> schemas(String name, BsonValue value) {
    if (!value.isArray()) {
      throw typeMismatch("$jsonSchema keyword '" + name + "' must be an array");
    }
    List<JsonSchema> schemas = new ArrayList<>();
    for (BsonValue element : value.asArray()) {
      if (!element.isDocument()) {
        throw typeMismatch(
            "$jsonSchema keyword '"
                + name
                + "' must be an array of objects, but found an element of type "
                + element.type().alias());
      }
      schemas.add(parse(element.asDocument()));
    }
    if (schemas.isEmpty()) {
      throw MqlException.badValue("$jsonSchema keyword '" + name + "' must be a non-empty array");
    }
    return schemas;
  }

  private static Set<String> names(String keyword, BsonValue value) {
    if (!value.isArray()) {
      throw typeMismatch(
          "$jsonSchema keyword '"
              + keyword
              + "' must be an array, but found an element of type "
              + value.type().alias());
    }
    Set<String> names = new HashSet<>();
    for (BsonValue element : value.asArray()) {
      if (!element.isString()) {
        throw typeMismatch(
            "$jsonSchema keyword '"
                + keyword
                + "' must be an array of strings, but found an element of type: "
                + element.type().alias());
      }
      if (!names.add(element.asString())) {
        throw failedToParse(
            "$jsonSchema keyword '" + keyword + "' array cannot contain duplicate values");
      }
    }
    if (names.isEmpty()) {
      throw failedToParse("$jsonSchema keyword '" + keyword + "' cannot be an empty array");
    }
    return names;
  }

  private JsonSchema.Dependencies dependencies(BsonDocument value) {
    Map<String, Set<String>> fields = new LinkedHashMap<>();
    Map<String, JsonSchema> schemas = new LinkedHashMap<>();
    for (BsonElement element : value) {
      if (element.value().isDocument()) {
        schemas.put(element.name(), parse(element.value().asDocument()));
      } else {
        String place = "property '" + element.name() + "' in $jsonSchema keyword 'dependencies'";
        if (!element.value().isArray()) {
          throw typeMismatch(place + " must be either an object or an array");
        }
        if (element.value().asArray().isEmpty()) {
          throw failedToParse(place + " cannot be an empty array");
        }
        fields.put(element.name(), names("dependencies", element.value()));
      }
    }
    return new JsonSchema.Dependencies(fields, schemas);
  }

  private void properties(BsonDocument schema, List<JsonSchema.Keyword> keywords) {
    BsonValue named = schema.get("properties");
    BsonValue patterns = schema.get("patternProperties");
    BsonValue additional = schema.get("additionalProperties");
    if (named == null && patterns == null && additional == null) {
      return;
    }
    Map<RegexPattern, JsonSchema> byPattern = new LinkedHashMap<>();
    for (var entry : properties("patternProperties", patterns).entrySet()) {
      byPattern.put(RegexPattern.compile(entry.getKey(), ""), entry.getValue());
    }
    keywords.add(
        new JsonSchema.Properties(
            properties("properties", named),
            byPattern,
            nested("additionalProperties", additional)));
  }

  private Map<String, JsonSchema> properties(String name, @Nullable BsonValue value) {
    Map<String, JsonSchema> schemas = new LinkedHashMap<>();
    if (value != null) {
      for (BsonElement element : document(name, value)) {
        if (!element.value().isDocument()) {
          throw typeMismatch(
              "Nested schema for $jsonSchema property '" + element.name() + "' must be an object");
        }
        schemas.put(element.name(), parse(element.value().asDocument()));
      }
    }
    return schemas;
  }

  private JsonSchema.@Nullable Nested nested(String name, @Nullable BsonValue value) {
    if (value == null) {
      return null;
    }
    if (value.isDocument()) {
      return new JsonSchema.Nested(parse(value.asDocument()), false);
    }
    if (value.type() != BsonType.BOOLEAN) {
      throw typeMismatch(
          name.equals("additionalItems")
              ? "$jsonSchema keyword 'additionalItems' must be either an object or a boolean, but"
                  + " got a "
                  + value.type().alias()
              : "$jsonSchema keyword '" + name + "' must be an object or a boolean");
    }
    return new JsonSchema.Nested(null, value.asBoolean());
  }

  private void items(BsonDocument schema, List<JsonSchema.Keyword> keywords) {
    BsonValue items = schema.get("items");
    JsonSchema.Nested additional = nested("additionalItems", schema.get("additionalItems"));
    if (items == null) {
      return;
    }
    if (items.isDocument()) {
      keywords.add(
          new JsonSchema.Items(List.of(), new JsonSchema.Nested(parse(items.asDocument()), false)));
      return;
    }
    if (!items.isArray()) {
      throw typeMismatch(
          "$jsonSchema keyword 'items' must be an array or an object, not " + items.type().alias());
    }
    List<JsonSchema> first = new ArrayList<>();
    for (BsonValue element : items.asArray()) {
      if (!element.isDocument()) {
        throw typeMismatch(
            "$jsonSchema keyword 'items' requires that each element of the array is an object, but"
                + " found a "
                + element.type().alias());
      }
      first.add(parse(element.asDocument()));
    }
    keywords.add(new JsonSchema.Items(first, additional));
  }
}
