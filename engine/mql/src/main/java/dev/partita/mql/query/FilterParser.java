package dev.partita.mql.query;

import static dev.partita.mql.MqlException.badValue;

import dev.partita.bson.BsonArray;
import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonElement;
import dev.partita.bson.BsonNumbers;
import dev.partita.bson.BsonPath;
import dev.partita.bson.BsonType;
import dev.partita.bson.BsonValue;
import dev.partita.mql.Expression;
import dev.partita.mql.MqlCode;
import dev.partita.mql.MqlContext;
import dev.partita.mql.MqlException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Parser of filters: fields, and the operators that stand where fields do. */
final class FilterParser {

  /** Most levels of conditions in each other; the limit of MongoDB. */
  private static final int MAX_DEPTH = 100;

  private static final int MAX_PATH_PARTS = 200;
  private static final Set<String> GEOMETRIC =
      Set.of(
          "$geoWithin",
          "$geoIntersects",
          "$near",
          "$nearSphere",
          "$geoNear",
          "$within",
          "$maxDistance",
          "$minDistance");

  private final MqlContext context;
  private final OperatorParser operators;
  private int depth;

  FilterParser(MqlContext context) {
    this.context = context;
    operators = new OperatorParser(this, context);
  }

  Predicate parse(BsonDocument filter) {
    if (++depth > MAX_DEPTH) {
      throw badValue("exceeded maximum query tree depth of " + MAX_DEPTH);
    }
    List<Predicate> parts = new ArrayList<>();
    for (BsonElement element : filter) {
      if (element.name().startsWith("$")) {
        topLevel(element.name(), element.value(), parts);
      } else {
        field(element.name(), element.value(), parts);
      }
    }
    depth--;
    return parts.size() == 1 ? parts.getFirst() : new Predicate.And(List.copyOf(parts));
  }

  private void topLevel(String name, BsonValue value, List<Predicate> parts) {
    switch (name) {
      case "$and" -> parts.add(new Predicate.And(branches(name, value)));
      case "$or" -> parts.add(new Predicate.Or(branches(name, value)));
      case "$nor" -> parts.add(new Predicate.Not(new Predicate.Or(branches(name, value))));
      case "$expr" -> parts.add(new Predicate.Computed(context.expressions().parse(value)));
      case "$jsonSchema" -> {
        if (!value.isDocument()) {
          throw MqlException.typeMismatch("$jsonSchema must be an object");
        }
        parts.add(new Predicate.Schema(JsonSchema.parse(value.asDocument())));
      }
      case "$sampleRate" -> parts.add(sample(value));
      case "$comment" -> {}
      case "$alwaysTrue", "$alwaysFalse" -> {
        requireOne(name, value);
        parts.add(
            name.equals("$alwaysTrue")
                ? new Predicate.And(List.of())
                : new Predicate.Or(List.of()));
      }
      case "$where" ->
          throw new MqlException(
              MqlCode.COMMAND_NOT_SUPPORTED,
              "$where is not supported: use $expr instead of JavaScript.");
      case "$text" ->
          throw new MqlException(MqlCode.COMMAND_NOT_SUPPORTED, "$text is not supported.");
      default ->
          throw badValue(
              "unknown top level operator: "
                  + name
                  + ". If you have a field name that starts with a '$' symbol, consider using"
                  + " $getField or $setField.");
    }
  }

  /** So large a part of the documents, by chance. */
  private Predicate sample(BsonValue rate) {
    double part = rate.isNumber() ? BsonNumbers.toDouble(rate) : Double.NaN;
    if (!rate.isNumber()) {
      throw badValue("argument to $sampleRate must be a numeric type");
    }
    if (!(part >= 0 && part <= 1)) {
      throw badValue("numeric argument to $sampleRate must be in [0, 1]");
    }
    BsonValue random = BsonDocument.of("$rand", BsonValue.EMPTY_DOCUMENT).toValue();
    BsonDocument below = BsonDocument.of("$lt", BsonArray.of(random, rate).toValue());
    return new Predicate.Computed(context.expressions().parse(below.toValue()));
  }

  private static void requireOne(String name, BsonValue value) {
    if (!value.isNumber() || !Long.valueOf(1).equals(BsonNumbers.exactLong(value))) {
      throw MqlException.failedToParse(name + " must be an integer value of 1");
    }
  }

  private List<Predicate> branches(String name, BsonValue value) {
    if (!value.isArray()) {
      throw badValue(name + " must be an array");
    }
    List<Predicate> branches = new ArrayList<>();
    for (BsonValue branch : value.asArray()) {
      if (!branch.isDocument()) {
        throw badValue("$or/$and/$nor entries need to be full objects");
      }
      branches.add(parse(branch.asDocument()));
    }
    if (branches.isEmpty()) {
      throw badValue("$and/$or/$nor must be a nonempty array");
    }
    return List.copyOf(branches);
  }

  private void field(String name, BsonValue value, List<Predicate> parts) {
    BsonPath path = path(name);
    if (value.isDocument() && isOperators(value.asDocument())) {
      operators(path, value.asDocument(), parts);
    } else if (value.type() == BsonType.REGEX) {
      parts.add(new Predicate.OnPath(path, operators.regex(value)));
    } else {
      parts.add(new Predicate.OnPath(path, operators.compare(ValueTest.Relation.EQUAL, value)));
    }
  }

  static BsonPath path(String name) {
    BsonPath path = BsonPath.of(name);
    if (path.size() > MAX_PATH_PARTS) {
      throw new MqlException(MqlCode.OVERFLOW, "FieldPath is too long");
    }
    return path;
  }

