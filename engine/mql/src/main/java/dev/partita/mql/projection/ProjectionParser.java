package dev.partita.mql.projection;

import dev.partita.bson.BsonBuilder;
import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonElement;
import dev.partita.bson.BsonNumbers;
import dev.partita.bson.BsonType;
import dev.partita.bson.BsonValue;
import dev.partita.mql.ErrorText;
import dev.partita.mql.Expression;
import dev.partita.mql.FieldNames;
import dev.partita.mql.MqlCode;
import dev.partita.mql.MqlContext;
import dev.partita.mql.MqlException;
import dev.partita.mql.query.DocumentFilter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Parser of projections. */
final class ProjectionParser {

  private static final String ID = "_id";
  private static final int MAX_DEPTH = 100;
  private static final int UNKNOWN_EXPRESSION = 168;

  private final MqlContext context;
  private final boolean stage;
  private final ProjectionNode.Inner root = new ProjectionNode.Inner();
  private @Nullable Boolean inclusion;
  private boolean idIncluded;
  private boolean matches;
  private boolean positional;
  private boolean slices;

  /**
   * @param stage whether it is a stage of a pipeline, which knows nothing of the query
   */
  ProjectionParser(MqlContext context, boolean stage) {
    this.context = context;
    this.stage = stage;
  }

  Projection parse(BsonDocument projection) {
    for (BsonElement element : projection) {
      field(element.name(), element.value(), 1);
    }
    boolean including = inclusion != null ? inclusion : (matches && !slices) || idIncluded;
    return new Projection(root, including, positional);
  }

  private void field(String path, BsonValue value, int depth) {
    if (depth > MAX_DEPTH) {
      throw new MqlException(MqlCode.OVERFLOW, "The projection nests too deep.");
    }
    if (path.endsWith(".$") && !path.equals(".$")) {
      if (stage) {
        throw new MqlException(31324, "Cannot use positional projection in aggregation projection");
      }
      positional(path.substring(0, path.length() - 2), value);
      return;
    }
    if (path.contains(".$.")) {
      throw misplaced();
    }
    var _ = FieldNames.ofPath(path);
    if (value.isNumber() || value.type() == BsonType.BOOLEAN) {
      flag(path, Expression.truth(value));
    } else if (value.isDocument()) {
      document(path, value.asDocument(), depth);
    } else {
      computed(path, value);
    }
  }

  private static MqlException misplaced() {
    return new MqlException(
        31394,
        "As of 4.4, it's illegal to specify positional operator in the middle of a path."
            + "Positional projection may only be used at the end, for example: a.b.$. If the query"
            + " previously used a form like a.b.$.d, remove the parts following the '$' and the"
            + " results will be equivalent.");
  }

  private void positional(String path, BsonValue value) {
    if (path.contains(".$")) {
      throw misplaced();
    }
    var _ = FieldNames.ofPath(path);
    if (value.isDocument()) {
      throw new MqlException(
          31271, "positional projection cannot be used with an expression or sub object");
    }
    if (!value.isNumber() && value.type() != BsonType.BOOLEAN) {
      throw new MqlException(31308, "positional projection cannot be used with a literal");
    }
    if (!Expression.truth(value)) {
      throw new MqlException(31395, "positional projection cannot be used with exclusion");
    }
    if (positional) {
      throw new MqlException(
          31276, "Cannot specify more than one positional projection per query.");
    }
    if (matches) {
      throw new MqlException(31256, "Cannot specify positional operator and $elemMatch.");
    }
    include(path);
    positional = true;
    add(path, new ProjectionNode.Positional());
  }

  private void flag(String path, boolean shown) {
    if (path.equals(ID)) {
      idIncluded |= shown;
      add(path, shown ? new ProjectionNode.Include() : new ProjectionNode.Exclude());
      return;
    }
    if (shown) {
      include(path);
      add(path, new ProjectionNode.Include());
    } else {
      if (inclusion != null && inclusion) {
        throw new MqlException(
            31254, "Cannot do exclusion on field " + path + " in inclusion projection");
      }
      inclusion = false;
      add(path, new ProjectionNode.Exclude());
    }
  }

