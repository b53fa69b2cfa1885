package dev.partita.query.syntax;

/** Unary operators. */
public enum UnaryOperator {
  MINUS("-"),
  PLUS("+"),
  BIT_NOT("~"),
  NOT("NOT ");

  private final String symbol;

  UnaryOperator(String symbol) {
    this.symbol = symbol;
  }

  /** Text before the operand, with the space that a word needs. */
  public String symbol() {
    return symbol;
  }
}
