package dev.partita.bson;

/**
 * Order of strings other than that of their bytes: a collation. Strings that compare as equal have
 * the same sort key, and sort keys compare as bytes. Implementations are safe for use by any number
 * of threads.
 */
public interface StringOrder {

  int compare(String first, String second);

  /** Bytes that sort like the strings. */
  byte[] sortKey(String text);
}
