package dev.partita.mongo.command;

import dev.partita.aggregation.pipeline.Stage;
import dev.partita.aggregation.pipeline.StageDefinition;
import dev.partita.aggregation.pipeline.StageDefinition.Collection;
import dev.partita.aggregation.pipeline.StageDefinition.Order;
import dev.partita.aggregation.pipeline.StageScope;
import dev.partita.aggregation.stage.StageOptions;
import dev.partita.aggregation.stage.Stages;
import dev.partita.aggregation.stream.DocumentStream;
import dev.partita.base.time.Clock;
import dev.partita.bson.BsonBuilder;
import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonElement;
import dev.partita.bson.BsonNumbers;
import dev.partita.bson.BsonValue;
import dev.partita.collection.BsonCollection;
import dev.partita.collection.IndexSpec;
import dev.partita.mongo.error.CommandFailure;
import dev.partita.mongo.error.MongoError;
import dev.partita.mongo.session.ClientSessions;
import dev.partita.mql.ErrorText;
import dev.partita.mql.MqlException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Stages that begin with what the server knows of itself. Immutable. */
final class ServerStages {

  private static final String HOST = "partita";
  private static final Set<String> OPERATION_OPTIONS =
      Set.of(
          "allUsers",
          "idleConnections",
          "idleCursors",
          "idleSessions",
          "localOps",
          "backtrace",
          "targetAllNodes");

  private final Namespaces namespaces;
  private final ClientSessions sessions;
  private final RunningCommands running;
  private final Clock clock;

  ServerStages(
      Namespaces namespaces, ClientSessions sessions, RunningCommands running, Clock clock) {
    this.namespaces = namespaces;
    this.sessions = sessions;
    this.running = running;
    this.clock = clock;
  }

  /** Makes the documents of a stage when they are asked for. */
  @FunctionalInterface
  private interface Made {
    List<BsonDocument> documents();
  }

  private static Stage stage(Made made) {
    return (_, _) -> {
      @Nullable DocumentStream[] known = {null};
      return () -> {
        DocumentStream documents = known[0];
        if (documents == null) {
          documents = DocumentStream.of(made.documents());
          known[0] = documents;
        }
        return documents.next();
      };
    };
  }

  /** The stages for one command. */
  List<StageDefinition> of(Invocation call) {
    return List.of(
        first("$collStats", Collection.NEEDED, (value, scope) -> collStats(call, value, scope)),
        first("$indexStats", Collection.NEEDED, (value, scope) -> indexStats(call, value, scope)),
        first("$currentOp", Collection.EITHER, (value, scope) -> currentOp(call, value, scope)),
        first(
            "$listLocalSessions",
            Collection.EITHER,
            (value, scope) -> listLocalSessions(call, value, scope)),
        first(
            "$listSessions", Collection.EITHER, (value, scope) -> listSessions(call, value, scope)),
        Stages.refused("$planCacheStats"));
  }

  private static StageDefinition first(
      String name, Collection collection, StageDefinition.Parser parser) {
    return new StageDefinition(name, Order.FIRST, collection, parser);
  }

  static CommandFailure needsNoCollection(String stage) {
    return MongoError.INVALID_NAMESPACE.failure(
        "'" + stage + "' can only be run with {aggregate: 1}");
  }

  private void collStats(Invocation call, BsonValue value, StageScope scope) {
    BsonDocument fields =
        StageScope.document(
            value,
            5_447_000,
            "$collStats must take a nested object but found: $collStats: " + ErrorText.of(value));
    StageOptions options = new StageOptions("$collStats", fields);
    BsonDocument storage = options.document("storageStats");
    BsonDocument count = options.document("count");
    BsonDocument latency = options.document("latencyStats");
    BsonDocument execution = options.document("queryExecStats");
    options.finish();
    if (latency != null || execution != null) {
      throw MongoError.COMMAND_NOT_SUPPORTED.failure(
          "The options latencyStats and queryExecStats of $collStats are not supported by this"
              + " server.");
    }
    String name = call.collectionOrEmpty();
    scope.add(value, stage(() -> List.of(collStats(call, name, storage, count != null))));
  }

