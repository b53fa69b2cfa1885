package dev.partita.query.syntax;

/** An operator before its operand. */
public enum UnaryOperator {
  MINUS("-"),
  PLUS("+"),
  BIT_NOT("~"),
  NOT("NOT ");

  private final String symbol;

  UnaryOperator(String symbol) {
    this.symbol = symbol;
  }

  /** The text before the operand, with the space that a word needs. */
  public String symbol() {
    return symbol;
  }
}
