package dev.partita.query.plan;

/** How a client keeps each value once. */
public enum DistinctType {
  NONE("None"),
  /** Equal values come one after the other. */
  ORDERED("Ordered"),
  /** The client must remember what it has seen. */
  UNORDERED("Unordered");

  private final String text;

  DistinctType(String text) {
    this.text = text;
  }

  /** The name that clients use. */
  public String text() {
    return text;
  }
}
