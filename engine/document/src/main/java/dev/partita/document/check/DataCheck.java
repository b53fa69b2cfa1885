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

/** The check of all that a server keeps, documents included. Reads and changes nothing. */
public final class DataCheck {

  /** The models that a server has. */
  static final Models MODELS = new Models(List.of(DocumentModel.MODEL));

  private DataCheck() {}

  /**
   * Checks the data folder of a server that is stopped.
   *
   * @param findings given each as it is made
   * @throws DatabaseException NOT_FOUND when the folder has no store, UNAVAILABLE when a server has
   *     it open, CORRUPT when it is too damaged to be opened
   */
  public static Summary folder(Path folder, Consumer<Finding> findings, Progress progress) {
    try (Store store = RocksStore.openReadOnly(StoreOptions.in(folder))) {
      return store(store, findings, progress);
    }
  }

  /** Checks a store that nothing is written to meanwhile. */
  public static Summary store(Store store, Consumer<Finding> findings, Progress progress) {
    return new StoreCheck(store, MODELS.checks()).run(findings, progress);
  }
}
