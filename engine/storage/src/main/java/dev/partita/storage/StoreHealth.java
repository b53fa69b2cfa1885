package dev.partita.storage;

import dev.partita.base.error.DatabaseException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * How a store is doing at a moment; the counts begin when it is opened.
 *
 * @param writeProblem why writes are refused now; null if they are taken
 * @param freeBytes how much the volume has room for; {@link Long#MAX_VALUE} where nothing limits it
 * @param refusedWrites how many batches were refused for want of room or because of the disk
 * @param backgroundErrors how often moving data to sorted files or merging them failed
 * @param syncs how often the log was synced
 * @param syncNanos how long that took altogether
 * @param slowSyncs how many of them took {@link #SLOW_SYNC_NANOS} or longer
 */
public record StoreHealth(
    @Nullable DatabaseException writeProblem,
    long freeBytes,
    long refusedWrites,
    long backgroundErrors,
    long syncs,
    long syncNanos,
    long slowSyncs) {

  /** A sync takes this long only on a disk that is overloaded or about to fail. */
  public static final long SLOW_SYNC_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** The health of a store that needs no disk. */
  public static final StoreHealth SOUND = new StoreHealth(null, Long.MAX_VALUE, 0, 0, 0, 0, 0);
}
