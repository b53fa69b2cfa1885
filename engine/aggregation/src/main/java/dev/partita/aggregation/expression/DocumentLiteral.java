package dev.partita.aggregation.expression;

import dev.partita.bson.BsonBuilder;
import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonValue;
import dev.partita.mql.Expression;
import dev.partita.mql.Variables;
import java.util.List;

/** A document whose fields are expressions. A field that is missing is left out. */
record DocumentLiteral(List<Field> fields) implements Expression {

  record Field(String name, Expression value) {}

  static Expression of(List<Field> fields) {
    DocumentLiteral literal = new DocumentLiteral(fields);
    return fields.stream().allMatch(field -> field.value() instanceof Constant)
        ? new Constant(literal.evaluate(BsonDocument.EMPTY, Variables.NONE))
        : literal;
  }

  @Override
  public BsonValue evaluate(BsonDocument document, Variables variables) {
    BsonBuilder builder = BsonDocument.builder();
    for (Field field : fields) {
      BsonValue value = field.value().evaluate(document, variables);
      if (value != null) {
        builder.put(field.name(), value);
      }
    }
    return builder.build().toValue();
  }
}
