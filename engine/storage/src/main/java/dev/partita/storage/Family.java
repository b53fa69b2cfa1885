package dev.partita.storage;

/**
 * The kinds of data, each with its own key space. The numbers are part of the disk format: they
 * stand in batches and are the store's own numbers for its column families.
 */
public enum Family {
  /** Facts about the store as a whole, such as its identity. */
  META(0),
  /** Items: long-lived records, looked up one by one and scanned in key order. */
  ITEMS(1),
  /** Change logs: appended in order, read in order, trimmed from the front. */
  LOG(2),
  /** Small records that every commit rewrites: positions and sizes. */
  STATE(3),
  /** What leads from values to items: unique keys, expiry times, indexes. */
  INDEX(4);

  private final int number;

  Family(int number) {
    this.number = number;
  }

  public int number() {
    return number;
  }
}
