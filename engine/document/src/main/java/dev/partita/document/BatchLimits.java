package dev.partita.document;

import java.util.function.IntPredicate;

/**
 * What a transactional batch may have.
 *
 * @param operations how many
 * @param bytes how much the documents to be written may take together
 * @param resultBytes how much the items that it gives may take together
 * @param given which operations' items count, by their numbers: those that the sender wants
 */
public record BatchLimits(int operations, int bytes, long resultBytes, IntPredicate given) {

  private static final int OPERATIONS_USUAL = 100;
  private static final long RESULT_BYTES_USUAL = 4 << 20;

  /** Those of clients. */
  public static final BatchLimits USUAL = ofBytes(2 << 20);

  /** For those who have limits of their own. */
  public static final BatchLimits NONE =
      new BatchLimits(Integer.MAX_VALUE, Integer.MAX_VALUE, Long.MAX_VALUE, _ -> true);

  /** The same for a sender who does not want the items of all operations. */
  public BatchLimits giving(IntPredicate wanted) {
    return new BatchLimits(operations, bytes, resultBytes, wanted);
  }

  /** As many operations as usual, with another size. */
  public static BatchLimits ofBytes(int bytes) {
    return new BatchLimits(OPERATIONS_USUAL, bytes, RESULT_BYTES_USUAL, _ -> true);
  }
}
