package dev.partita.nosql;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.container.Container;
import dev.partita.container.Containers;
import dev.partita.container.catalogue.Catalogue;
import dev.partita.container.catalogue.ContainerRecord;
import dev.partita.container.catalogue.DatabaseRecord;
import dev.partita.container.catalogue.ResourceRecord;
import dev.partita.container.key.PartitionKey;
import dev.partita.document.ItemReader;
import dev.partita.document.ItemScan;
import dev.partita.document.Items;
import dev.partita.document.ResourceIds;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Finds what a path names, by the names that users gave or by the ids of the system. */
final class Resolver {

  private final Catalogue catalogue;
  private final Containers containers;
  private final String account;

  Resolver(Catalogue catalogue, Containers containers, String account) {
    this.catalogue = catalogue;
    this.containers = containers;
    this.account = account;
  }

  String account() {
    return account;
  }

  DatabaseRecord database(ResourcePath path) {
    return findDatabase(path.at(1))
        .orElseThrow(
            () ->
                new DatabaseException(
                        path.size() == 2 ? ErrorCode.NOT_FOUND : ErrorCode.OWNER_NOT_FOUND,
                        "The database does not exist.")
                    .with("database", path.at(1)));
  }

  /** The database of a container, which may have been deleted since the container was found. */
  DatabaseRecord databaseOf(Container container) {
    return catalogue
        .database(container.record().database())
        .orElseThrow(
            () ->
                new DatabaseException(ErrorCode.OWNER_NOT_FOUND, "The database does not exist.")
                    .with("container", container.record().name()));
  }

  Container container(ResourcePath path) {
    String name = path.at(3);
    return findDatabase(path.at(1))
        .flatMap(database -> findContainer(database, name))
        .orElseThrow(
            () ->
                new DatabaseException(
                        path.size() == 4 ? ErrorCode.NOT_FOUND : ErrorCode.OWNER_NOT_FOUND,
                        "The container does not exist.")
                    .with("database", path.at(1))
                    .with("container", name));
  }

  /**
   * The id of the item that a path names. Where the path names its container by the system's id, it
   * may do so with the item too; since that is not how items are found, its partition key is
   * searched.
   */
  String itemId(ResourcePath path, Items items, PartitionKey key) {
    String idOrRid = path.at(5);
    ContainerRecord record = items.container().record();
    boolean byRid =
        !path.at(3).equals(record.name())
            && path.at(3).equals(Rids.of(record))
            && Rids.isItem(record, idOrRid);
    if (!byRid) {
      return idOrRid;
    }
    ItemReader reader = items.reader();
    try (ItemScan scan = reader.scan(reader.newest(), reader.places(key), null)) {
      while (scan.next()) {
        JsonObject document = scan.item().document();
        if (document.at("_rid").equals(JsonString.of(idOrRid))
            && document.at("id") instanceof JsonString(String id)) {
          return id;
        }
      }
    }
    throw new DatabaseException(ErrorCode.NOT_FOUND, "The item does not exist.")
        .with("rid", idOrRid)
        .with("partitionKey", key);
  }

  /**
   * A path by the ids of the system as far as databases and containers go. Unlike their names these
   * are never given again, so what was allowed on one cannot come to mean another.
   */
  String lastingLink(ResourcePath path) {
    List<String> segments = new ArrayList<>(path.linkSegments());
    if (segments.size() < 2 || !segments.getFirst().equals("dbs")) {
      return String.join("/", segments);
    }
    findDatabase(segments.get(1))
        .ifPresent(
            database -> {
              segments.set(1, Rids.of(database));
              if (segments.size() >= 4 && segments.get(2).equals("colls")) {
                findContainer(database, segments.get(3))
                    .ifPresent(container -> segments.set(3, Rids.of(container.record())));
              }
            });
    return String.join("/", segments);
  }

  /**
   * @throws DatabaseException CONTAINER_REPLACED if the client means another container, which had
   *     this one's name before
   */
  static void requireIntended(Container container, String rid) {
    String found = Rids.of(container.record());
    if (!rid.equals(found)) {
      throw new DatabaseException(
              ErrorCode.CONTAINER_REPLACED,
              "The container of this name is not the one that the client knew.")
          .with("intended", rid)
          .with("found", found);
    }
  }

  ResourceRecord resource(String kind, int parent, String nameOrRid) {
    return catalogue
        .resource(kind, parent, nameOrRid)
        .or(
            () ->
                catalogue.resources(kind, parent).stream()
                    .filter(record -> Rids.of(catalogue, record).equals(nameOrRid))
                    .findFirst())
        .orElseThrow(
            () ->
                new DatabaseException(ErrorCode.NOT_FOUND, "The resource does not exist.")
                    .with("kind", kind)
                    .with("id", nameOrRid));
  }

  private Optional<DatabaseRecord> findDatabase(String nameOrRid) {
    return catalogue
        .database(account, nameOrRid)
        .or(
            () ->
                ResourceIds.databaseNumber(nameOrRid).stream()
                    .mapToObj(catalogue::database)
                    .flatMap(Optional::stream)
                    .findFirst());
  }

  Optional<Container> findContainer(DatabaseRecord database, String nameOrRid) {
    return containers
        .container(database.number(), nameOrRid)
        .or(
            () ->
                ResourceIds.containerNumber(database.number(), nameOrRid).stream()
                    .mapToObj(containers::container)
                    .flatMap(Optional::stream)
                    .findFirst());
  }
}
