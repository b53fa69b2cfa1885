package dev.partita.container.catalogue;

import dev.partita.partition.KeySpace;
import dev.partita.partition.RecordChanges;
import dev.partita.replication.Effect;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

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
    Map<String, CatalogueEntry> puts = new LinkedHashMap<>();
    Set<String> deletes = new LinkedHashSet<>();
    RecordChanges.forEach(
        KEYS,
        effect,
        (key, record) -> {
          String id = key.idText();
          if (record == null) {
            puts.remove(id);
            deletes.add(id);
          } else {
            puts.put(id, CatalogueEntry.read(id, record));
          }
        });
    // What was deleted and made again is there.
    deletes.removeAll(puts.keySet());
    return new CatalogueEffect(effect.lastLsn(), List.copyOf(puts.values()), List.copyOf(deletes));
  }
}