  private BsonDocument collStats(
      Invocation call, String name, @Nullable BsonDocument storage, boolean counts) {
    BsonCollection collection = namespaces.find(call.database(), name).orElse(null);
    BsonBuilder stats =
        BsonDocument.builder()
            .put("ns", call.namespace(name))
            .put("host", HOST)
            .put("localTime", BsonValue.date(clock.millis()));
    List<BsonCollection> found = collection == null ? List.of() : List.of(collection);
    if (storage != null) {
      BsonValue scale = storage.get("scale");
      long factor = scale == null ? 1 : Math.max(1, BsonNumbers.truncated(scale));
      stats.startDocument("storageStats");
      CatalogCommands.stats(found, factor, stats);
      stats
          .put("nindexes", found.stream().mapToInt(each -> each.settings().indexes().size()).sum())
          .end();
    }
    if (counts) {
      if (collection == null) {
        throw new MqlException(
            MongoError.NAMESPACE_NOT_FOUND.code(),
            "Unable to retrieve count in $collStats stage :: caused by :: Collection ["
                + call.namespace(name)
                + "] not found.");
      }
      stats.put("count", BsonValue.integer(CatalogCommands.documents(collection)));
    }
    return stats.build();
  }

  private void indexStats(Invocation call, BsonValue value, StageScope scope) {
    if (!value.isDocument() || !value.asDocument().isEmpty()) {
      throw new MqlException(28_803, "The $indexStats stage specification must be an empty object");
    }
    String name = call.collectionOrEmpty();
    scope.add(
        value,
        stage(
            () ->
                namespaces.find(call.database(), name).stream()
                    .flatMap(collection -> collection.settings().indexes().stream())
                    .map(ServerStages::indexStats)
                    .toList()));
  }

  private static BsonDocument indexStats(IndexSpec index) {
    BsonBuilder stats =
        BsonDocument.builder()
            .put("name", index.name())
            .put("key", index.pattern())
            .put("host", HOST)
            .put("spec", IndexCommands.description(index));
    if (!index.ready()) {
      stats.put("building", true);
    }
    return stats.build();
  }

  private void currentOp(Invocation call, BsonValue value, StageScope scope) {
    boolean onServer = call.database().equals("admin") && call.collectionOrEmpty().isEmpty();
    if (!onServer) {
      throw new MqlException(
          MongoError.INVALID_NAMESPACE.code(),
          "$currentOp must be run against the 'admin' database with {aggregate: 1}");
    }
    if (!value.isDocument()) {
      throw MqlException.failedToParse(
          "$currentOp options must be specified in an object, but found: " + value.type().alias());
    }
    for (BsonElement option : value.asDocument()) {
      if (!OPERATION_OPTIONS.contains(option.name())) {
        throw MqlException.failedToParse(
            "Unrecognized option '" + option.name() + "' in $currentOp stage.");
      }
    }
    scope.add(value, stage(running::descriptions));
  }

  private void listLocalSessions(Invocation call, BsonValue value, StageScope scope) {
    if (!call.collectionOrEmpty().isEmpty()) {
      throw new MqlException(
          MongoError.INVALID_NAMESPACE.code(),
          "$listLocalSessions must be run against the database with {aggregate: 1}, not a"
              + " collection");
    }
    scope.add(value, stage(this::sessions));
  }

  private void listSessions(Invocation call, BsonValue value, StageScope scope) {
    boolean known =
        call.database().equals("config") && call.collectionOrEmpty().equals("system.sessions");
    if (!known) {
      throw new MqlException(
          MongoError.INVALID_NAMESPACE.code(),
          "$listSessions may only be run against config.system.sessions");
    }
    scope.add(value, stage(this::sessions));
  }

  private List<BsonDocument> sessions() {
    List<BsonDocument> all = new ArrayList<>();
    sessions.forEach(
        (id, usedMillis) ->
            all.add(
                BsonDocument.builder()
                    .startDocument("_id")
                    .put("id", BsonValue.binary(4, id))
                    .end()
                    .put("lastUse", BsonValue.date(usedMillis))
                    .build()));
    return all;
  }
}
