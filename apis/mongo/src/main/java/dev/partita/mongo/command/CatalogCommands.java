package dev.partita.mongo.command;

import dev.partita.bson.BsonBuilder;
import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonValue;
import dev.partita.collection.BsonCollection;
import dev.partita.collection.IndexSpec;
import dev.partita.container.catalogue.DatabaseRecord;
import dev.partita.mongo.cursor.KnownResults;
import dev.partita.mongo.cursor.ServerCursors;
import dev.partita.throughput.ChargeModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Commands about databases and collections. */
final class CatalogCommands {

  private final Namespaces namespaces;
  private final Batches batches;
  private final ServerCursors cursors;

  CatalogCommands(Namespaces namespaces, Batches batches, ServerCursors cursors) {
    this.namespaces = namespaces;
    this.batches = batches;
    this.cursors = cursors;
  }

  List<Command> all() {
    return List.of(
        Command.reader(this::listDatabases, "listDatabases"),
        Command.reader(this::listCollections, "listCollections"),
        Command.writer(this::create, "create"),
        Command.writer(this::drop, "drop"),
        Command.writer(this::dropDatabase, "dropDatabase"),
        Command.reader(this::collStats, "collStats", "collstats"),
        Command.reader(this::dbStats, "dbStats", "dbstats"));
  }

  private void listDatabases(Invocation call, BsonBuilder reply) {
    Arguments arguments = call.arguments().ignore("listDatabases", "authorizedDatabases");
    Predicate<BsonDocument> filter =
        Language.of(null, null, call.nowMillis()).filter(arguments.documentOrEmpty("filter"))
            ::matches;
    boolean nameOnly = arguments.truth("nameOnly", false);
    arguments.finish();
    long total = 0;
    reply.startArray("databases");
    for (DatabaseRecord database : namespaces.databases()) {
      long size = sizeBytes(database.name());
      BsonBuilder entry = BsonDocument.builder().put("name", database.name());
      if (!nameOnly) {
        entry.put("sizeOnDisk", size).put("empty", size == 0);
      }
      BsonDocument document = entry.build();
      if (filter.test(document)) {
        reply.add(document.toValue());
        total += size;
      }
    }
    reply.end();
    if (!nameOnly) {
      reply.put("totalSize", total).put("totalSizeMb", total >> 20);
    }
  }

  private long sizeBytes(String database) {
    return namespaces.collections(database).stream()
        .mapToLong(each -> each.container().sizeBytes())
        .sum();
  }

  private void listCollections(Invocation call, BsonBuilder reply) {
    Arguments arguments = call.arguments().ignore("listCollections", "authorizedCollections");
    Predicate<BsonDocument> filter =
        Language.of(null, null, call.nowMillis()).filter(arguments.documentOrEmpty("filter"))
            ::matches;
    boolean nameOnly = arguments.truth("nameOnly", false);
    Batches.Wanted wanted = Batches.Wanted.ofCursorPart(arguments);
    arguments.finish();
    List<BsonDocument> found = new ArrayList<>();
    for (BsonCollection collection : namespaces.collections(call.database())) {
      BsonDocument document = description(collection, nameOnly);
      if (filter.test(document)) {
        found.add(document);
      }
    }
    batches.begin(
        call,
        call.namespace("$cmd.listCollections"),
        new KnownResults(found, ChargeModel.notFound()),
        wanted,
        reply);
  }

  private static BsonDocument description(BsonCollection collection, boolean nameOnly) {
    BsonBuilder entry =
        BsonDocument.builder()
            .put("name", collection.container().definition().name())
            .put("type", "collection");
    if (!nameOnly) {
      entry
          .put("options", BsonDocument.EMPTY)
          .put("info", BsonDocument.of("readOnly", BsonValue.FALSE))
          .put("idIndex", IndexCommands.description(IndexSpec.ID));
    }
    return entry.build();
  }

