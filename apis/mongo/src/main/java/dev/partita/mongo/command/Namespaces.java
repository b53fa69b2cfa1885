package dev.partita.mongo.command;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.collection.BsonCollection;
import dev.partita.collection.BsonCollections;
import dev.partita.container.Engine;
import dev.partita.container.catalogue.Catalogue;
import dev.partita.container.catalogue.ContainerRecord;
import dev.partita.container.catalogue.DatabaseRecord;
import dev.partita.mongo.error.MongoError;
import dev.partita.throughput.ThroughputSettings;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The databases and collections of the account, which come to be when something is written to them.
 * Containers of other APIs in the same databases are not seen. Safe for use by any number of
 * threads.
 */
final class Namespaces {

  private static final String FORBIDDEN = "/\\. \"$*<>:|?\0";
  private static final int DATABASE_LENGTH_MAX = 63;

  private final Engine engine;
  private final BsonCollections collections;
  private final String account;

  Namespaces(Engine engine, BsonCollections collections, String account) {
    this.engine = engine;
    this.collections = collections;
    this.account = account;
  }

  BsonCollections collections() {
    return collections;
  }

  Engine engine() {
    return engine;
  }

  static String requireDatabaseName(String name) {
    boolean forbidden = name.chars().anyMatch(each -> FORBIDDEN.indexOf(each) >= 0);
    if (name.isEmpty() || name.length() > DATABASE_LENGTH_MAX || forbidden) {
      throw MongoError.INVALID_NAMESPACE.failure("Invalid database name: '" + name + "'");
    }
    return name;
  }

  Optional<DatabaseRecord> database(String name) {
    return catalogue().database(account, name);
  }

  /** The databases that have collections, or nothing at all. */
  List<DatabaseRecord> databases() {
    return catalogue().databases(account).stream()
        .filter(
            database -> {
              List<ContainerRecord> all = catalogue().containers(database.number());
              return all.isEmpty() || all.stream().anyMatch(BsonCollections::isCollection);
            })
        .sorted(Comparator.comparing(DatabaseRecord::name))
        .toList();
  }

  /** The collections of a database, by their names; none if there is no such database. */
  List<BsonCollection> collections(String database) {
    return database(database).stream()
        .flatMap(found -> catalogue().containers(found.number()).stream())
        .filter(BsonCollections::isCollection)
        .sorted(Comparator.comparing(ContainerRecord::name))
        .flatMap(found -> engine.containers().container(found.number()).stream())
        .map(collections::collection)
        .toList();
  }

  Optional<BsonCollection> find(String database, String name) {
    return database(database)
        .flatMap(found -> engine.containers().container(found.number(), name))
        .map(collections::collection);
  }

  BsonCollection require(String database, String name) {
    return find(database, name)
        .orElseThrow(
            () ->
                MongoError.NAMESPACE_NOT_FOUND.failure(
                    "ns does not exist: " + database + "." + name));
  }

  /** The collection, which is made if there is none. */
  BsonCollection findOrCreate(String database, String name) {
    Optional<BsonCollection> known = find(database, name);
    if (known.isPresent()) {
      return known.get();
    }
    try {
      return create(database, name, null, null);
    } catch (DatabaseException e) {
      if (e.code() == ErrorCode.CONFLICT) {
        // Another command was first.
        return require(database, name);
      }
      throw e;
    }
  }

  BsonCollection create(
      String database,
      String name,
      @Nullable String shardKey,
      @Nullable ThroughputSettings throughput) {
    return collections.create(findOrCreateDatabase(database).number(), name, shardKey, throughput);
  }

  DatabaseRecord findOrCreateDatabase(String name) {
    requireDatabaseName(name);
    Optional<DatabaseRecord> known = database(name);
    if (known.isPresent()) {
      return known.get();
    }
    try {
      return engine.containers().createDatabase(account, name, null);
    } catch (DatabaseException e) {
      if (e.code() == ErrorCode.DATABASE_EXISTS) {
        return findOrCreateDatabase(name);
      }
      throw e;
    }
  }

  void createDatabase(String name, @Nullable ThroughputSettings throughput) {
    var _ = engine.containers().createDatabase(account, requireDatabaseName(name), throughput);
  }

  void drop(BsonCollection collection) {
    engine.containers().deleteContainer(collection.container().number());
  }

  /** Deletes the collections of a database, and the database if other APIs have nothing in it. */
  void dropDatabase(String name) {
    collections(name).forEach(this::drop);
    database(name)
        .filter(found -> catalogue().containers(found.number()).isEmpty())
        .ifPresent(found -> engine.containers().deleteDatabase(found.number()));
  }

  Catalogue catalogue() {
    return engine.catalogue();
  }
}
