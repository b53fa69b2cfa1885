package dev.partita.document.check;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.time.Clock;
import dev.partita.container.catalogue.ContainerRecord;
import dev.partita.container.model.Models;
import dev.partita.container.repair.RepairLayer;
import dev.partita.container.repair.Repaired;
import dev.partita.container.repair.StoreRepair;
import dev.partita.document.ItemFormat;
import dev.partita.document.StoredItem;
import dev.partita.partition.KeySpace;
import dev.partita.partition.RecordKey;
import dev.partita.partition.StoredRecord;
import dev.partita.storage.Store;
import dev.partita.storage.StoreOptions;
import dev.partita.storage.log.LogBreak;
import dev.partita.storage.log.LogSalvage.Salvaged;
import dev.partita.storage.rocks.RocksSalvage;
import dev.partita.storage.rocks.RocksStore;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * Makes a data folder with a damaged log one that a server can open: what was committed before the
 * damage is replayed, and what no longer fits together is made to.
 */
public final class DataSalvage {

  /**
   * What was done.
   *
   * @param salvaged empty if an earlier run had cut the log already
   * @param repaired empty if all that was left was of one moment
   */
  public record Report(Optional<Salvaged> salvaged, Optional<Repaired> repaired) {

    /** Whether there was nothing to do. */
    public boolean isEmpty() {
      return salvaged.isEmpty() && repaired.isEmpty();
    }

    /** The same for people. */
    public List<String> lines() {
      List<String> lines = new ArrayList<>();
      salvaged.ifPresent(done -> lines.addAll(lines(done)));
      repaired.ifPresent(done -> lines.add(line(done)));
      return isEmpty() ? List.of("There was nothing to salvage.") : lines;
    }

    private static List<String> lines(Salvaged done) {
      LogBreak broken = done.broken();
      List<String> lines = new ArrayList<>();
      lines.add(
          broken.isFileKnown()
              ? String.format(
                  Locale.ROOT,
                  "Salvaged %s. Its log now ends at %s, byte %,d: %s.",
                  broken.file().getParent(),
                  broken.file().getFileName(),
                  broken.offset(),
                  broken.reason())
              : "Salvaged %s with a new log: %s."
                  .formatted(broken.file().getParent(), broken.reason()));
      lines.add(
          broken.lostOperations() > 0
              ? String.format(
                  Locale.ROOT,
                  "Lost are at least %,d operations, among them %,d transactions that could be read"
                      + " but not replayed without a hole.",
                  broken.lostOperations(),
                  broken.transactionsBehind())
              : "How much is lost cannot be told.");
      if (!done.files().isEmpty()) {
        lines.add(
            "The files as they were are in %s: %s."
                .formatted(done.aside(), String.join(", ", done.files())));
      }
      return lines;
    }

    private static String line(Repaired done) {
      return String.format(
          Locale.ROOT,
          "Some kinds of data were newer than others. All %,d records were kept, and the rest was"
              + " made to fit them: %,d entries were added to change logs and %,d dropped, %,d"
              + " index entries written anew, all sizes counted again.",
          done.records(),
          done.logEntriesAdded(),
          done.logEntriesDropped(),
          done.indexEntries());
    }
  }

  private DataSalvage() {}

  /**
   * Salvages the data folder of a server that is stopped. Changes nothing if there is nothing to
   * salvage.
   *
   * @param models those that the server has
   * @throws DatabaseException UNAVAILABLE if a server has it open, CORRUPT if more is damaged than
   *     the log
   */
  public static Report folder(Path folder, Models models, Clock clock) {
    Optional<Salvaged> salvaged = RocksSalvage.run(folder, clock);
    if (!RocksSalvage.isRepairDue(folder)) {
      return new Report(salvaged, Optional.empty());
    }
    try (Store store = RocksStore.openForRepair(StoreOptions.in(folder))) {
      Repaired repaired = new StoreRepair(store, models.repairs()).run();
      RocksSalvage.repairDone(folder);
      return new Report(salvaged, Optional.of(repaired));
    }
  }

  /** Salvages a folder with JSON documents. */
  static Report folder(Path folder, Clock clock) {
    return folder(folder, DataCheck.MODELS, clock);
  }

  static RepairLayer.Part items(ContainerRecord container, KeySpace keys) {
    ItemFormat format = new ItemFormat(container);
    return (key, record) -> facts(format, keys, key, record);
  }

  private static RepairLayer.Facts facts(
      ItemFormat format, KeySpace keys, RecordKey key, StoredRecord record) {
    StoredItem item = format.item(record);
    TreeMap<byte[], byte[]> entries = new TreeMap<>(Bytes.ORDER);
    format
        .valueEntries(keys, key, item, item.document())
        .keySet()
        .forEach(entry -> entries.put(entry, new byte[0]));
    format
        .uniqueEntries(key.logical(), item.document())
        .forEach(entry -> entries.put(keys.index(entry), key.id()));
    format.expiryEntry(key, item).ifPresent(entry -> entries.put(keys.index(entry), new byte[0]));
    return new RepairLayer.Facts(
        entries,
        format.creator(item),
        format.serial(item),
        TimeUnit.SECONDS.toMillis(item.seconds()));
  }
}