  private void create(Invocation call, BsonBuilder reply) {
    Arguments arguments = call.arguments();
    String name = call.collection();
    arguments.refuse(
        "capped",
        "size",
        "max",
        "timeseries",
        "expireAfterSeconds",
        "clusteredIndex",
        "validator",
        "viewOn",
        "pipeline",
        "collation",
        "encryptedFields",
        "storageEngine",
        "indexOptionDefaults");
    boolean images = images(arguments.document("changeStreamPreAndPostImages"));
    arguments
        .ignore("autoIndexId", "idIndex", "flags", "validationLevel", "validationAction", "temp")
        .finish();
    BsonCollection collection = namespaces.findOrCreate(call.database(), name);
    if (images) {
      collection.feed().keep(ChangeStream.KEPT_MILLIS, call.nowMillis(), namespaces.catalogue());
    }
  }

  private static boolean images(@Nullable BsonDocument given) {
    if (given == null) {
      return false;
    }
    Arguments part = Arguments.ofPart("create.changeStreamPreAndPostImages", given);
    boolean enabled = part.truth("enabled", false);
    part.finish();
    return enabled;
  }

  private void drop(Invocation call, BsonBuilder reply) {
    String name = call.collection();
    call.arguments().finish();
    Optional<BsonCollection> collection = namespaces.find(call.database(), name);
    if (collection.isPresent()) {
      reply
          .put("nIndexesWas", collection.get().settings().indexes().size())
          .put("ns", call.namespace(name));
      namespaces.drop(collection.get());
      cursors.killOf(call.namespace(name));
    }
  }

  private void dropDatabase(Invocation call, BsonBuilder reply) {
    call.arguments().ignore("dropDatabase").finish();
    if (namespaces.database(call.database()).isPresent()) {
      namespaces.collections(call.database()).stream()
          .map(each -> call.namespace(each.container().definition().name()))
          .forEach(cursors::killOf);
      namespaces.dropDatabase(call.database());
      reply.put("dropped", call.database());
    }
  }

  private void collStats(Invocation call, BsonBuilder reply) {
    Arguments arguments = call.arguments();
    String name = call.collection();
    long scale = Math.max(1, arguments.number("scale", 1));
    arguments.finish();
    reply.put("ns", call.namespace(name));
    stats(namespaces.find(call.database(), name).stream().toList(), scale, reply);
    reply.put(
        "sharded",
        namespaces
            .find(call.database(), name)
            .map(each -> each.settings().isSharded())
            .orElse(false));
    reply.put(
        "nindexes",
        namespaces
            .find(call.database(), name)
            .map(each -> each.settings().indexes().size())
            .orElse(0));
  }

  static void stats(List<BsonCollection> collections, long scale, BsonBuilder reply) {
    long documents = collections.stream().mapToLong(CatalogCommands::documents).sum();
    long bytes = collections.stream().mapToLong(each -> each.container().sizeBytes()).sum();
    reply
        .put("size", bytes / scale)
        .put("count", documents)
        .put("avgObjSize", documents == 0 ? 0 : bytes / documents)
        .put("storageSize", bytes / scale)
        .put("totalSize", bytes / scale)
        .put("scaleFactor", scale);
  }

  static long documents(BsonCollection collection) {
    return collection.container().partitions().stream()
        .mapToLong(owned -> owned.partition().state().recordCount())
        .sum();
  }

  private void dbStats(Invocation call, BsonBuilder reply) {
    Arguments arguments = call.arguments().ignore("dbStats", "dbstats", "freeStorage");
    long scale = Math.max(1, arguments.number("scale", 1));
    arguments.finish();
    List<BsonCollection> all = namespaces.collections(call.database());
    long documents = all.stream().mapToLong(CatalogCommands::documents).sum();
    long bytes = all.stream().mapToLong(each -> each.container().sizeBytes()).sum();
    int indexes = all.stream().mapToInt(each -> each.settings().indexes().size()).sum();
    reply
        .put("db", call.database())
        .put("collections", all.size())
        .put("views", 0)
        .put("objects", documents)
        .put("avgObjSize", documents == 0 ? 0.0 : (double) bytes / documents)
        .put("dataSize", bytes / scale)
        .put("storageSize", bytes / scale)
        .put("indexes", indexes)
        .put("scaleFactor", scale);
  }
}
