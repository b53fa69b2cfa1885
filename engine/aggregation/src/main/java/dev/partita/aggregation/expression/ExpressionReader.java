package dev.partita.aggregation.expression;

import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonElement;
import dev.partita.bson.BsonOrder;
import dev.partita.bson.BsonValue;
import dev.partita.mql.ErrorText;
import dev.partita.mql.Expression;
import dev.partita.mql.FieldNames;
import dev.partita.mql.MqlException;
import dev.partita.mql.Variables;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;

/**
 * Reads the expressions of one place: knows the operators, the variables that may be named there,
 * and how values compare. Immutable.
 *
 * @param constants variables that have one value for the whole command
 * @param random for operators that ask for chance
 */
record ExpressionReader(
    Operators operators,
    ParseScope scope,
    Map<String, BsonValue> constants,
    BsonOrder order,
    RandomGenerator random) {

  /** Reads with variables that have a value each time something is evaluated. */
  ExpressionReader withAll(Set<String> bound) {
    return new ExpressionReader(operators, scope.withAll(bound), constants, order, random);
  }

  /** Reads with one more variable. */
  ExpressionReader with(String variable) {
    return new ExpressionReader(operators, scope.with(variable), constants, order, random);
  }

  Expression parse(BsonValue value) {
    return switch (value.type()) {
      case STRING -> text(value);
      case DOCUMENT -> document(value.asDocument());
      case ARRAY -> ArrayLiteral.of(value.asArray().stream().map(this::parse).toList());
      default -> new Constant(value);
    };
  }

  private Expression text(BsonValue value) {
    String text = value.asString();
    if (!text.startsWith("$")) {
      return new Constant(value);
    }
    return text.startsWith("$$") ? variable(text.substring(2)) : field(text.substring(1));
  }

  private Expression field(String path) {
    List<String> names = names(path);
    return FieldPath.of(scope.rebindsCurrent() ? "CURRENT" : null, names);
  }

  private Expression variable(String path) {
    int dot = path.indexOf('.');
    String name = dot < 0 ? path : path.substring(0, dot);
    ParseScope.requireReadableName(name);
    List<String> names = dot < 0 ? List.of() : names(path.substring(dot + 1));
    boolean document = (name.equals("ROOT") || name.equals("CURRENT")) && !scope.has(name);
    if (name.equals("REMOVE")) {
      return new Constant(null);
    }
    if (!document && !scope.has(name)) {
      throw new MqlException(17276, "Use of undefined variable: " + name);
    }
    FieldPath field = FieldPath.of(document ? null : name, names);
    BsonValue constant = constants.get(name);
    return constant == null || scope.isBound(name)
        ? field
        : new Constant(field.evaluate(BsonDocument.EMPTY, Variables.NONE.with(name, constant)));
  }

  /** The names of a path, each of which must be one that fields can have. */
  static List<String> names(String path) {
    if (path.isEmpty()) {
      throw new MqlException(16872, "'$' by itself is not a valid FieldPath");
    }
    return FieldNames.ofPath(path);
  }

  private Expression document(BsonDocument document) {
    if (document.isEmpty()) {
      return new Constant(document.toValue());
    }
    BsonElement first = document.first();
    return first.name().startsWith("$") ? operator(document, first) : literal(document);
  }

  private Expression operator(BsonDocument document, BsonElement first) {
    if (document.size() != 1) {
      throw new MqlException(
          15983,
          "An object representing an expression must have exactly one field: "
              + ErrorText.of(document.toValue()));
    }
    Operators.OperatorParser parser = operators.find(first.name());
    if (parser == null) {
      throw new MqlException(168, "Unrecognized expression '" + first.name() + "'");
    }
    return parser.parse(first.value(), this);
  }

  private Expression literal(BsonDocument document) {
    List<DocumentLiteral.Field> fields = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    for (BsonElement element : document) {
      String name = element.name();
      if (name.startsWith("$")) {
        throw new MqlException(
            16410,
            "FieldPath field names may not start with '$'. Consider using $getField or"
                + " $setField.");
      }
      if (name.indexOf('.') >= 0) {
        throw new MqlException(
            16412,
            "FieldPath field names may not contain '.'. Consider using $getField or"
                + " $setField.");
      }
      if (!seen.add(name)) {
        throw new MqlException(
            16406, "duplicate field name specified in object literal: " + document);
      }
      fields.add(new DocumentLiteral.Field(name, parse(element.value())));
    }
    return DocumentLiteral.of(fields);
  }

  /** The named arguments of an operator, of which no other may be there. */
  NamedArguments named(String operator, BsonValue argument, int code) {
    return NamedArguments.read(this, operator, argument, code);
  }
}
