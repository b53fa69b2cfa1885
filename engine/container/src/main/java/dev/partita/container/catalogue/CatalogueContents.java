package dev.partita.container.catalogue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/**
 * What exists, in memory, by number and by name. Read by any number of threads; changed by one at a
 * time, after the change is durable.
 */
final class CatalogueContents {

  private record NameInAccount(String account, String name) {}

  private record NameInDatabase(int database, String name) {}

  private final Set<String> accounts = ConcurrentHashMap.newKeySet();
  private final Map<Integer, DatabaseRecord> databases = new ConcurrentSkipListMap<>();
  private final Map<NameInAccount, Integer> databaseNames = new ConcurrentHashMap<>();
  private final Map<Integer, ContainerRecord> containers = new ConcurrentSkipListMap<>();
  private final Map<NameInDatabase, Integer> containerNames = new ConcurrentHashMap<>();
  private final Map<Integer, ResourceRecord> resources = new ConcurrentSkipListMap<>();
  private final Set<Integer> dropped = ConcurrentHashMap.newKeySet();

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

  void remember(DatabaseRecord record) {
    databases.put(record.number(), record);
    databaseNames.put(new NameInAccount(record.account(), record.name()), record.number());
  }

  void forget(DatabaseRecord record) {
    databases.remove(record.number());
    databaseNames.remove(new NameInAccount(record.account(), record.name()));
  }

  void remember(ContainerRecord record) {
    containers.put(record.number(), record);
    containerNames.put(new NameInDatabase(record.database(), record.name()), record.number());
  }

  void forget(ContainerRecord record) {
    containers.remove(record.number());
    containerNames.remove(new NameInDatabase(record.database(), record.name()));
    dropped.add(record.number());
  }

  void remember(ResourceRecord record) {
    resources.put(record.number(), record);
  }

  void forget(ResourceRecord record) {
    resources.remove(record.number());
  }
}
