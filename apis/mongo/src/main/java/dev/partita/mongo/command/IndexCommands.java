package dev.partita.mongo.command;

import dev.partita.bson.BsonBuilder;
import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonValue;
import dev.partita.collection.BsonCollection;
import dev.partita.collection.IndexKey;
import dev.partita.collection.IndexSpec;
import dev.partita.mongo.cursor.KnownResults;
import dev.partita.mongo.error.MongoError;
import dev.partita.throughput.ChargeModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;

/** Commands about indexes. */
final class IndexCommands {

  private static final int INDEXES_MAX = 64;

  private final Namespaces namespaces;
  private final Batches batches;

  IndexCommands(Namespaces namespaces, Batches batches) {
    this.namespaces = namespaces;
    this.batches = batches;
  }

  List<Command> all() {
    return List.of(
        Command.writer(this::create, "createIndexes"),
        Command.writer(this::drop, "dropIndexes", "deleteIndexes"),
        Command.reader(this::list, "listIndexes"),
        Command.writer(this::reIndex, "reIndex"));
  }

  private void create(Invocation call, BsonBuilder reply) {
    Arguments arguments = call.arguments();
    String name = call.collection();
    List<BsonDocument> given = arguments.requireDocuments("indexes");
    arguments.ignore("commitQuorum").finish();
    if (given.isEmpty()) {
      throw MongoError.BAD_VALUE.failure("Must specify at least one index to create");
    }
    List<IndexSpec> wanted = given.stream().map(IndexCommands::read).toList();
    boolean existed = namespaces.find(call.database(), name).isPresent();
    BsonCollection collection = namespaces.findOrCreate(call.database(), name);
    int before = collection.settings().indexes().size();
    for (IndexSpec index : wanted) {
      create(collection, index);
    }
    int after = collection.settings().indexes().size();
    call.charge(ChargeModel.notFound());
    reply
        .put("numIndexesBefore", before)
        .put("numIndexesAfter", after)
        .put("createdCollectionAutomatically", !existed);
    if (before == after) {
      reply.put("note", "all indexes already exist");
    }
  }

  /** Makes an index unless there is the same one. */
  void create(BsonCollection collection, IndexSpec index) {
    if (index.keys().equals(IndexSpec.ID.keys())) {
      return;
    }
    for (IndexSpec known : collection.settings().indexes()) {
      boolean sameName = known.name().equals(index.name());
      if (sameName && known.isSameAs(index)) {
        return;
      }
      if (sameName) {
        throw MongoError.INDEX_KEY_SPECS_CONFLICT.failure(
            "An existing index has the same name as the requested index. When index names are not"
                + " specified, they are auto generated and can cause conflicts. Please refer to our"
                + " documentation. Requested index: "
                + description(index)
                + ", existing index: "
                + description(known));
      }
      if (known.keys().equals(index.keys())) {
        throw MongoError.INDEX_OPTIONS_CONFLICT.failure(
            "Index already exists with a different name: " + known.name());
      }
    }
    requireShardKey(collection, index);
    if (collection.settings().indexes().size() >= INDEXES_MAX) {
      throw MongoError.CANNOT_CREATE_INDEX.failure(
          "A collection has at most " + INDEXES_MAX + " indexes.");
    }
    namespaces.collections().indexes().create(collection, index);
  }

  /** Keys are unique within a shard key value, so that they are so at all only along with it. */
  private static void requireShardKey(BsonCollection collection, IndexSpec index) {
    String shardKey = collection.settings().shardKey();
    boolean has =
        shardKey == null || index.keys().stream().anyMatch(key -> key.path().equals(shardKey));
    if (index.unique() && !has) {
      throw MongoError.CANNOT_CREATE_INDEX.failure(
          "cannot create unique index over "
              + index.pattern()
              + " with shard key pattern { "
              + shardKey
              + ": \"hashed\" }");
    }
  }

