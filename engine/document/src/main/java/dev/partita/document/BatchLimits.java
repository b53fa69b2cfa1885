package dev.partita.document;

import java.util.Set;

/**
 * What a transactional batch may have. Immutable.
 *
 * @param operations how many
 * @param bytes how much the documents to be written may take together
 * @param resultBytes how much the items that it gives may take together
 * @param unwanted the numbers of operations whose items do not count, since the sender does not
 *     want them
 */
public record BatchLimits(int operations, int bytes, long resultBytes, Set<Integer> unwanted) {

  private static final int OPERATIONS_USUAL = 100;
  private static final long RESULT_BYTES_USUAL = 4 << 20;

  /** Those of clients. */
  public static final BatchLimits USUAL = ofBytes(2 << 20);

  /** For senders that have limits of their own. */
  public static final BatchLimits NONE =
      new BatchLimits(Integer.MAX_VALUE, Integer.MAX_VALUE, Long.MAX_VALUE, Set.of());

  public BatchLimits {
    unwanted = Set.copyOf(unwanted);
  }

  /** The same for a sender that does not want the items of some operations. */
  public BatchLimits without(Set<Integer> items) {
    return new BatchLimits(operations, bytes, resultBytes, items);
  }

  /** As many operations as usual, with another size. */
  public static BatchLimits ofBytes(int bytes) {
    return new BatchLimits(OPERATIONS_USUAL, bytes, RESULT_BYTES_USUAL, Set.of());
  }
}
