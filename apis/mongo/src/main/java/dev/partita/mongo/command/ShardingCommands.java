package dev.partita.mongo.command;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.bson.BsonBuilder;
import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonElement;
import dev.partita.bson.BsonValue;
import dev.partita.collection.BsonCollection;
import dev.partita.mongo.error.MongoError;
import java.util.List;
import java.util.Optional;

/** Commands that divide collections. */
final class ShardingCommands {

  private final Namespaces namespaces;

  ShardingCommands(Namespaces namespaces) {
    this.namespaces = namespaces;
  }

  List<Command> all() {
    return List.of(
        Command.writer(this::shardCollection, "shardCollection"),
        Command.writer(ShardingCommands::enableSharding, "enableSharding"));
  }

  private void shardCollection(Invocation call, BsonBuilder reply) {
    Arguments arguments = call.arguments();
    String namespace = arguments.requireText("shardCollection");
    BsonDocument key = arguments.requireDocument("key");
    arguments.refuse("unique", "collation", "timeseries");
    arguments
        .ignore(
            "numInitialChunks",
            "presplitHashedZones",
            "enforceUniquenessCheck",
            "implicitlyCreateIndex")
        .finish();
    int dot = namespace.indexOf('.');
    if (dot <= 0 || dot == namespace.length() - 1) {
      throw MongoError.INVALID_NAMESPACE.failure("Invalid namespace: " + namespace);
    }
    shard(namespace.substring(0, dot), namespace.substring(dot + 1), path(key));
    reply.put("_t", "ShardCollectionResponse").put("collectionsharded", namespace);
  }

  private static String path(BsonDocument key) {
    if (key.size() != 1) {
      throw MongoError.BAD_VALUE.failure("The shard key has to be one path.");
    }
    BsonElement only = key.first();
    BsonValue kind = only.value();
    if (!kind.isString() || !kind.asString().equals("hashed")) {
      throw MongoError.BAD_VALUE.failure(
          "Collections are divided by hashes: the shard key has to be { "
              + only.name()
              + ": \"hashed\" }.");
    }
    return requirePath(only.name());
  }

  static String requirePath(String path) {
    boolean wrong =
        path.isEmpty()
            || path.startsWith(".")
            || path.endsWith(".")
            || path.contains("..")
            || path.contains("/")
            || path.contains("$");
    if (wrong) {
      throw MongoError.BAD_VALUE.failure("This path cannot be a shard key: " + path);
    }
    return path;
  }

  private void shard(String database, String name, String path) {
    Optional<BsonCollection> known = namespaces.find(database, name);
    if (known.isEmpty()) {
      try {
        namespaces.create(database, name, path, null);
        return;
      } catch (DatabaseException e) {
        if (e.code() != ErrorCode.CONFLICT) {
          throw e;
        }
      }
    }
    BsonCollection collection = namespaces.require(database, name);
    if (!path.equals(collection.settings().shardKey())) {
      throw MongoError.ALREADY_INITIALIZED.failure(
          collection.settings().isSharded()
              ? "The collection is sharded by another key already."
              : "The collection is there already, and not sharded. Drop it, or copy its documents"
                  + " to a sharded one.");
    }
  }

  /** Every database may have sharded collections. */
  private static void enableSharding(Invocation call, BsonBuilder reply) {
    call.arguments().ignore("enableSharding", "primaryShard").finish();
  }
}
