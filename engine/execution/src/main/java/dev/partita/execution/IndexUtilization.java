package dev.partita.execution;

/** Which indexes a query used, and which it could have used. Immutable. */
public record IndexUtilization() {

  static final IndexUtilization NONE = new IndexUtilization();
}
