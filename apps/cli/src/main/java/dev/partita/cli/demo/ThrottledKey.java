package dev.partita.cli.demo;

import dev.partita.client.ClientResponse;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Key that used up the budget of a partition, as a throttled response names it.
 *
 * @param partition id of the throttled partition
 */
record ThrottledKey(
    DemoContainer container,
    String partition,
    String key,
    double sharePercent,
    long retryAfterMillis) {

  private static final Pattern PARTITION = Pattern.compile("\\bpartition[ =](\\d+)");
  private static final Pattern KEY = Pattern.compile("\\bkey[ =]\\[\"?([^\\]\"]*)\"?\\]");
  private static final Pattern SHARE = Pattern.compile("\\bkey ?[sS]hare ?[pP]ercent[ =]([0-9.]+)");
  private static final double MOST = 50;

  static Optional<ThrottledKey> of(DemoContainer container, ClientResponse refusal) {
    String message = refusal.message();
    Matcher partition = PARTITION.matcher(message);
    Matcher key = KEY.matcher(message);
    Matcher share = SHARE.matcher(message);
    return partition.find() && key.find() && share.find()
        ? Optional.of(
            new ThrottledKey(
                container,
                partition.group(1),
                key.group(1),
                Double.parseDouble(share.group(1)),
                refusal.retryAfterMillis()))
        : Optional.empty();
  }

  boolean isOfTheSamePartition(ThrottledKey other) {
    return container.equals(other.container) && partition.equals(other.partition);
  }

  /** Whether this key spent most of the partition's budget. */
  boolean tookMost() {
    return sharePercent >= MOST;
  }
}
