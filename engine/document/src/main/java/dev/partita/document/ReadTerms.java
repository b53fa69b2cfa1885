package dev.partita.document;

import dev.partita.partition.ReadConsistency;
import dev.partita.partition.ReadOptions;
import dev.partita.throughput.RequestCharge;

/**
 * On what terms a client reads. Immutable.
 *
 * @param consistency how new the state must be
 * @param price how many times the usual price that costs
 */
public record ReadTerms(ReadConsistency consistency, int price) {

  /** The newest state, for which nothing more is charged. */
  public static final ReadTerms NEWEST = new ReadTerms(ReadConsistency.LEADER, 1);

  /** What is asked of readers. */
  public ReadOptions options() {
    return consistency instanceof ReadConsistency.Leader
        ? ReadOptions.LEADER
        : consistency instanceof ReadConsistency.Any
            ? ReadOptions.ANY
            : ReadOptions.of(consistency);
  }

  /** What is charged for a read that usually costs so much. */
  public RequestCharge charge(RequestCharge usual) {
    return price == 1 ? usual : usual.times(price);
  }
}
