package dev.partita.cli.demo;

import dev.partita.client.Answer;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the server says about who used up a partition, when it refuses a request.
 *
 * @param partition the id of the partition that is used up
 */
record HotKey(
    Place place, String partition, String key, double sharePercent, long retryAfterMillis) {

  private static final Pattern PARTITION = Pattern.compile("\\bpartition[ =](\\d+)");
  private static final Pattern KEY = Pattern.compile("\\bkey[ =]\\[\"?([^\\]\"]*)\"?\\]");
  private static final Pattern SHARE = Pattern.compile("\\bkey ?[sS]hare ?[pP]ercent[ =]([0-9.]+)");
  private static final double MOST = 50;

  static Optional<HotKey> of(Place place, Answer refusal) {
    String message = refusal.message();
    Matcher partition = PARTITION.matcher(message);
    Matcher key = KEY.matcher(message);
    Matcher share = SHARE.matcher(message);
    return partition.find() && key.find() && share.find()
        ? Optional.of(
            new HotKey(
                place,
                partition.group(1),
                key.group(1),
                Double.parseDouble(share.group(1)),
                refusal.retryAfterMillis()))
        : Optional.empty();
  }

  boolean isOfTheSamePartition(HotKey other) {
    return place.equals(other.place) && partition.equals(other.partition);
  }

  /** Whether the partition has this key to thank for it. */
  boolean tookMost() {
    return sharePercent >= MOST;
  }
}
