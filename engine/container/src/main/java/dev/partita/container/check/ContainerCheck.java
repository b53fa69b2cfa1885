package dev.partita.container.check;

import dev.partita.base.bytes.Bytes;
import dev.partita.storage.Family;
import dev.partita.storage.Store;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The check of one container, part by part. */
final class ContainerCheck {

  private final CheckedContainer container;
  private final Store store;
  private final Walk walk;
  private final Report report;
  private final Layer.@Nullable Part layer;

  /**
   * @param layer null for the catalogue, whose records are checked with each other
   */
  ContainerCheck(
      CheckedContainer container,
      Store store,
      Walk walk,
      Report report,
      Layer.@Nullable Part layer) {
    this.container = container;
    this.store = store;
    this.walk = walk;
    this.report = report;
    this.layer = layer;
  }

  void run() {
    report.sawContainer(container.map().current().size());
    new StateCheck(container, walk).run();
    // Without a sound map nothing can be said about who wrote what.
    if (!new MapCheck(container).run()) {
      container.report(container.finding(StorageProblem.NOT_CHECKED));
      return;
    }
    new RecordCheck(container, store, walk, report, layer).run();
    new LogCheck(container, store, walk, report, layer).run();
    walk.each(Family.INDEX, container.keys().all(), container.place(), this::checkIndexEntry);
    if (layer != null) {
      layer.finish();
    }
  }

  private void checkIndexEntry(byte[] key, byte[] value) {
    report.sawIndexEntry();
    byte[] suffix = Arrays.copyOfRange(key, Integer.BYTES, key.length);
    if (layer == null || !layer.indexEntry(suffix, value)) {
      container.report(
          container
              .finding(StorageProblem.INDEX_UNKNOWN_KIND)
              .with("key", Bytes.hex(key))
              .with("value", Bytes.hex(value)));
    }
  }
}