  private void include(String path) {
    if (inclusion != null && !inclusion) {
      throw new MqlException(
          31253, "Cannot do inclusion on field " + path + " in exclusion projection");
    }
    inclusion = true;
  }

  private void add(String path, ProjectionNode node) {
    root.add(path, path.split("\\.", -1), node);
  }

  private void document(String path, BsonDocument document, int depth) {
    if (document.isEmpty()) {
      throw new MqlException(
          51270, "An empty sub-projection is not a valid value. Found empty object at path");
    }
    BsonElement first = document.first();
    if (first.name().startsWith("$") && document.size() == 1) {
      operator(path, first, document);
      return;
    }
    for (BsonElement element : document) {
      if (element.name().startsWith("$")) {
        throw new MqlException(
            16410,
            "FieldPath field names may not start with '$'. Consider using $getField or $setField.");
      }
      field(path + "." + element.name(), element.value(), depth + 1);
    }
  }

  private void operator(String path, BsonElement operator, BsonDocument document) {
    if (stage) {
      if (operator.name().equals("$elemMatch")) {
        throw new MqlException(168, "Cannot use $elemMatch in this context");
      }
      computed(path, document.toValue());
      return;
    }
    switch (operator.name()) {
      case "$slice" -> slice(path, operator.value(), document);
      case "$elemMatch" -> firstMatch(path, operator.value());
      case "$meta" ->
          throw new MqlException(
              MqlCode.COMMAND_NOT_SUPPORTED, "$meta is not supported in a projection.");
      default -> computed(path, document.toValue());
    }
  }

  private void slice(String path, BsonValue value, BsonDocument document) {
    if (value.isNumber()) {
      slices = true;
      long count = limited(value);
      add(
          path,
          count < 0 ? new ProjectionNode.Slice(count, -count) : new ProjectionNode.Slice(0, count));
      return;
    }
    List<BsonValue> arguments = value.isArray() ? value.asArray().values() : List.of();
    boolean isRange =
        arguments.size() == 2
            && arguments.get(0).isNumber()
            && arguments.get(1).isNumber()
            && BsonNumbers.truncated(arguments.get(1)) > 0;
    if (isRange) {
      slices = true;
      add(path, new ProjectionNode.Slice(limited(arguments.get(0)), limited(arguments.get(1))));
    } else {
      // What is not the slice of a find is the one of expressions, or wrong as such.
      computed(path, document.toValue());
    }
  }

  private static long limited(BsonValue value) {
    return Math.clamp(BsonNumbers.truncated(value), -Integer.MAX_VALUE, Integer.MAX_VALUE);
  }

  private void firstMatch(String path, BsonValue value) {
    if (!value.isDocument()) {
      throw new MqlException(
          31274, "elemMatch: Invalid argument, object required, but got " + value.type().alias());
    }
    if (path.indexOf('.') >= 0) {
      throw new MqlException(31275, "Cannot use $elemMatch projection on a nested field.");
    }
    if (positional) {
      throw new MqlException(31256, "Cannot specify positional operator and $elemMatch.");
    }
    matches = true;
    BsonDocument condition =
        new BsonBuilder().startDocument("").put("$elemMatch", value).end().build();
    add(path, new ProjectionNode.FirstMatch(DocumentFilter.parse(condition, context)));
  }

  private void computed(String path, BsonValue value) {
    if (inclusion != null && !inclusion) {
      throw new MqlException(
          31310,
          "Cannot use an expression "
              + path
              + ": "
              + ErrorText.of(value)
              + " in an exclusion projection");
    }
    inclusion = true;
    add(path, new ProjectionNode.Computed(expression(value)));
  }

  private Expression expression(BsonValue value) {
    try {
      return context.expressions().parse(value);
    } catch (MqlException e) {
      String name = value.isDocument() ? value.asDocument().first().name() : "";
      // Projections have a failure of their own for an operator that there is not.
      if (e.code() == UNKNOWN_EXPRESSION
          && e.text().equals("Unrecognized expression '" + name + "'")) {
        throw new MqlException(31325, "Unknown expression " + name);
      }
      throw e;
    }
  }
}
