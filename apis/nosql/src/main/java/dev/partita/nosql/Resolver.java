package dev.partita.nosql;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.container.Container;
import dev.partita.container.Engine;
import dev.partita.container.catalogue.DatabaseRecord;
import dev.partita.container.catalogue.ResourceRecord;
import dev.partita.document.ResourceIds;
import java.util.Optional;

/** Finds what a path names, by the names that users gave or by the ids of the system. */
final class Resolver {

  private final Engine engine;
  private final String account;

  Resolver(Engine engine, String account) {
    this.engine = engine;
    this.account = account;
  }

  String account() {
    return account;
  }

  DatabaseRecord database(String nameOrRid) {
    return findDatabase(nameOrRid)
        .orElseThrow(
            () ->
                new DatabaseException(ErrorCode.NOT_FOUND, "The database does not exist.")
                    .with("database", nameOrRid));
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

  ResourceRecord resource(String kind, int parent, String nameOrRid) {
    return engine
        .catalogue()
        .resource(kind, parent, nameOrRid)
        .or(
            () ->
                engine.catalogue().resources(kind, parent).stream()
                    .filter(record -> Rids.of(engine.catalogue(), record).equals(nameOrRid))
                    .findFirst())
        .orElseThrow(
            () ->
                new DatabaseException(ErrorCode.NOT_FOUND, "The resource does not exist.")
                    .with("kind", kind)
                    .with("id", nameOrRid));
  }

  private Optional<DatabaseRecord> findDatabase(String nameOrRid) {
    return engine
        .catalogue()
        .database(account, nameOrRid)
        .or(
            () ->
                ResourceIds.databaseNumber(nameOrRid).stream()
                    .mapToObj(engine.catalogue()::database)
                    .flatMap(Optional::stream)
                    .findFirst());
  }

  private Optional<Container> findContainer(DatabaseRecord database, String nameOrRid) {
    return engine
        .container(database.number(), nameOrRid)
        .or(
            () ->
                ResourceIds.containerNumber(database.number(), nameOrRid).stream()
                    .mapToObj(engine::container)
                    .flatMap(Optional::stream)
                    .findFirst());
  }
}
