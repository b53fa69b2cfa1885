package dev.partita.document.check;

import dev.partita.base.error.DatabaseException;
import dev.partita.container.check.Finding;
import dev.partita.container.check.Progress;
import dev.partita.container.check.StoreCheck;
import dev.partita.container.check.Summary;
import dev.partita.container.model.Models;
import dev.partita.storage.Store;
import dev.partita.storage.StoreOptions;
import dev.partita.storage.rocks.RocksStore;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/**
 * The check of all that a server keeps: of JSON documents by themselves, or with the data of other
 * models. Reads and changes nothing.
 */
public final class DataCheck {

  /** JSON documents alone. */
  static final Models MODELS = new Models(List.of(DocumentModel.MODEL));

  private DataCheck() {}

  /**
   * Checks the data folder of a server that is stopped.
   *
   * @param models those that the server has
   * @param findings given each as it is made
   * @throws DatabaseException NOT_FOUND when the folder has no store, UNAVAILABLE when a server has
   *     it open, CORRUPT when it is too damaged to be opened
   */
  public static Summary folder(
      Path folder, Models models, Consumer<Finding> findings, Progress progress) {
    try (Store store = RocksStore.openReadOnly(StoreOptions.in(folder))) {
      return new StoreCheck(store, models.checks()).run(findings, progress);
    }
  }

  /** Checks a folder with JSON documents. */
  static Summary folder(Path folder, Consumer<Finding> findings, Progress progress) {
    return folder(folder, MODELS, findings, progress);
  }

  /** Checks a store with JSON documents, to which nothing is written meanwhile. */
  public static Summary store(Store store, Consumer<Finding> findings, Progress progress) {
    return new StoreCheck(store, MODELS.checks()).run(findings, progress);
  }
}
