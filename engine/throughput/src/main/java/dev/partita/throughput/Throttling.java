package dev.partita.throughput;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import java.util.Optional;

/**
 * Failure of a request whose partition has spent its budget, with a message that says what to do
 * about it. Pure functions.
 *
 * <p>The context always has {@value #RETRY_AFTER_MILLIS}, {@value #PARTITION} and {@value
 * #PROVISIONED_RU_PER_SECOND}; and, if the consumption of keys is known, {@value #KEY}, which is
 * the hottest key of the partition, with {@value #KEY_SHARE_PERCENT}, its part of the partition's
 * recent consumption. {@value #REQUEST_KEY} is the key of the request, if it has one: where it is
 * not the hottest key, the request is throttled because of other keys.
 */
public final class Throttling {

  public static final String RETRY_AFTER_MILLIS = "retryAfterMillis";
  public static final String PARTITION = "partition";
  public static final String PROVISIONED_RU_PER_SECOND = "provisionedRuPerSecond";
  public static final String KEY = "key";
  public static final String KEY_SHARE_PERCENT = "keySharePercent";
  public static final String REQUEST_KEY = "requestKey";

  /** Share from which one key, rather than the load as a whole, is named as the cause. */
  static final double HOT_SHARE_PERCENT = 50;

  private static final String HOT_KEY =
      "The request units of the partition are used up; of what it spent lately, one key took most."
          + " Retry after the time given. If this persists, spread the key over more values, for"
          + " example with a suffix; more throughput helps only up to the limit of one partition.";
  private static final String BUSY_PARTITION =
      "The request units of the partition are used up. Retry after the time given. If this"
          + " persists, raise the throughput of the container or database.";

  private Throttling() {}

  static DatabaseException refusal(
      String partition,
      RequestCharge provisionedPerSecond,
      long retryAfterMillis,
      Optional<HotKey> hottest) {
    boolean hot = hottest.isPresent() && hottest.get().sharePercent() >= HOT_SHARE_PERCENT;
    DatabaseException refusal =
        new DatabaseException(ErrorCode.THROTTLED, hot ? HOT_KEY : BUSY_PARTITION)
            .with(RETRY_AFTER_MILLIS, retryAfterMillis)
            .with(PARTITION, partition)
            .with(PROVISIONED_RU_PER_SECOND, provisionedPerSecond.requestUnits());
    hottest.ifPresent(
        key ->
            refusal
                .with(KEY, key.key())
                .with(KEY_SHARE_PERCENT, Math.round(key.sharePercent() * 10) / 10.0));
    return refusal;
  }
}
