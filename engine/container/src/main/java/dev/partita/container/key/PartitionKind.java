package dev.partita.container.key;

import dev.partita.base.error.DatabaseException;

/** How the components of a key become its place. */
public enum PartitionKind {
  /** All components are hashed together. */
  HASH("Hash"),
  /**
   * Each component is hashed by itself, so that all keys with a common beginning are neighbours.
   */
  MULTI_HASH("MultiHash"),
  /** Keys lie in the order of their values. */
  RANGE("Range");

  private final String text;

  PartitionKind(String text) {
    this.text = text;
  }

  /** The name that clients use. */
  public String text() {
    return text;
  }

  static PartitionKind parse(String text) {
    for (PartitionKind kind : values()) {
      if (kind.text.equalsIgnoreCase(text)) {
        return kind;
      }
    }
    throw DatabaseException.badRequest(
            "The kind of a partition key must be Hash, MultiHash or Range.")
        .with("kind", text);
  }
}
