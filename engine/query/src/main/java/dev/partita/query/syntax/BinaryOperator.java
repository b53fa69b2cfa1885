package dev.partita.query.syntax;

/** Binary operators other than logical ones. */
public enum BinaryOperator {
  MULTIPLY("*"),
  DIVIDE("/"),
  REMAINDER("%"),
  ADD("+"),
  SUBTRACT("-"),
  BIT_AND("&"),
  BIT_OR("|"),
  BIT_XOR("^"),
  CONCATENATE("||"),
  EQUAL("="),
  NOT_EQUAL("!="),
  LESS("<"),
  LESS_OR_EQUAL("<="),
  GREATER(">"),
  GREATER_OR_EQUAL(">="),
  SHIFT_LEFT("<<"),
  SHIFT_RIGHT(">>"),
  SHIFT_RIGHT_UNSIGNED(">>>");

  private final String symbol;

  BinaryOperator(String symbol) {
    this.symbol = symbol;
  }

  public String symbol() {
    return symbol;
  }
}
