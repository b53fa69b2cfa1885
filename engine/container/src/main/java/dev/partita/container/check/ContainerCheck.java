package dev.partita.container.check;

import dev.partita.base.bytes.Bytes;
import dev.partita.container.catalogue.ContainerRecord;
import dev.partita.storage.Family;
import dev.partita.storage.Store;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The check of one container, segment by segment and part by part. */
final class ContainerCheck {

  private final CheckedContainer container;
  private final Store store;
  private final Walk walk;
  private final Report report;
  private final @Nullable Layer layer;

  /**
   * @param layer null for the catalogue, whose records are checked with each other
   */
  ContainerCheck(
      CheckedContainer container, Store store, Walk walk, Report report, @Nullable Layer layer) {
    this.container = container;
    this.store = store;
    this.walk = walk;
    this.report = report;
    this.layer = layer;
  }

  void run() {
    report.sawContainer(container.map().current().size());
    List<CheckedContainer> segments = container.segments();
    segments.forEach(segment -> new StateCheck(segment, walk).run());
    // Without a sound map nothing can be said about who wrote what.
    if (!new MapCheck(container).run()) {
      container.report(container.finding(StorageProblem.NOT_CHECKED));
      return;
    }
    segments.forEach(this::check);
  }

  private void check(CheckedContainer segment) {
    ContainerRecord record = container.record();
    Layer.Part part = layer == null || record == null ? null : layer.begin(record, segment);
    new RecordCheck(segment, store, walk, report, part).run();
    new LogCheck(segment, store, walk, report, part).run();
    walk.each(
        Family.INDEX,
        segment.keys().all(),
        container.place(),
        (key, value) -> checkIndexEntry(part, key, value));
    if (part != null) {
      part.finish();
    }
  }

  private void checkIndexEntry(Layer.@Nullable Part part, byte[] key, byte[] value) {
    report.sawIndexEntry();
    byte[] suffix = Arrays.copyOfRange(key, Integer.BYTES, key.length);
    if (part == null || !part.indexEntry(suffix, value)) {
      container.report(
          container
              .finding(StorageProblem.INDEX_UNKNOWN_KIND)
              .with("key", Bytes.hex(key))
              .with("value", Bytes.hex(value)));
    }
  }
}
