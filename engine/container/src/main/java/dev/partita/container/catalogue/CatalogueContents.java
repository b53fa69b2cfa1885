package dev.partita.container.catalogue;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import org.jspecify.annotations.Nullable;

/**
 * What exists, in memory, by id, by number and by name. Read by any number of threads; changed by
 * one at a time, with {@link #apply} alone.
 */
final class CatalogueContents {

  /** An entry before and after an effect; one of both is there. */
  record Update(@Nullable CatalogueEntry before, @Nullable CatalogueEntry after) {}

  private record NameInAccount(String account, String name) {}

  private record NameInDatabase(int database, String name) {}

  private final Map<String, CatalogueEntry> entries = new ConcurrentSkipListMap<>();
  private final Set<String> accounts = new ConcurrentSkipListSet<>();
  private final Map<Integer, DatabaseRecord> databases = new ConcurrentSkipListMap<>();
  private final Map<NameInAccount, Integer> databaseNames = new ConcurrentHashMap<>();
  private final Map<Integer, ContainerRecord> containers = new ConcurrentSkipListMap<>();
  private final Map<NameInDatabase, Integer> containerNames = new ConcurrentHashMap<>();
  private final Map<Integer, ResourceRecord> resources = new ConcurrentSkipListMap<>();
  private final Set<Integer> dropped = new ConcurrentSkipListSet<>();
  private final Map<Integer, JobRecord> jobs = new ConcurrentSkipListMap<>();
  private final Map<Integer, GroupRecord> groups = new ConcurrentSkipListMap<>();
  private final Map<Integer, NodeRecord> nodes = new ConcurrentSkipListMap<>();
  private final Map<String, CatalogueEntry.Setting> settings = new ConcurrentSkipListMap<>();
  private volatile long version;

  /** The version of the last effect. */
  long version() {
    return version;
  }

  /** Changes everything as the effect says; gives what is another than before. */
  List<Update> apply(CatalogueEffect effect) {
    List<Update> updates = new ArrayList<>();
    for (String id : effect.deletes()) {
      CatalogueEntry before = entries.remove(id);
      if (before != null) {
        forget(before);
        updates.add(new Update(before, null));
      }
    }
    for (CatalogueEntry after : effect.puts()) {
      CatalogueEntry before = entries.put(after.id(), after);
      remember(after);
      updates.add(new Update(before, after));
    }
    version = effect.version();
    return updates;
  }

  List<CatalogueEntry> entries() {
    return List.copyOf(entries.values());
  }

  @Nullable CatalogueEntry entry(String id) {
    return entries.get(id);
  }

  Set<String> accounts() {
    return accounts;
  }

  Map<Integer, DatabaseRecord> databases() {
    return databases;
  }

  Map<Integer, ContainerRecord> containers() {
    return containers;
  }

  Set<Integer> dropped() {
    return dropped;
  }

  Collection<JobRecord> jobs() {
    return jobs.values();
  }

  @Nullable JobRecord job(int number) {
    return jobs.get(number);
  }

  Map<Integer, GroupRecord> groups() {
    return groups;
  }

  Map<Integer, NodeRecord> nodes() {
    return nodes;
  }

  Map<String, CatalogueEntry.Setting> settings() {
    return settings;
  }

  @Nullable DatabaseRecord database(String account, String name) {
    Integer number = databaseNames.get(new NameInAccount(account, name));
    return number == null ? null : databases.get(number);
  }

  @Nullable ContainerRecord container(int database, String name) {
    Integer number = containerNames.get(new NameInDatabase(database, name));
    return number == null ? null : containers.get(number);
  }

  List<ContainerRecord> containers(int database) {
    return containers.values().stream().filter(record -> record.database() == database).toList();
  }

  @Nullable ResourceRecord resource(int number) {
    return resources.get(number);
  }

  List<ResourceRecord> resources(String kind, int parent) {
    return resources.values().stream()
        .filter(record -> record.parent() == parent && record.kind().equals(kind))
        .toList();
  }

  /** Everything that belongs to a parent, and what belongs to that in turn. */
  List<ResourceRecord> belongings(int parent) {
    List<ResourceRecord> found = new ArrayList<>();
    for (ResourceRecord record : resources.values()) {
      if (record.parent() == parent) {
        found.add(record);
        found.addAll(belongings(record.number()));
      }
    }
    return found;
  }

  /** Databases and containers keep their names for life, so that no older one has to go. */
  private void remember(CatalogueEntry entry) {
    switch (entry) {
      case CatalogueEntry.Sequence _ -> {}
      case CatalogueEntry.Account(String name, long _) -> accounts.add(name);
      case CatalogueEntry.Database(DatabaseRecord record) -> {
        databases.put(record.number(), record);
        databaseNames.put(new NameInAccount(record.account(), record.name()), record.number());
      }
      case CatalogueEntry.Container(ContainerRecord record) -> {
        containers.put(record.number(), record);
        containerNames.put(new NameInDatabase(record.database(), record.name()), record.number());
      }
      case CatalogueEntry.Resource(ResourceRecord record) -> resources.put(record.number(), record);
      case CatalogueEntry.Dropped(int number, var _, long _) -> dropped.add(number);
      case CatalogueEntry.Job(JobRecord record) -> jobs.put(record.number(), record);
      case CatalogueEntry.Group(GroupRecord record) -> groups.put(record.number(), record);
      case CatalogueEntry.Node(NodeRecord record) -> nodes.put(record.number(), record);
      case CatalogueEntry.Setting setting -> settings.put(setting.name(), setting);
      case CatalogueEntry.LastChange _ -> {}
    }
  }

  private void forget(CatalogueEntry entry) {
    switch (entry) {
      case CatalogueEntry.Sequence _ -> {}
      case CatalogueEntry.Account(String name, long _) -> accounts.remove(name);
      case CatalogueEntry.Database(DatabaseRecord record) -> {
        databases.remove(record.number());
        databaseNames.remove(new NameInAccount(record.account(), record.name()), record.number());
      }
      case CatalogueEntry.Container(ContainerRecord record) -> {
        containers.remove(record.number());
        containerNames.remove(
            new NameInDatabase(record.database(), record.name()), record.number());
      }
      case CatalogueEntry.Resource(ResourceRecord record) -> resources.remove(record.number());
      case CatalogueEntry.Dropped(int number, var _, long _) -> dropped.remove(number);
      case CatalogueEntry.Job(JobRecord record) -> jobs.remove(record.number());
      case CatalogueEntry.Group(GroupRecord record) -> groups.remove(record.number());
      case CatalogueEntry.Node(NodeRecord record) -> nodes.remove(record.number());
      case CatalogueEntry.Setting setting -> settings.remove(setting.name());
      case CatalogueEntry.LastChange _ -> {}
    }
  }
}