  /** Reads an index as a client describes it. */
  static IndexSpec read(BsonDocument fields) {
    Arguments given = Arguments.ofPart("createIndexes.indexes", fields);
    BsonDocument pattern = given.requireDocument("key");
    List<IndexKey> keys = KeyPatterns.keys(pattern);
    String name = Objects.requireNonNullElse(given.text("name"), KeyPatterns.defaultName(pattern));
    boolean unique = given.truth("unique", false);
    boolean sparse = given.truth("sparse", false);
    OptionalLong expiry =
        given.has("expireAfterSeconds")
            ? OptionalLong.of(given.count("expireAfterSeconds", 0))
            : OptionalLong.empty();
    given.refuse(
        "partialFilterExpression",
        "collation",
        "hidden",
        "weights",
        "default_language",
        "language_override",
        "wildcardProjection",
        "bucketSize",
        "storageEngine",
        "prepareUnique",
        "dropDups");
    given.ignore("v", "background", "ns", "textIndexVersion", "2dsphereIndexVersion").finish();
    if (expiry.isPresent() && keys.size() > 1) {
      throw MongoError.CANNOT_CREATE_INDEX.failure(
          "TTL indexes are single-field indexes, compound indexes do not support TTL.");
    }
    return new IndexSpec(0, name, keys, unique, sparse, expiry, false);
  }

  private void drop(Invocation call, BsonBuilder reply) {
    Arguments arguments = call.arguments();
    String name = call.collection();
    BsonValue which = arguments.value("index");
    arguments.finish();
    BsonCollection collection = namespaces.require(call.database(), name);
    reply.put("nIndexesWas", collection.settings().indexes().size());
    if (which == null) {
      throw MongoError.MISSING_FIELD.failure(
          "BSON field 'dropIndexes.index' is missing but a required field");
    }
    Set<String> names = names(collection, which);
    namespaces.collections().indexes().drop(collection, index -> names.contains(index.name()));
    call.charge(ChargeModel.notFound());
  }

  private static Set<String> names(BsonCollection collection, BsonValue which) {
    List<IndexSpec> indexes = collection.settings().indexes();
    if (which.isString() && which.asString().equals("*")) {
      return indexes.stream().map(IndexSpec::name).collect(Collectors.toSet());
    }
    List<BsonValue> all = which.isArray() ? which.asArray().values() : List.of(which);
    List<String> names = new ArrayList<>();
    for (BsonValue each : all) {
      Optional<IndexSpec> found =
          each.isDocument()
              ? indexes.stream()
                  .filter(
                      index -> index.pattern().equals(KeyPatterns.normalized(each.asDocument())))
                  .findFirst()
              : each.isString() ? collection.settings().index(each.asString()) : Optional.empty();
      IndexSpec index =
          found.orElseThrow(
              () ->
                  MongoError.INDEX_NOT_FOUND.failure(
                      each.isString()
                          ? "index not found with name [" + each.asString() + "]"
                          : "can't find index with key: " + each));
      if (index.isId()) {
        throw MongoError.INVALID_OPTIONS.failure("cannot drop _id index");
      }
      names.add(index.name());
    }
    return Set.copyOf(names);
  }

  private void list(Invocation call, BsonBuilder reply) {
    Arguments arguments = call.arguments();
    String name = call.collection();
    Batches.Wanted wanted = Batches.Wanted.ofCursorPart(arguments);
    arguments.ignore("includeBuildUUIDs", "includeIndexBuildInfo").finish();
    BsonCollection collection = namespaces.require(call.database(), name);
    List<BsonDocument> found =
        collection.settings().indexes().stream().map(IndexCommands::description).toList();
    batches.begin(
        call, call.namespace(name), new KnownResults(found, ChargeModel.notFound()), wanted, reply);
  }

  static BsonDocument description(IndexSpec index) {
    BsonBuilder description =
        BsonDocument.builder().put("v", 2).put("key", index.pattern()).put("name", index.name());
    if (index.unique()) {
      description.put("unique", true);
    }
    if (index.sparse()) {
      description.put("sparse", true);
    }
    index
        .expireAfterSeconds()
        .ifPresent(seconds -> description.put("expireAfterSeconds", BsonValue.integer(seconds)));
    return description.build();
  }

  /** Indexes always follow their documents, so that there is nothing to make anew. */
  private void reIndex(Invocation call, BsonBuilder reply) {
    BsonCollection collection = namespaces.require(call.database(), call.collection());
    call.arguments().finish();
    reply
        .put("nIndexesWas", collection.settings().indexes().size())
        .put("nIndexes", collection.settings().indexes().size());
  }
}