  /** Whether a document is one of operators, and not a value; a reference is a value. */
  static boolean isOperators(BsonDocument document) {
    if (document.isEmpty()) {
      return false;
    }
    String first = document.first().name();
    return first.startsWith("$")
        && !first.equals("$ref")
        && !first.equals("$id")
        && !first.equals("$db");
  }

  private void operators(BsonPath path, BsonDocument document, List<Predicate> parts) {
    if (++depth > MAX_DEPTH) {
      throw badValue("exceeded maximum query tree depth of " + MAX_DEPTH);
    }
    for (BsonElement element : document) {
      operator(path, element, document, parts);
    }
    depth--;
  }

  private void operator(
      BsonPath path, BsonElement element, BsonDocument all, List<Predicate> parts) {
    BsonValue value = element.value();
    String name = element.name();
    switch (name) {
      case "$not" -> parts.add(new Predicate.Not(negated(path, value)));
      case "$ne" -> {
        if (value.type() == BsonType.REGEX) {
          throw badValue("Can't have regex as arg to $ne.");
        }
        parts.add(
            new Predicate.Not(
                new Predicate.OnPath(path, operators.compare(ValueTest.Relation.EQUAL, value))));
      }
      case "$nin" ->
          parts.add(new Predicate.Not(new Predicate.OnPath(path, operators.in(name, value))));
      case "$exists" -> {
        Predicate exists = new Predicate.OnPath(path, new ValueTest.Exists());
        parts.add(Expression.truth(value) ? exists : new Predicate.Not(exists));
      }
      case "$all" -> all(path, value, parts);
      case "$comment" -> {}
      default -> {
        if (GEOMETRIC.contains(name)) {
          throw new MqlException(MqlCode.COMMAND_NOT_SUPPORTED, name + " is not supported.");
        }
        ValueTest test = operators.parse(path.toString(), name, value, all);
        if (test != null) {
          parts.add(new Predicate.OnPath(path, test));
        }
      }
    }
  }

  private Predicate negated(BsonPath path, BsonValue value) {
    if (value.type() == BsonType.REGEX) {
      return new Predicate.OnPath(path, operators.regex(value));
    }
    if (!value.isDocument()) {
      throw badValue("$not needs a regex or a document");
    }
    if (value.asDocument().isEmpty()) {
      throw badValue("$not cannot be empty");
    }
    List<Predicate> parts = new ArrayList<>();
    operators(path, value.asDocument(), parts);
    return new Predicate.And(List.copyOf(parts));
  }

  private void all(BsonPath path, BsonValue value, List<Predicate> parts) {
    if (!value.isArray()) {
      throw badValue("$all needs an array");
    }
    BsonArray array = value.asArray();
    boolean elements = array.stream().findFirst().filter(FilterParser::isElemMatch).isPresent();
    List<Predicate> each = new ArrayList<>();
    for (BsonValue wanted : array) {
      if (elements) {
        if (!isElemMatch(wanted)) {
          throw badValue("$all/$elemMatch has to be consistent");
        }
        operator(path, wanted.asDocument().first(), wanted.asDocument(), each);
      } else if (wanted.isDocument() && isOperators(wanted.asDocument())) {
        throw badValue("no $ expressions in $all");
      } else if (wanted.type() == BsonType.REGEX) {
        each.add(new Predicate.OnPath(path, operators.regex(wanted)));
      } else {
        each.add(new Predicate.OnPath(path, operators.compare(ValueTest.Relation.EQUAL, wanted)));
      }
    }
    parts.add(each.isEmpty() ? new Predicate.Or(List.of()) : new Predicate.And(each));
  }

  private static boolean isElemMatch(BsonValue value) {
    return value.isDocument()
        && !value.asDocument().isEmpty()
        && value.asDocument().first().name().equals("$elemMatch");
  }

  /** Operators on elements of an array themselves; those that are arrays are not searched. */
  private ValueTest valueTest(BsonDocument document) {
    List<Predicate> parts = new ArrayList<>();
    operators(BsonPath.of(""), document, parts);
    List<ValueTest> tests = new ArrayList<>();
    for (Predicate part : parts) {
      tests.add(valueTest(part));
    }
    return tests.size() == 1 ? tests.getFirst() : new ValueTest.All(List.copyOf(tests));
  }

  private static ValueTest valueTest(Predicate predicate) {
    return switch (predicate) {
      case Predicate.OnPath(BsonPath _, ValueTest test) -> test;
      case Predicate.Not(Predicate part) -> new ValueTest.Not(valueTest(part));
      case Predicate.And(List<Predicate> parts) ->
          new ValueTest.All(parts.stream().map(FilterParser::valueTest).toList());
      // Of alternatives there is only the empty one, of $all: [].
      case Predicate.Or _, Predicate.Computed _, Predicate.Schema _ ->
          new ValueTest.Not(new ValueTest.All(List.of()));
    };
  }

  /** The test of {@code $elemMatch}: operators on elements, or a query on elements. */
  ValueTest elemMatch(BsonValue value) {
    if (!value.isDocument()) {
      throw badValue("$elemMatch needs an Object");
    }
    BsonDocument document = value.asDocument();
    if (isOperators(document) && !isLogical(document.first().name())) {
      return new ValueTest.ElementPasses(valueTest(document));
    }
    return new ValueTest.ElementMatches(parse(document));
  }

  private static boolean isLogical(String name) {
    return switch (name) {
      case "$and", "$or", "$nor", "$where", "$expr", "$jsonSchema", "$comment" -> true;
      default -> false;
    };
  }
}
