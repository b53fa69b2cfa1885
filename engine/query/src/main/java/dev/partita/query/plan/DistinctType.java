package dev.partita.query.plan;

/** How a client removes duplicates. */
public enum DistinctType {
  NONE("None"),
  /** Equal values are adjacent. */
  ORDERED("Ordered"),
  /** The client must remember all values. */
  UNORDERED("Unordered");

  private final String text;

  DistinctType(String text) {
    this.text = text;
  }

  /** Name in the protocol. */
  public String text() {
    return text;
  }
}
