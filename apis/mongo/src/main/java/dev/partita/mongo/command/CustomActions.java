package dev.partita.mongo.command;

import dev.partita.bson.BsonArray;
import dev.partita.bson.BsonBuilder;
import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonType;
import dev.partita.bson.BsonValue;
import dev.partita.collection.BsonCollection;
import dev.partita.collection.CollectionFeed;
import dev.partita.collection.FeedPosition;
import dev.partita.collection.IndexSpec;
import dev.partita.container.catalogue.DatabaseRecord;
import dev.partita.mongo.error.MongoError;
import dev.partita.throughput.ThroughputSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The commands of Azure Cosmos DB about databases, collections and their throughput. */
final class CustomActions {

  /** What a rate that follows the load does not fall below. */
  private static final int FLOOR_PART = 10;

  private final Namespaces namespaces;
  private final IndexCommands indexes;

  CustomActions(Namespaces namespaces, IndexCommands indexes) {
    this.namespaces = namespaces;
    this.indexes = indexes;
  }

  List<Command> all() {
    return List.of(Command.writer(this::run, "customAction"));
  }

  private void run(Invocation call, BsonBuilder reply) {
    String action = call.arguments().requireText("customAction");
    switch (action) {
      case "CreateDatabase" -> createDatabase(call);
      case "UpdateDatabase" -> updateDatabase(call);
      case "GetDatabase" -> getDatabase(call, reply);
      case "CreateCollection" -> createCollection(call);
      case "UpdateCollection" -> updateCollection(call);
      case "GetCollection" -> getCollection(call, reply);
      case "GetChangeStreamTokens" -> changeStreamTokens(call, reply);
      default ->
          throw MongoError.COMMAND_NOT_SUPPORTED.failure(
              "The customAction '" + action + "' is not supported by this server.");
    }
  }

  private static @Nullable ThroughputSettings throughput(Arguments arguments) {
    boolean manual = arguments.has("offerThroughput");
    long offer = arguments.number("offerThroughput", 0);
    BsonDocument autoscale = arguments.document("autoScaleSettings");
    if (autoscale == null) {
      return manual ? new ThroughputSettings.Manual(offer) : null;
    }
    if (manual) {
      throw MongoError.BAD_VALUE.failure(
          "Give either offerThroughput or autoScaleSettings, not both.");
    }
    Arguments part = Arguments.ofPart("autoScaleSettings", autoscale);
    long most = part.number("maxThroughput", 0);
    part.finish();
    return new ThroughputSettings.Autoscale(most);
  }

  private void createDatabase(Invocation call) {
    ThroughputSettings throughput = throughput(call.arguments());
    call.arguments().finish();
    if (namespaces.database(call.database()).isPresent()) {
      throw MongoError.NAMESPACE_EXISTS.failure(
          "The database " + call.database() + " exists already.");
    }
    namespaces.createDatabase(call.database(), throughput);
  }

  private DatabaseRecord database(Invocation call) {
    return namespaces
        .database(call.database())
        .orElseThrow(
            () -> MongoError.NAMESPACE_NOT_FOUND.failure("ns does not exist: " + call.database()));
  }

  private void updateDatabase(Invocation call) {
    ThroughputSettings throughput = throughput(call.arguments());
    call.arguments().finish();
    DatabaseRecord database = database(call);
    if (throughput != null) {
      requireSameKind(database.throughput(), throughput);
      namespaces.engine().throughput().changeDatabase(database.number(), throughput);
    }
  }

  private static void requireSameKind(
      @Nullable ThroughputSettings before, ThroughputSettings changed) {
    boolean wasManual = before instanceof ThroughputSettings.Manual;
    boolean isManual = changed instanceof ThroughputSettings.Manual;
    if (before != null && wasManual != isManual) {
      throw MongoError.BAD_VALUE.failure(
          "Throughput cannot be changed from manual to autoscale, or back, by this command.");
    }
  }

  private void getDatabase(Invocation call, BsonBuilder reply) {
    call.arguments().finish();
    DatabaseRecord database = database(call);
    reply.put("database", call.database());
    describe(database.throughput(), reply);
  }

  private static void describe(@Nullable ThroughputSettings throughput, BsonBuilder reply) {
    switch (throughput) {
      case ThroughputSettings.Manual(long rate) ->
          reply.put("provisionedThroughput", BsonValue.integer(rate));
      case ThroughputSettings.Autoscale(long most) ->
          reply
              .put("provisionedThroughput", BsonValue.integer(most / FLOOR_PART))
              .startDocument("autoScaleSettings")
              .put("maxThroughput", BsonValue.integer(most))
              .end();
      case null -> {}
    }
  }

