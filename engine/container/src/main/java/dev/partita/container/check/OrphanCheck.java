package dev.partita.container.check;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.bytes.KeyRange;
import dev.partita.container.catalogue.Catalogue;
import dev.partita.partition.KeySpace;
import dev.partita.storage.Cursor;
import dev.partita.storage.Family;
import dev.partita.storage.Store;
import java.util.List;

/** The search for data of containers that do not exist; looks at one key for each segment. */
final class OrphanCheck {

  private static final List<Family> FAMILIES =
      List.of(Family.ITEMS, Family.LOG, Family.STATE, Family.INDEX);

  private final Store store;
  private final Report report;
  private final CatalogueCheck census;

  OrphanCheck(Store store, Report report, CatalogueCheck census) {
    this.store = store;
    this.report = report;
    this.census = census;
  }

  void run() {
    FAMILIES.forEach(this::check);
  }

  private void check(Family family) {
    try (Cursor cursor = store.scan(family, KeyRange.ALL)) {
      boolean more = cursor.first();
      while (more) {
        byte[] key = cursor.key();
        if (key.length < Integer.BYTES) {
          report.add(
              new Finding(StorageProblem.KEY_UNREADABLE, Place.STORE)
                  .with("family", family)
                  .with("key", Bytes.hex(key)));
          more = cursor.next();
          continue;
        }
        int segment = Bytes.readInt(key, 0);
        KeyRange range = new KeySpace(segment).all();
        if (segment != Catalogue.CONTAINER && !census.mayHaveData(segment)) {
          report.add(
              new Finding(StorageProblem.UNKNOWN_CONTAINER, Place.STORE)
                  .with("segment", segment)
                  .with("family", family)
                  .with("approximateBytes", store.approximateBytes(family, range)));
        }
        byte[] end = range.end();
        more = end != null && cursor.seek(end);
      }
    }
  }
}
