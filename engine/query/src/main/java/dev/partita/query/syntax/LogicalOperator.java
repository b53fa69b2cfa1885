package dev.partita.query.syntax;

/** An operator on truth values that may join any number of them. */
public enum LogicalOperator {
  AND,
  OR
}
