package dev.partita.advice;

/**
 * How much is looked at, and with it how much memory advice takes.
 *
 * @param requests how many requests are replayed; a larger number of them is sampled
 * @param documents how many documents are kept that stand for all
 * @param candidates how many keys are tried at most
 * @param partitions for how many physical partitions; 0 for as many as there are, and 4 at least
 */
public record AdviceOptions(int requests, int documents, int candidates, int partitions) {

  public static final AdviceOptions DEFAULT = new AdviceOptions(200_000, 50_000, 40, 0);

  /** So few partitions say nothing about a key. */
  static final int PARTITIONS_LEAST = 4;

  public static final int PARTITIONS_MAX = 1_000;

  public AdviceOptions {
    if (requests < 1 || documents < 1 || candidates < 1) {
      throw new IllegalArgumentException("Advice needs something to look at.");
    }
    if (partitions < 0 || partitions > PARTITIONS_MAX) {
      throw new IllegalArgumentException("There are 1 to 1000 partitions, not " + partitions);
    }
  }

  public AdviceOptions withPartitions(int count) {
    return new AdviceOptions(requests, documents, candidates, count);
  }

  int partitionsOf(Subject subject) {
    return partitions > 0 ? partitions : Math.max(subject.partitions(), PARTITIONS_LEAST);
  }
}
