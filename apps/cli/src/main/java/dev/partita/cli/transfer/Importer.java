package dev.partita.cli.transfer;

import dev.partita.base.error.DatabaseException;
import dev.partita.client.PartitionKeyValues;
import dev.partita.json.JsonObject;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Import of the entries of a file into a container, on several lanes in parallel. Entries of the
 * same key and id take the same lane, so that they arrive in order. Used by one thread, which reads
 * while the lanes send.
 */
final class Importer {

  private final ImportLedger ledger;
  private final List<String> keyPaths;
  private final List<Lane> lanes = new ArrayList<>();

  /**
   * @param keyPaths paths of the partition key in items
   */
  Importer(ImportLedger ledger, Sender sender, List<String> keyPaths, int parallel) {
    this.ledger = ledger;
    this.keyPaths = keyPaths;
    for (int i = 0; i < parallel; i++) {
      lanes.add(new Lane(ledger, sender));
    }
  }

  /**
   * Imports all entries, or until it is told to stop.
   *
   * @param skip number of entries at the beginning that are already imported
   * @param progress called after each entry that was read
   * @throws DatabaseException what keeps the import from going on; all that is settled is in the
   *     ledger
   */
  void run(EntrySource source, long skip, BooleanSupplier stop, Consumer<ImportLedger> progress)
      throws IOException, InterruptedException {
    List<Thread> threads =
        lanes.stream().map(lane -> Thread.ofVirtual().name("lane").start(lane)).toList();
    try {
      while (!stop.getAsBoolean() && !ledger.isStopped()) {
        Optional<Entry> entry = source.next();
        if (entry.isEmpty()) {
          break;
        }
        if (entry.get().number() > skip) {
          dispatch(entry.get(), stop);
        }
        progress.accept(ledger);
      }
    } finally {
      if (stop.getAsBoolean()) {
        ledger.stop();
      }
      lanes.forEach(Lane::finish);
      for (Thread thread : threads) {
        awaited(thread, stop, progress);
      }
    }
    ledger.throwFailure();
  }

  private void awaited(Thread thread, BooleanSupplier stop, Consumer<ImportLedger> progress)
      throws InterruptedException {
    while (!thread.join(Duration.ofMillis(100))) {
      if (stop.getAsBoolean()) {
        ledger.stop();
      }
      progress.accept(ledger);
    }
  }

  private void dispatch(Entry entry, BooleanSupplier stop) throws InterruptedException {
    if (entry.item().isEmpty()) {
      ledger.reject(entry, 0, entry.problem());
      return;
    }
    JsonObject item = entry.item().get();
    var keyed = new KeyedEntry(entry, item, PartitionKeyValues.of(item, keyPaths));
    Lane lane = lanes.get(Math.floorMod(keyed.address().hashCode(), lanes.size()));
    while (!lane.offer(keyed)) {
      if (stop.getAsBoolean() || ledger.isStopped()) {
        return;
      }
    }
  }
}
