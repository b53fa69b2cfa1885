package dev.partita.container.catalogue;

import java.util.List;
import java.util.Map;

/**
 * A conditional write of the catalogue: all of it happens, or nothing. It is data alone, so it can
 * be decided on by another node than the one that asks for it. Immutable.
 *
 * @param seen the versions of the entries that the change was worked out from, by id; 0 for what
 *     was not there. An entry that has another version by now is a {@link ChangeConflict}
 * @param puts entries to create or replace; their versions are those of the change
 * @param deletes the ids of entries to remove
 * @param fences what must not have been taken over by others in the meantime
 */
public record CatalogueChange(
    Map<String, Long> seen, List<CatalogueEntry> puts, List<String> deletes, List<Fence> fences) {

  /**
   * The demand that an entry still has an epoch. The version of an entry tells that nothing about
   * it has changed, which the one who asks can remedy by looking again; the epoch tells that the
   * right to ask has not gone to others, which cannot be remedied.
   *
   * @param id the entry: a container, whose epoch is the version of its partition map, or a
   *     replication group, whose epoch is the term of its leader
   */
  public record Fence(String id, long epoch) {

    /** The demand that a container's partition map is still the one that is known. */
    public static Fence map(ContainerRecord known) {
      return new Fence(CatalogueEntry.CONTAINER + known.number(), known.map().version());
    }

    /** The demand that nobody leads a replication group in a later term. */
    public static Fence group(int number, long term) {
      return new Fence(CatalogueEntry.GROUP + number, term);
    }
  }

  public CatalogueChange {
    seen = Map.copyOf(seen);
    puts = List.copyOf(puts);
    deletes = List.copyOf(deletes);
    fences = List.copyOf(fences);
  }

  public boolean isEmpty() {
    return puts.isEmpty() && deletes.isEmpty();
  }

  /** What the change does to a catalogue once it has been given a version. */
  public CatalogueEffect effect(long version) {
    return new CatalogueEffect(
        version, puts.stream().map(entry -> entry.withVersion(version)).toList(), deletes);
  }
}
