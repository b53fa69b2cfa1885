package dev.partita.container.catalogue;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.json.JsonUndefined;
import dev.partita.json.JsonValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A change of the catalogue while it is worked out: it notes the version of every entry that is
 * looked at. For one thread, while no effect is applied.
 */
final class CatalogueDraft {

  private final CatalogueContents contents;
  private final Map<String, Long> seen = new HashMap<>();
  private final List<CatalogueEntry> puts = new ArrayList<>();
  private final List<String> deletes = new ArrayList<>();
  private final List<CatalogueChange.Fence> fences;
  private boolean addsNames;
  private int given;

  CatalogueDraft(CatalogueContents contents, List<CatalogueChange.Fence> fences) {
    this.contents = contents;
    this.fences = fences;
  }

  CatalogueChange finish() {
    if (addsNames) {
      puts.add(new CatalogueEntry.Sequence(Math.addExact(lastNumber(), given), 0));
    }
    return new CatalogueChange(seen, puts, deletes, fences);
  }

  /** Looks at an entry: the change comes about only if nobody else changes it in the meantime. */
  private @Nullable CatalogueEntry see(String id) {
    CatalogueEntry entry = contents.entry(id);
    seen.put(id, entry == null ? 0 : entry.version());
    return entry;
  }

  /**
   * Looks at which names and belongings there are: the change comes about only if nobody adds any
   * in the meantime.
   */
  CatalogueContents seeAll() {
    see(CatalogueEntry.SEQUENCE);
    return contents;
  }

  /** A number that was never given out. */
  int nextNumber() {
    addName();
    given++;
    return Math.addExact(lastNumber(), given);
  }

  /**
   * Says that the change adds a name; of two that do, one comes about and the other looks again.
   */
  void addName() {
    addsNames = true;
  }

  private int lastNumber() {
    return see(CatalogueEntry.SEQUENCE) instanceof CatalogueEntry.Sequence(int last, long _)
        ? last
        : 0;
  }

  void put(CatalogueEntry entry) {
    see(entry.id());
    puts.add(entry);
  }

  void delete(String id) {
    see(id);
    deletes.add(id);
  }

  boolean hasAccount(String name) {
    return see(CatalogueEntry.ACCOUNT + name) != null;
  }

  DatabaseRecord database(int number) {
    if (see(CatalogueEntry.DATABASE + number) instanceof CatalogueEntry.Database(var record)) {
      return record;
    }
    throw missing("The database does not exist.").with("database", number);
  }

  ContainerRecord container(int number) {
    if (see(CatalogueEntry.CONTAINER + number) instanceof CatalogueEntry.Container(var record)) {
      return record;
    }
    throw missing("The container does not exist.").with("container", number);
  }

  ResourceRecord resource(int number) {
    if (see(CatalogueEntry.RESOURCE + number) instanceof CatalogueEntry.Resource(var record)) {
      return record;
    }
    throw new DatabaseException(ErrorCode.NOT_FOUND, "The resource does not exist.")
        .with("number", number);
  }

  /** A replication group; null if there is none of this number. */
  @Nullable GroupRecord group(int number) {
    return see(CatalogueEntry.GROUP + number) instanceof CatalogueEntry.Group(var record)
        ? record
        : null;
  }

  /** The value of a setting of the cluster; undefined if it is not set. */
  JsonValue setting(String name) {
    return see(CatalogueEntry.SETTING + name) instanceof CatalogueEntry.Setting setting
        ? setting.value()
        : JsonUndefined.UNDEFINED;
  }

  /** A node; null if there is none of this number. */
  @Nullable NodeRecord node(int number) {
    return see(CatalogueEntry.NODE + number) instanceof CatalogueEntry.Node(var record)
        ? record
        : null;
  }

  /** The segments in which data of a deleted container may be left; none if it is gone. */
  List<DroppedSegment> dropped(int container) {
    return see(CatalogueEntry.DROPPED + container)
            instanceof CatalogueEntry.Dropped(int _, List<DroppedSegment> segments, long _)
        ? segments
        : List.of();
  }

  JobRecord job(int number) {
    if (see(CatalogueEntry.JOB + number) instanceof CatalogueEntry.Job(var record)) {
      return record;
    }
    throw new DatabaseException(ErrorCode.NOT_FOUND, "There is no such job.").with("job", number);
  }

  /** Requires that a database, container or resource of this number exists. */
  void requireOwner(int number) {
    if (see(CatalogueEntry.DATABASE + number) == null
        && see(CatalogueEntry.CONTAINER + number) == null
        && see(CatalogueEntry.RESOURCE + number) == null) {
      throw missing("What the resource is to belong to does not exist.").with("parent", number);
    }
  }

  /** Removes what belongs to something, and what belongs to that in turn. */
  void deleteBelongings(int parent) {
    seeAll().belongings(parent).forEach(each -> delete(CatalogueEntry.RESOURCE + each.number()));
  }

  /** Removes a container and what belongs to it, and notes that its data is to be cleared. */
  void drop(ContainerRecord record) {
    delete(CatalogueEntry.CONTAINER + record.number());
    deleteBelongings(record.number());
    for (JobRecord job : seeAll().jobs()) {
      if (job.container() == record.number()) {
        delete(CatalogueEntry.JOB + job.number());
      }
    }
    put(new CatalogueEntry.Dropped(record.number(), DroppedSegment.of(record.segments()), 0));
  }

  static DatabaseException missing(String text) {
    return new DatabaseException(ErrorCode.OWNER_NOT_FOUND, text);
  }
}
