package dev.partita.container;

import dev.partita.base.time.Clock;
import dev.partita.container.catalogue.Catalogue;
import dev.partita.container.catalogue.CatalogueEntry;
import dev.partita.container.catalogue.CatalogueListener;
import dev.partita.container.catalogue.ContainerRecord;
import dev.partita.container.catalogue.DatabaseRecord;
import dev.partita.throughput.ThroughputLimits;
import dev.partita.throughput.ThroughputPool;
import dev.partita.throughput.ThroughputSettings;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What containers may spend: their own throughput, or that of their database, which several share.
 * Pools of databases follow the catalogue; a container sees to its own. Safe for use by any number
 * of threads.
 */
final class ThroughputPools implements CatalogueListener {

  private final Catalogue catalogue;
  private final Clock clock;
  private final ThroughputLimits limits;
  private final boolean throttling;
  private final Map<Integer, ThroughputPool> ofDatabases = new ConcurrentHashMap<>();

  ThroughputPools(Catalogue catalogue, Clock clock, ThroughputLimits limits, boolean throttling) {
    this.catalogue = catalogue;
    this.clock = clock;
    this.limits = limits;
    this.throttling = throttling;
  }

  /** The pool of a container that is being opened; null if nothing limits it. */
  @Nullable ThroughputPool of(ContainerRecord record) {
    if (!throttling) {
      return null;
    }
    ThroughputSettings own = record.throughput();
    if (own != null) {
      return new ThroughputPool(clock, limits, own, record.map().current().size());
    }
    return ofDatabases.computeIfAbsent(
        record.database(),
        number ->
            catalogue
                .database(number)
                .map(DatabaseRecord::throughput)
                .map(shared -> new ThroughputPool(clock, limits, shared, partitions(shared)))
                .orElse(null));
  }

  @Override
  public void changed(@Nullable CatalogueEntry before, @Nullable CatalogueEntry after) {
    if (after instanceof CatalogueEntry.Database(DatabaseRecord database)) {
      ThroughputSettings shared = database.throughput();
      // Waits for a pool that is being made, which may have seen what was before.
      ofDatabases.computeIfPresent(
          database.number(),
          (_, pool) -> {
            if (shared != null && !shared.equals(pool.settings())) {
              pool.change(shared);
              pool.resize(partitions(shared));
            }
            return pool;
          });
    } else if (before instanceof CatalogueEntry.Database(DatabaseRecord database)) {
      ofDatabases.remove(database.number());
    }
  }

  private int partitions(ThroughputSettings shared) {
    return limits.requiredPartitions(shared.ruPerSecond());
  }
}
