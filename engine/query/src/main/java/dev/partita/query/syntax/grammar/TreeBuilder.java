package dev.partita.query.syntax.grammar;

import dev.partita.base.error.DatabaseException;
import dev.partita.json.JsonBoolean;
import dev.partita.json.JsonNull;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonString;
import dev.partita.json.JsonUndefined;
import dev.partita.json.JsonValue;
import dev.partita.query.syntax.BinaryOperator;
import dev.partita.query.syntax.Expression;
import dev.partita.query.syntax.From;
import dev.partita.query.syntax.LogicalOperator;
import dev.partita.query.syntax.Planning;
import dev.partita.query.syntax.Query;
import dev.partita.query.syntax.QueryError;
import dev.partita.query.syntax.QueryErrors;
import dev.partita.query.syntax.Select;
import dev.partita.query.syntax.Span;
import dev.partita.query.syntax.UnaryOperator;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.antlr.v4.runtime.Parser;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.TokenStream;
import org.jspecify.annotations.Nullable;

/**
 * Base class of the generated parser, which the actions of the grammar call to build the tree.
 * Stops at texts that nest too deep before the thread's stack overflows. For one parse.
 */
public abstract class TreeBuilder extends Parser {

  /** About 250 nested pairs of brackets, or 140 nested queries. */
  private static final int MAX_OPEN_RULES = 1500;

  private int openRules;

  protected TreeBuilder(TokenStream input) {
    super(input);
  }

  /** Failure for a token that the grammar does not allow here. */
  public static DatabaseException syntaxError(Token token) {
    if (token.getType() == Token.EOF) {
      Span end = new Span(token.getStartIndex(), token.getStartIndex());
      return QueryErrors.of(new QueryError("SC1002", "Syntax error, unexpected end-of-file.", end));
    }
    String message = "Syntax error, incorrect syntax near '" + token.getText() + "'.";
    return QueryErrors.of(
        new QueryError(
            "SC1001", message, new Span(token.getStartIndex(), token.getStopIndex() + 1)));
  }

  @Override
  public void enterRule(ParserRuleContext context, int state, int ruleIndex) {
    open();
    super.enterRule(context, state, ruleIndex);
  }

  @Override
  public void exitRule() {
    openRules--;
    super.exitRule();
  }

  @Override
  public void enterRecursionRule(
      ParserRuleContext context, int state, int ruleIndex, int precedence) {
    open();
    super.enterRecursionRule(context, state, ruleIndex, precedence);
  }

  @Override
  public void unrollRecursionContexts(@Nullable ParserRuleContext parent) {
    openRules--;
    super.unrollRecursionContexts(parent);
  }

  private void open() {
    Planning.step();
    if (++openRules > MAX_OPEN_RULES) {
      throw DatabaseException.badRequest("The query nests too deep.")
          .with("position", getCurrentToken().getStartIndex());
    }
  }

  /** From a token to the last one that was read. */
  Span since(Token first) {
    return new Span(first.getStartIndex(), getInputStream().LT(-1).getStopIndex() + 1);
  }

  /** Elements of a function's value in FROM, short for a subquery that selects it. */
  From.Source elements(String name, Expression call, Token first) {
    Query query =
        new Query(
            new Select(false, null, new Select.Value(call)),
            null,
            null,
            List.of(),
            null,
            null,
            call.span());
    return new From.Elements(name, new From.Derived(query, call.span()), since(first));
  }

  Expression number(Token token) {
    String text = token.getText();
    JsonNumber value;
    // Eighteen digits always fit 64 bits; a larger integer is a double.
    if (token.getType() == SqlLexer.INTEGER && text.length() <= 18) {
      value = JsonNumber.of(Long.parseLong(text));
    } else if (token.getType() == SqlLexer.INTEGER && text.length() == 19) {
      value = nineteenDigits(text);
    } else {
      double number = Double.parseDouble(text);
      if (Double.isInfinite(number)) {
        throw syntaxError(token);
      }
      value = JsonNumber.of(number);
    }
    return new Expression.Literal(value, since(token));
  }

