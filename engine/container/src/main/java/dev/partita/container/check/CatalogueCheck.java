package dev.partita.container.check;

import dev.partita.base.bytes.KeyRange;
import dev.partita.base.error.Reasons;
import dev.partita.container.catalogue.CatalogueEntry;
import dev.partita.container.catalogue.ContainerRecord;
import dev.partita.container.catalogue.DatabaseRecord;
import dev.partita.container.catalogue.DroppedSegment;
import dev.partita.container.catalogue.JobRecord;
import dev.partita.container.catalogue.ResourceRecord;
import dev.partita.partition.RecordKey;
import dev.partita.partition.StoredRecord;
import dev.partita.storage.Family;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The check of the catalogue's records against each other, and with that the census of what exists.
 */
final class CatalogueCheck {

  private final CheckedContainer catalogue;
  private final Walk walk;
  private final Set<String> accounts = new HashSet<>();
  private final Map<Integer, DatabaseRecord> databases = new TreeMap<>();
  private final Map<Integer, ContainerRecord> containers = new TreeMap<>();
  private final Map<Integer, ResourceRecord> resources = new TreeMap<>();
  private final Set<Integer> dropped = new TreeSet<>();
  private final List<JobRecord> jobs = new ArrayList<>();
  private final Set<Integer> segments = new TreeSet<>();
  private final Set<Integer> unreadable = new TreeSet<>();
  private long lastNumber;
  private boolean incomplete;

  CatalogueCheck(CheckedContainer catalogue, Walk walk) {
    this.catalogue = catalogue;
    this.walk = walk;
  }

  void run() {
    KeyRange all = catalogue.keys().all();
    incomplete = !walk.each(Family.ITEMS, all, catalogue.place(), this::read);
    checkDatabases();
    checkContainers();
    checkResources();
    checkJobs();
  }

  Collection<ContainerRecord> containers() {
    return containers.values();
  }

  @Nullable DatabaseRecord database(int number) {
    return databases.get(number);
  }

  /** Whether data of the segment may be there. */
  boolean mayHaveData(int segment) {
    return incomplete || segments.contains(segment) || unreadable.contains(segment);
  }

  private void readContainer(ContainerRecord container) {
    containers.put(container.number(), container);
    for (int segment : container.segments().numbers()) {
      if (!segments.add(segment) && !dropped.contains(segment)) {
        report(
            StorageProblem.NUMBER_TWICE,
            new CatalogueEntry.Container(container).id(),
            "segment",
            segment);
      }
    }
  }

  private void read(byte[] key, byte[] value) {
    RecordKey name;
    try {
      name = catalogue.keys().parseRecord(key);
    } catch (RuntimeException e) {
      return; // Reported with the records of all containers.
    }
    try {
      StoredRecord record = Objects.requireNonNull(StoredRecord.read(value));
      switch (CatalogueEntry.read(name.idText(), record)) {
        case CatalogueEntry.Sequence(int last, long _) -> lastNumber = last;
        case CatalogueEntry.Account(String account, long _) -> accounts.add(account);
        case CatalogueEntry.Database(DatabaseRecord database) ->
            databases.put(database.number(), database);
        case CatalogueEntry.Container(ContainerRecord container) -> readContainer(container);
        case CatalogueEntry.Resource(ResourceRecord resource) ->
            resources.put(resource.number(), resource);
        case CatalogueEntry.Dropped(int number, List<DroppedSegment> of, long _) -> {
          dropped.add(number);
          of.forEach(segment -> segments.add(segment.number()));
        }
        case CatalogueEntry.Job(JobRecord job) -> jobs.add(job);
        case CatalogueEntry.Group _,
            CatalogueEntry.Node _,
            CatalogueEntry.Setting _,
            CatalogueEntry.LastChange _ -> {}
      }
    } catch (RuntimeException e) {
      // Whatever the decoders throw: the record is not what they expect.
      rememberUnreadable(name.idText());
      catalogue.report(
          catalogue
              .finding(StorageProblem.CATALOGUE_RECORD_UNREADABLE, name)
              .with("reason", Reasons.of(e)));
    }
  }

  /** Its data is not that of an unknown container. */
  private void rememberUnreadable(String id) {
    if (id.equals(CatalogueEntry.SEQUENCE)) {
      lastNumber = Long.MAX_VALUE;
    }
    for (String kind : List.of(CatalogueEntry.CONTAINER, CatalogueEntry.DROPPED)) {
      if (id.startsWith(kind)) {
        try {
          unreadable.add(Integer.parseInt(id.substring(kind.length())));
        } catch (NumberFormatException e) {
          incomplete = true;
        }
      }
    }
  }

  private void checkDatabases() {
    Set<List<Object>> names = new HashSet<>();
    for (DatabaseRecord database : databases.values()) {
      String id = new CatalogueEntry.Database(database).id();
      if (!accounts.contains(database.account())) {
        report(StorageProblem.OWNER_MISSING, id, "account", database.account());
      }
      if (!names.add(List.of(database.account(), database.name()))) {
        report(StorageProblem.NAME_TWICE, id, "name", database.name());
      }
      if (database.number() > lastNumber) {
        report(StorageProblem.NUMBER_AHEAD, id, "lastGivenOut", lastNumber);
      }
    }
  }

  private void checkContainers() {
    Set<List<Object>> names = new HashSet<>();
    for (ContainerRecord container : containers.values()) {
      String id = new CatalogueEntry.Container(container).id();
      if (!databases.containsKey(container.database())) {
        report(StorageProblem.OWNER_MISSING, id, "database", container.database());
      }
      if (!names.add(List.of(container.database(), container.name()))) {
        report(StorageProblem.NAME_TWICE, id, "name", container.name());
      }
      if (container.number() > lastNumber) {
        report(StorageProblem.NUMBER_AHEAD, id, "lastGivenOut", lastNumber);
      }
      for (int segment : container.segments().numbers()) {
        if (segment > lastNumber && segment != container.number()) {
          report(StorageProblem.NUMBER_AHEAD, id, "segment", segment);
        }
      }
      if (databases.containsKey(container.number())) {
        report(StorageProblem.NUMBER_TWICE, id, "number", container.number());
      }
      if (dropped.contains(container.number())) {
        report(StorageProblem.DROPPED_BUT_PRESENT, id, "number", container.number());
      }
    }
  }

  private void checkResources() {
    Set<List<Object>> names = new HashSet<>();
    for (ResourceRecord resource : resources.values()) {
      String id = new CatalogueEntry.Resource(resource).id();
      int parent = resource.parent();
      if (!databases.containsKey(parent)
          && !containers.containsKey(parent)
          && !resources.containsKey(parent)) {
        report(StorageProblem.OWNER_MISSING, id, "parent", parent);
      }
      if (!names.add(List.of(resource.kind(), parent, resource.name()))) {
        report(StorageProblem.NAME_TWICE, id, "name", resource.name());
      }
      if (resource.number() > lastNumber) {
        report(StorageProblem.NUMBER_AHEAD, id, "lastGivenOut", lastNumber);
      }
    }
  }

  private void checkJobs() {
    for (JobRecord job : jobs) {
      String id = new CatalogueEntry.Job(job).id();
      if (!containers.containsKey(job.container())) {
        report(StorageProblem.OWNER_MISSING, id, "container", job.container());
      }
      if (job.number() > lastNumber) {
        report(StorageProblem.NUMBER_AHEAD, id, "lastGivenOut", lastNumber);
      }
    }
  }

  private void report(StorageProblem problem, String id, String name, Object value) {
    catalogue.report(catalogue.finding(problem).with("record", id).with(name, value));
  }
}
