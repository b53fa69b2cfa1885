package dev.partita.container.check;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.container.catalogue.ContainerRecord;
import dev.partita.storage.Store;
import java.util.function.Consumer;

/**
 * The check of a whole store. Findings are handed out as they are made; the store is only read, and
 * must not be written meanwhile. For one run on one thread.
 */
public final class StoreCheck {

  private final Store store;
  private final Layer layer;

  /**
   * @param layer what keeps its data in the containers
   */
  public StoreCheck(Store store, Layer layer) {
    this.store = store;
    this.layer = layer;
  }

  /**
   * Checks everything.
   *
   * @throws DatabaseException if the store cannot be read at all; damage is a finding
   */
  public Summary run(Consumer<Finding> findings, Progress progress) {
    Report report = new Report(findings);
    Walk walk = new Walk(store, report, progress);
    CheckedContainer catalogue = CheckedContainer.catalogue(store, report);
    CatalogueCheck census = new CatalogueCheck(catalogue, walk);
    census.run();
    new ContainerCheck(catalogue, store, walk, report, null).run();
    new OrphanCheck(store, report, census).run();
    for (ContainerRecord record : census.containers()) {
      CheckedContainer container =
          CheckedContainer.of(store, report, record, census.database(record.database()));
      new ContainerCheck(container, store, walk, report, layer).run();
    }
    verifyFiles(report);
    return report.summary();
  }

  /** What scans do not read must be sound as well. */
  private void verifyFiles(Report report) {
    try {
      store.verifyFiles();
    } catch (DatabaseException e) {
      if (e.code() != ErrorCode.CORRUPT) {
        throw e;
      }
      report.add(
          new Finding(StorageProblem.STORAGE_DAMAGED, Place.STORE).with("reason", e.getMessage()));
    }
  }
}
