package dev.partita.document.check;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.time.Clock;
import dev.partita.container.catalogue.ContainerRecord;
import dev.partita.container.repair.RepairLayer;
import dev.partita.container.repair.Repaired;
import dev.partita.container.repair.StoreRepair;
import dev.partita.document.ItemFormat;
import dev.partita.document.StoredItem;
import dev.partita.partition.KeySpace;
import dev.partita.partition.RecordKey;
import dev.partita.partition.StoredRecord;
import dev.partita.storage.RocksSalvage;
import dev.partita.storage.RocksStore;
import dev.partita.storage.Store;
import dev.partita.storage.StoreOptions;
import dev.partita.storage.log.LogSalvage.Salvaged;
import java.nio.file.Path;
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
   * @param repaired empty if all that is left is of one moment
   */
  public record Report(Salvaged salvaged, Optional<Repaired> repaired) {}

  private DataSalvage() {}

  /**
   * Salvages the data folder of a server that is stopped. Empty if there is nothing to salvage;
   * nothing was changed then.
   *
   * @throws DatabaseException UNAVAILABLE if a server has it open, CORRUPT if more is damaged than
   *     the log
   */
  public static Optional<Report> folder(Path folder, Clock clock) {
    return RocksSalvage.run(folder, clock).map(salvaged -> repair(folder, salvaged));
  }

  private static Report repair(Path folder, Salvaged salvaged) {
    if (!salvaged.sortedFilesAreAhead()) {
      return new Report(salvaged, Optional.empty());
    }
    try (Store store = RocksStore.open(StoreOptions.in(folder))) {
      return new Report(salvaged, Optional.of(new StoreRepair(store, DataSalvage::items).run()));
    }
  }

  private static RepairLayer.Part items(ContainerRecord container) {
    ItemFormat format = new ItemFormat(container);
    KeySpace keys = new KeySpace(container.number());
    return (key, record) -> facts(format, keys, key, record);
  }

  private static RepairLayer.Facts facts(
      ItemFormat format, KeySpace keys, RecordKey key, StoredRecord record) {
    StoredItem item = format.item(record);
    TreeMap<byte[], byte[]> entries = new TreeMap<>(Bytes.ORDER);
    format
        .valueEntries(key, item, item.document())
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
