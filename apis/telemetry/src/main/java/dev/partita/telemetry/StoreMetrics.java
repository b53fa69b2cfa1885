package dev.partita.telemetry;

import dev.partita.container.EngineHealth;
import java.util.ArrayList;
import java.util.List;

/** How the store and the work in the background are doing. */
final class StoreMetrics {

  private StoreMetrics() {}

  static List<Family> collect(EngineHealth engine) {
    EngineHealth.StoreFigures store = engine.storeFigures();
    List<Family> families = new ArrayList<>();
    families.add(
        Family.gauge("partita_store_writable", "Whether the store takes writes: 1 or 0.")
            .add(store.writable() ? 1 : 0));
    if (store.freeBytes() != Long.MAX_VALUE) {
      families.add(
          Family.gauge("partita_store_free_bytes", "What the volume of the data has room for.")
              .add(store.freeBytes()));
    }
    families.add(
        Family.counter(
                "partita_store_refused_writes_total", "Writes that the store could not take.")
            .add(store.refusedWrites()));
    families.add(
        Family.counter(
                "partita_store_background_errors_total",
                "Failures to move data to sorted files or to merge those.")
            .add(store.backgroundErrors()));
    families.add(
        Family.counter("partita_store_syncs_total", "Syncs of the log.").add(store.syncs()));
    families.add(
        Family.counter("partita_store_sync_seconds_total", "Time spent in syncs of the log.")
            .add(store.syncNanos() / 1e9));
    families.add(
        Family.counter("partita_store_slow_syncs_total", "Syncs that took a second or longer.")
            .add(store.slowSyncs()));
    families.add(
        Family.counter(
                "partita_background_failures_total", "Background work that failed and was put off.")
            .add(engine.backgroundFailures()));
    return families;
  }
}
