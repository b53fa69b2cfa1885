package dev.partita.container;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.bytes.KeyRange;
import dev.partita.base.time.Clock;
import dev.partita.container.key.PartitionKey;
import dev.partita.container.map.PartitionScheme;
import dev.partita.container.map.ReshapeCause;
import dev.partita.throughput.HotKey;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The splits of partitions that have more to do than one writer should, so that each half has about
 * half of it. Only for containers whose throughput nobody provisions: the partitions of others
 * follow what was provisioned. Used by the rounds of housekeeping, one at a time.
 */
final class LoadSplits implements Housekeeping.Chore {

  private static final Logger LOG = LoggerFactory.getLogger(LoadSplits.class);

  /** A moment of more load says little; so many looks in a row must agree. */
  private static final int LOOKS = 3;

  private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** A single key cannot be divided; near that, a split gains nothing. */
  private static final double ONE_KEY_PERCENT = 80;

  /** A partition that is to be divided, and where. */
  private record Hot(int partition, byte[] boundary) {}

  /** What a partition had done when it was last looked at, and how often it was busy since. */
  private record Look(long consumedHundredths, long nanos, int busy) {}

  private final Reshaper reshaper;
  private final EngineLimits limits;
  private final Clock clock;
  private final Map<Integer, Map<Integer, Look>> looks = new HashMap<>();

  LoadSplits(Reshaper reshaper, EngineLimits limits, Clock clock) {
    this.reshaper = reshaper;
    this.limits = limits;
    this.clock = clock;
  }

  @Override
  public void run(Container container) {
    look(container)
        .ifPresent(
            hot -> {
              reshaper.split(container, hot.partition(), hot.boundary(), ReshapeCause.THROUGHPUT);
              LOG.info(
                  "Split partition {} of container {} for its load.",
                  hot.partition(),
                  container.record().name());
            });
  }

  /** Looks at all partitions of a container; gives one that should be divided, if there is one. */
  private Optional<Hot> look(Container container) {
    if (container.throughput() != null
        || container.record().throughput() != null
        || !(container.definition().scheme() instanceof PartitionScheme.Ranged scheme)) {
      return Optional.empty();
    }
    List<OwnedPartition> partitions = container.partitions();
    Map<Integer, Look> before = looks.getOrDefault(container.number(), Map.of());
    Map<Integer, Look> now = new HashMap<>();
    Optional<Hot> hot = Optional.empty();
    for (OwnedPartition owned : container.ledPartitions()) {
      Look look = look(owned, before.get(owned.number()));
      now.put(owned.number(), look);
      if (hot.isEmpty() && look.busy() >= LOOKS && partitions.size() < limits.loadPartitions()) {
        hot = boundary(scheme, owned).map(at -> new Hot(owned.number(), at));
      }
    }
    looks.put(container.number(), now);
    return hot;
  }

  @Override
  public void forget(int container) {
    looks.remove(container);
  }

  private Look look(OwnedPartition owned, @Nullable Look before) {
    long nanos = clock.nanos();
    long consumed = owned.admission().consumed().hundredths();
    if (before == null) {
      return new Look(consumed, nanos, 0);
    }
    long elapsed = nanos - before.nanos();
    if (elapsed < LOOK_NANOS) {
      return before;
    }
    double ruPerSecond = (consumed - before.consumedHundredths()) * 1e7 / elapsed;
    boolean busy = ruPerSecond > limits.loadRuPerSecond();
    return new Look(consumed, nanos, busy ? before.busy() + 1 : 0);
  }

  /** The position that halves what the hottest keys have spent lately. */
  private static Optional<byte[]> boundary(PartitionScheme.Ranged scheme, OwnedPartition owned) {
    record Spent(byte[] position, long hundredths) {}
    KeyRange positions = owned.partition().descriptor().positions();
    List<Spent> spent = new ArrayList<>();
    long total = 0;
    for (HotKey key : owned.admission().hotKeys().top(Integer.MAX_VALUE)) {
      if (key.sharePercent() > ONE_KEY_PERCENT) {
        return Optional.empty();
      }
      byte[] position = scheme.logicalKey(PartitionKey.parse(key.key())).position();
      spent.add(new Spent(position, key.consumed().hundredths()));
      total += key.consumed().hundredths();
    }
    spent.sort(Comparator.comparing(Spent::position, Bytes.ORDER));
    long left = 0;
    for (Spent each : spent) {
      if (left >= total / 2
          && positions.contains(each.position())
          && Bytes.ORDER.compare(each.position(), positions.start()) > 0) {
        return Optional.of(each.position());
      }
      left += each.hundredths();
    }
    return Optional.empty();
  }
}
