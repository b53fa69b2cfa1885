package dev.partita.storage;

/**
 * The kinds of data, each with its own key space. The order is part of the disk format: a family's
 * ordinal is its number in batches and in the store.
 */
public enum Family {
  /** The store's own facts: format version, identity. */
  META,
  /** Items: long-lived records, looked up one by one and scanned in key order. */
  ITEMS,
  /** Change logs: appended in order, read in order, trimmed from the front. */
  LOG,
  /** Small records that every commit rewrites: positions and sizes. */
  STATE,
  /** What leads from values to items: unique keys, expiry times, indexes. */
  INDEX
}