  private static JsonNumber nineteenDigits(String text) {
    long unsigned = Long.parseUnsignedLong(text);
    return unsigned >= 0 ? JsonNumber.of(unsigned) : JsonNumber.of(Double.parseDouble(text));
  }

  long integer(Token token) {
    return number(token) instanceof Expression.Literal(JsonNumber number, _) && number.isIntegral()
        ? number.longValue()
        : Long.MAX_VALUE;
  }

  Expression string(Token token) {
    return new Expression.Literal(JsonString.of(unquoted(token)), since(token));
  }

  Expression constant(Token token) {
    JsonValue value =
        switch (token.getType()) {
          case SqlLexer.TRUE -> JsonBoolean.TRUE;
          case SqlLexer.FALSE -> JsonBoolean.FALSE;
          case SqlLexer.NULL -> JsonNull.NULL;
          default -> JsonUndefined.UNDEFINED;
        };
    return new Expression.Literal(value, since(token));
  }

  Expression parameter(Token token) {
    return new Expression.Parameter(token.getText(), since(token));
  }

  Expression reference(Token token) {
    return new Expression.Reference(token.getText(), since(token));
  }

  /** Text of a string literal, whose escapes the lexer has checked. */
  String unquoted(Token token) {
    String text = token.getText();
    if (text.indexOf('\\') < 0) {
      return text.substring(1, text.length() - 1);
    }
    StringBuilder plain = new StringBuilder(text.length());
    for (int i = 1; i < text.length() - 1; i++) {
      char c = text.charAt(i);
      if (c != '\\') {
        plain.append(c);
        continue;
      }
      char escape = text.charAt(++i);
      if (escape == 'u') {
        plain.append((char) Integer.parseInt(text, i + 1, i + 5, 16));
        i += 4;
      } else {
        int control = "bfnrt".indexOf(escape);
        plain.append(control < 0 ? escape : "\b\f\n\r\t".charAt(control));
      }
    }
    return plain.toString();
  }

  Expression member(Expression target, String name) {
    return new Expression.Member(target, name, endingHere(target));
  }

  Expression index(Expression target, Expression index) {
    return new Expression.Index(target, index, endingHere(target));
  }

  Expression array(List<Expression> elements, Token first) {
    return new Expression.ArrayLiteral(elements, since(first));
  }

  Expression object(List<Expression.Property> properties, Token first) {
    return new Expression.ObjectLiteral(properties, since(first));
  }

  /** A sign before a number becomes part of the literal. */
  Expression unary(Token token, Expression operand) {
    UnaryOperator operator =
        switch (token.getType()) {
          case SqlLexer.MINUS -> UnaryOperator.MINUS;
          case SqlLexer.PLUS -> UnaryOperator.PLUS;
          case SqlLexer.BIT_NOT -> UnaryOperator.BIT_NOT;
          default -> UnaryOperator.NOT;
        };
    Span span = since(token);
    if (operand instanceof Expression.Literal(JsonNumber number, _)) {
      if (operator == UnaryOperator.PLUS) {
        return new Expression.Literal(number, span);
      }
      if (operator == UnaryOperator.MINUS) {
        return new Expression.Literal(negated(number), span);
      }
    }
    return new Expression.Unary(operator, operand, span);
  }

  private static JsonNumber negated(JsonNumber number) {
    boolean exact =
        number.isIntegral() && number.longValue() != 0 && number.longValue() != Long.MIN_VALUE;
    return exact ? JsonNumber.of(-number.longValue()) : JsonNumber.of(-number.doubleValue());
  }

