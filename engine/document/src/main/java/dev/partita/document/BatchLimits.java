package dev.partita.document;

/**
 * What a transactional batch may have.
 *
 * @param operations how many
 * @param bytes how much the documents to be written may take together
 */
public record BatchLimits(int operations, int bytes) {

  private static final int OPERATIONS_USUAL = 100;

  /** Those of clients. */
  public static final BatchLimits USUAL = new BatchLimits(OPERATIONS_USUAL, 2 << 20);

  /** For those who have limits of their own. */
  public static final BatchLimits NONE = new BatchLimits(Integer.MAX_VALUE, Integer.MAX_VALUE);

  /** As many operations as usual, with another size. */
  public static BatchLimits ofBytes(int bytes) {
    return new BatchLimits(OPERATIONS_USUAL, bytes);
  }
}
