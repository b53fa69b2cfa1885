package dev.partita.container.catalogue;

import dev.partita.partition.KeySpace;
import dev.partita.partition.RecordChanges;
import dev.partita.replication.Effect;
import java.util.ArrayList;
import java.util.List;

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
   */
  public static CatalogueEffect read(Effect effect) {
    List<CatalogueEntry> puts = new ArrayList<>();
    List<String> deletes = new ArrayList<>();
    RecordChanges.forEach(
        KEYS,
        effect,
        (key, record) -> {
          if (record == null) {
            deletes.add(key.idText());
          } else {
            puts.add(CatalogueEntry.read(key.idText(), record));
          }
        });
    return new CatalogueEffect(effect.lastLsn(), puts, deletes);
  }
}
