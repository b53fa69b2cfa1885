package dev.partita.aggregation.expression;

import dev.partita.bson.BsonArray;
import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonValue;
import dev.partita.mql.Expression;
import dev.partita.mql.Variables;
import java.util.ArrayList;
import java.util.List;

/** An array of expressions. What is missing is null in it. */
record ArrayLiteral(List<Expression> elements) implements Expression {

  static Expression of(List<Expression> elements) {
    ArrayLiteral literal = new ArrayLiteral(elements);
    return elements.stream().allMatch(Constant.class::isInstance)
        ? new Constant(literal.evaluate(BsonDocument.EMPTY, Variables.NONE))
        : literal;
  }

  @Override
  public BsonValue evaluate(BsonDocument document, Variables variables) {
    List<BsonValue> values = new ArrayList<>(elements.size());
    for (Expression element : elements) {
      BsonValue value = element.evaluate(document, variables);
      values.add(value == null ? BsonValue.NULL : value);
    }
    return BsonArray.of(values).toValue();
  }
}
