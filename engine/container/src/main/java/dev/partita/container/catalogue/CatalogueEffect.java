package dev.partita.container.catalogue;

import dev.partita.partition.KeySpace;
import dev.partita.partition.StoredRecord;
import dev.partita.storage.Batch;
import dev.partita.storage.Family;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * What a committed change does to a catalogue, and all that a catalogue learns: from its own
 * changes, from those of others and when it is opened. Immutable.
 *
 * @param version the log sequence number that the catalogue has afterwards
 * @param puts entries with their versions
 * @param deletes ids
 */
public record CatalogueEffect(long version, List<CatalogueEntry> puts, List<String> deletes) {

  private static final KeySpace KEYS = new KeySpace(Catalogue.CONTAINER);

  public CatalogueEffect {
    puts = List.copyOf(puts);
    deletes = List.copyOf(deletes);
  }

  /**
   * What an effect of the catalogue's partition, which may be that of several changes, means for a
   * catalogue.
   *
   * @param lastLsn of the changes
   */
  public static CatalogueEffect read(Batch batch, long lastLsn) {
    List<CatalogueEntry> puts = new ArrayList<>();
    List<String> deletes = new ArrayList<>();
    batch.forEach(
        new Batch.Visitor() {
          @Override
          public void put(Family family, byte[] key, byte[] value) {
            if (family == Family.ITEMS) {
              puts.add(
                  CatalogueEntry.read(
                      KEYS.parseRecord(key).idText(),
                      Objects.requireNonNull(StoredRecord.read(value))));
            }
          }

          @Override
          public void delete(Family family, byte[] key) {
            if (family == Family.ITEMS) {
              deletes.add(KEYS.parseRecord(key).idText());
            }
          }

          @Override
          public void deleteRange(Family family, byte[] start, byte[] end) {
            if (family == Family.ITEMS) {
              throw new IllegalArgumentException("A catalogue never deletes ranges of entries.");
            }
          }
        });
    return new CatalogueEffect(lastLsn, puts, deletes);
  }
}
