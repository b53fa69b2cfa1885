package dev.partita.container.repair;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.bytes.KeyRange;
import dev.partita.container.catalogue.Catalogue;
import dev.partita.container.catalogue.CatalogueEntry;
import dev.partita.container.catalogue.ContainerRecord;
import dev.partita.container.catalogue.DroppedSegment;
import dev.partita.container.map.PartitionMap;
import dev.partita.partition.KeySpace;
import dev.partita.partition.RecordKey;
import dev.partita.partition.StoredRecord;
import dev.partita.storage.Batch;
import dev.partita.storage.Cursor;
import dev.partita.storage.Family;
import dev.partita.storage.Store;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** The repair of a whole store that nobody else uses meanwhile. For one run on one thread. */
public final class StoreRepair {

  private static final List<Family> DERIVED = List.of(Family.LOG, Family.STATE, Family.INDEX);

  private final Store store;
  private final RepairLayer layer;
  private final List<ContainerRecord> containers = new ArrayList<>();
  private final Set<Integer> known = new HashSet<>(Set.of(Catalogue.CONTAINER));

  /**
   * @param layer what keeps its data in the containers
   */
  public StoreRepair(Store store, RepairLayer layer) {
    this.store = store;
    this.layer = layer;
  }

  /**
   * Repairs everything.
   *
   * @throws dev.partita.base.error.DatabaseException CORRUPT if records cannot be understood
   */
  public Repaired run() {
    readCatalogue();
    DERIVED.forEach(this::dropUnknown);
    Repaired repaired =
        new ContainerRepair(
                store,
                new KeySpace(Catalogue.CONTAINER),
                PartitionMap.initial(List.of(KeyRange.ALL)),
                null,
                (_, _) -> new RepairLayer.Facts(Map.of(), 0, 0, 0))
            .run();
    for (ContainerRecord record : containers) {
      for (int segment : record.segments().numbers()) {
        KeySpace keys = new KeySpace(segment);
        repaired =
            repaired.plus(
                new ContainerRepair(store, keys, record.map(), record, layer.begin(record, keys))
                    .run());
      }
    }
    return repaired;
  }

  /** Finds out what exists. */
  private void readCatalogue() {
    KeySpace keys = new KeySpace(Catalogue.CONTAINER);
    try (Cursor cursor = store.scan(Family.ITEMS, keys.all())) {
      while (cursor.next()) {
        RecordKey name = keys.parseRecord(cursor.key());
        StoredRecord record = Objects.requireNonNull(StoredRecord.read(cursor.value()));
        switch (CatalogueEntry.read(name.idText(), record)) {
          case CatalogueEntry.Container(var container) -> {
            containers.add(container);
            known.addAll(container.segments().numbers());
          }
          case CatalogueEntry.Dropped(int _, List<DroppedSegment> segments, long _) ->
              segments.forEach(segment -> known.add(segment.number()));
          case CatalogueEntry.Sequence _,
              CatalogueEntry.Account _,
              CatalogueEntry.Database _,
              CatalogueEntry.Resource _,
              CatalogueEntry.Job _,
              CatalogueEntry.Group _,
              CatalogueEntry.Node _,
              CatalogueEntry.Setting _,
              CatalogueEntry.LastChange _ -> {}
        }
      }
    }
  }

  /** Drops what belongs to containers that do not exist, or not yet. */
  private void dropUnknown(Family family) {
    Batch batch = new Batch();
    try (Cursor cursor = store.scan(family, KeyRange.ALL)) {
      boolean more = cursor.first();
      while (more) {
        int container = Bytes.readInt(cursor.key(), 0);
        KeyRange range = new KeySpace(container).all();
        byte[] end = range.end();
        if (end != null && !known.contains(container)) {
          batch.deleteRange(family, range.start(), end);
        }
        more = end != null && cursor.seek(end);
      }
    }
    store.write(batch);
  }
}