  Expression binary(Expression left, Token token, Expression right) {
    BinaryOperator operator =
        switch (token.getType()) {
          case SqlLexer.STAR -> BinaryOperator.MULTIPLY;
          case SqlLexer.SLASH -> BinaryOperator.DIVIDE;
          case SqlLexer.PERCENT -> BinaryOperator.REMAINDER;
          case SqlLexer.PLUS -> BinaryOperator.ADD;
          case SqlLexer.MINUS -> BinaryOperator.SUBTRACT;
          case SqlLexer.BIT_AND -> BinaryOperator.BIT_AND;
          case SqlLexer.BIT_OR -> BinaryOperator.BIT_OR;
          case SqlLexer.BIT_XOR -> BinaryOperator.BIT_XOR;
          case SqlLexer.CONCATENATE -> BinaryOperator.CONCATENATE;
          case SqlLexer.EQUAL -> BinaryOperator.EQUAL;
          case SqlLexer.NOT_EQUAL -> BinaryOperator.NOT_EQUAL;
          case SqlLexer.LESS -> BinaryOperator.LESS;
          case SqlLexer.LESS_OR_EQUAL -> BinaryOperator.LESS_OR_EQUAL;
          case SqlLexer.GREATER -> BinaryOperator.GREATER;
          case SqlLexer.GREATER_OR_EQUAL -> BinaryOperator.GREATER_OR_EQUAL;
          case SqlLexer.SHIFT_LEFT -> BinaryOperator.SHIFT_LEFT;
          case SqlLexer.SHIFT_RIGHT -> BinaryOperator.SHIFT_RIGHT;
          case SqlLexer.SHIFT_RIGHT_UNSIGNED -> BinaryOperator.SHIFT_RIGHT_UNSIGNED;
          default -> throw new IllegalStateException("Not an operator: " + token);
        };
    return new Expression.Binary(operator, left, right, endingHere(left));
  }

  /** List to which operands of a chain are added. */
  List<Expression> operands(Expression first) {
    List<Expression> operands = new ArrayList<>(2);
    operands.add(first);
    return operands;
  }

  /** Chain of the operands; a chain of the same operator as first operand is extended. */
  Expression joined(LogicalOperator operator, List<Expression> operands) {
    Expression first = operands.getFirst();
    if (operands.size() == 1) {
      return first;
    }
    Span span = endingHere(first);
    if (first instanceof Expression.Logical chain && chain.operator() == operator) {
      List<Expression> all = new ArrayList<>(chain.operands());
      all.addAll(operands.subList(1, operands.size()));
      return new Expression.Logical(operator, all, span);
    }
    return new Expression.Logical(operator, operands, span);
  }

  Expression conditional(Expression condition, Expression whenTrue, Expression otherwise) {
    return new Expression.Conditional(condition, whenTrue, otherwise, endingHere(condition));
  }

  Expression coalesce(Expression first, Expression second) {
    return new Expression.Coalesce(first, second, endingHere(first));
  }

  Expression in(Expression value, List<Expression> candidates, @Nullable Token not) {
    return new Expression.In(value, candidates, not != null, endingHere(value));
  }

  Expression between(Expression value, Expression low, Expression high, @Nullable Token not) {
    return new Expression.Between(value, low, high, not != null, endingHere(value));
  }

  Expression like(
      Expression value, Expression pattern, @Nullable String escape, @Nullable Token not) {
    return new Expression.Like(value, pattern, escape, not != null, endingHere(value));
  }

  Expression call(String name, List<Expression> arguments, Token first) {
    return new Expression.Call(name, arguments, since(first));
  }

  Expression userCall(String name, List<Expression> arguments, Token first) {
    return new Expression.UserCall(name, arguments, since(first));
  }

  Expression subquery(Expression.Subquery.Kind kind, Query query, Token first) {
    return new Expression.Subquery(kind, query, since(first));
  }

  Expression let(String name, Expression value, Expression body, Token first) {
    return new Expression.Let(name, value, body, since(first));
  }

  /**
   * Kind of subquery that a word before a query in parentheses denotes; any other word is an error.
   */
  Expression.Subquery.Kind quantifier(Token word, Token query) {
    return switch (word.getText().toUpperCase(Locale.ROOT)) {
      case "ALL" -> Expression.Subquery.Kind.ALL;
      case "FIRST" -> Expression.Subquery.Kind.FIRST;
      case "LAST" -> Expression.Subquery.Kind.LAST;
      default -> throw syntaxError(query);
    };
  }

  private Span endingHere(Expression first) {
    return first.span().to(since(getInputStream().LT(-1)));
  }
}
