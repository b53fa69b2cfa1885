package dev.partita.query.syntax;

/** AND and OR, which may have any number of operands. */
public enum LogicalOperator {
  AND,
  OR
}