  private void createCollection(Invocation call) {
    Arguments arguments = call.arguments();
    String name = call.collection(arguments.requireText("collection"));
    String shardKey = arguments.text("shardKey");
    ThroughputSettings throughput = throughput(arguments);
    BsonArray given = arguments.array("indexes");
    arguments.finish();
    List<IndexSpec> wanted = indexes(given);
    if (namespaces.find(call.database(), name).isPresent()) {
      throw MongoError.NAMESPACE_EXISTS.failure(
          "Collection " + call.namespace(name) + " already exists.");
    }
    String path = shardKey == null ? null : ShardingCommands.requirePath(shardKey);
    BsonCollection collection = namespaces.create(call.database(), name, path, throughput);
    wanted.forEach(index -> indexes.create(collection, index));
  }

  /** What is there must be the whole set, the index on _id included. */
  private static List<IndexSpec> indexes(@Nullable BsonArray given) {
    if (given == null) {
      return List.of();
    }
    List<IndexSpec> all = new ArrayList<>();
    boolean hasId = false;
    for (BsonValue each : given) {
      if (!each.isDocument()) {
        throw MongoError.TYPE_MISMATCH.failure("Each element of 'indexes' must be an object");
      }
      IndexSpec index = IndexCommands.read(each.asDocument());
      boolean isId = index.keys().equals(IndexSpec.ID.keys());
      hasId |= isId;
      if (!isId) {
        all.add(index);
      }
    }
    if (!hasId) {
      throw MongoError.BAD_VALUE.failure("The index on _id has to be among the indexes.");
    }
    return all;
  }

  private void updateCollection(Invocation call) {
    Arguments arguments = call.arguments();
    String name = call.collection(arguments.requireText("collection"));
    ThroughputSettings throughput = throughput(arguments);
    BsonArray given = arguments.array("indexes");
    arguments.finish();
    BsonCollection collection = namespaces.require(call.database(), name);
    List<IndexSpec> wanted = indexes(given);
    if (throughput != null) {
      requireSameKind(collection.container().record().throughput(), throughput);
      namespaces.engine().throughput().changeContainer(collection.container().number(), throughput);
    }
    if (given != null) {
      replaceIndexes(collection, wanted);
    }
  }

  private void replaceIndexes(BsonCollection collection, List<IndexSpec> wanted) {
    Set<String> kept = wanted.stream().map(IndexSpec::name).collect(Collectors.toSet());
    namespaces
        .collections()
        .indexes()
        .drop(collection, index -> !index.isId() && !kept.contains(index.name()));
    wanted.forEach(index -> indexes.create(collection, index));
  }

  private void getCollection(Invocation call, BsonBuilder reply) {
    Arguments arguments = call.arguments();
    String name = call.collection(arguments.requireText("collection"));
    boolean shows = arguments.truth("showIndexes", false);
    arguments.finish();
    BsonCollection collection = namespaces.require(call.database(), name);
    reply.put("database", call.database()).put("collection", name);
    String shardKey = collection.settings().shardKey();
    if (shardKey != null) {
      reply.startDocument("shardKeyDefinition").put(shardKey, "hashed").end();
    }
    describe(collection.container().record().throughput(), reply);
    if (shows) {
      reply.startArray("indexes");
      for (IndexSpec index : collection.settings().indexes()) {
        reply
            .startDocument()
            .putAll(IndexCommands.description(index))
            .put("ns", call.namespace(name))
            .end();
      }
      reply.end();
    }
  }

  /** A token for each partition, so that several clients can read their changes side by side. */
  private void changeStreamTokens(Invocation call, BsonBuilder reply) {
    Arguments arguments = call.arguments();
    String name = call.collection(arguments.requireText("collection"));
    BsonValue since = arguments.value("startAtOperationTime");
    arguments.finish();
    if (since != null && since.type() != BsonType.TIMESTAMP) {
      throw MongoError.TYPE_MISMATCH.failure("startAtOperationTime must be a timestamp");
    }
    BsonCollection collection = namespaces.require(call.database(), name);
    CollectionFeed feed = collection.feed();
    feed.keep(ChangeStream.KEPT_MILLIS, call.nowMillis(), namespaces.catalogue());
    FeedPosition all =
        since == null
            ? feed.now()
            : feed.since(TimeUnit.SECONDS.toMillis(since.asTimestamp() >>> 32));
    reply.startArray("resumeAfterTokens");
    for (FeedPosition.Part part : all.parts()) {
      ResumeToken.Place place =
          new ResumeToken.Place(call.namespace(name), new FeedPosition(List.of(part)));
      ResumeToken token = new ResumeToken(Map.of(collection.container().number(), place), false);
      reply.add(token.toDocument().toValue());
    }
    reply.end();
  }
}
