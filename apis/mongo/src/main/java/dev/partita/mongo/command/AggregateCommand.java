package dev.partita.mongo.command;

import dev.partita.aggregation.pipeline.Pipeline;
import dev.partita.aggregation.pipeline.PipelineReader;
import dev.partita.aggregation.pipeline.PipelineRun;
import dev.partita.aggregation.pipeline.Place;
import dev.partita.aggregation.pipeline.StageDefinition;
import dev.partita.aggregation.stage.Stages;
import dev.partita.aggregation.stream.DocumentStream;
import dev.partita.base.time.Clock;
import dev.partita.bson.BsonArray;
import dev.partita.bson.BsonBuilder;
import dev.partita.bson.BsonNumbers;
import dev.partita.bson.BsonValue;
import dev.partita.collection.BsonCollection;
import dev.partita.collection.IndexHint;
import dev.partita.mongo.cursor.ResultStream;
import dev.partita.mongo.error.MongoError;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The command for pipelines. */
final class AggregateCommand {

  /** What stands for a collection where there is none. */
  private static final String NO_COLLECTION = "$cmd.aggregate";

  private static final Set<String> WRITING = Set.of("$out", "$merge");

  private final Namespaces namespaces;
  private final Batches batches;
  private final ServerStages serverStages;
  private final WritingStages writingStages;
  private final Clock clock;

  AggregateCommand(
      Namespaces namespaces,
      Batches batches,
      ServerStages serverStages,
      WritingStages writingStages,
      Clock clock) {
    this.clock = clock;
    this.namespaces = namespaces;
    this.batches = batches;
    this.serverStages = serverStages;
    this.writingStages = writingStages;
  }

  Command command() {
    return Command.reader(this::aggregate, "aggregate");
  }

  /**
   * A pipeline as it was asked for.
   *
   * @param collection empty for none
   * @param changes that it is over; null for something else
   */
  record Aggregation(
      String collection,
      Pipeline pipeline,
      CollectionReads reads,
      PipelineRun run,
      @Nullable ChangeStream changes) {}

  private void aggregate(Invocation call, BsonBuilder reply) {
    Arguments arguments = call.arguments();
    boolean explained = arguments.truth("explain", false);
    if (!explained && !arguments.has("cursor")) {
      throw MongoError.FAILED_TO_PARSE.failure(
          "The 'cursor' option is required, except for aggregate with the explain argument");
    }
    Batches.Wanted wanted = Batches.Wanted.ofCursorPart(arguments);
    Aggregation aggregation = read(call);
    if (explained) {
      new AggregateExplanation(namespaces, call, aggregation).write(false, reply);
      return;
    }
    String name = aggregation.collection();
    String namespace = call.namespace(name.isEmpty() ? NO_COLLECTION : name);
    batches.begin(call, namespace, results(call, aggregation), wanted, reply);
  }

  private ResultStream results(Invocation call, Aggregation aggregation) {
    String name = aggregation.collection();
    DocumentStream stream = aggregation.pipeline().open(name, aggregation.run());
    ChangeStream changes = aggregation.changes();
    return changes != null
        ? new ChangeStreamResults(changes, stream, clock)
        : new PipelineResults(
            stream,
            aggregation.run(),
            aggregation.reads(),
            () -> namespaces.find(call.database(), name).ifPresent(BsonCollection::admit));
  }

  /** Reads the arguments of an aggregation, all but those about its cursor. */
  Aggregation read(Invocation call) {
    Arguments arguments = call.arguments();
    BsonValue target = arguments.value(call.name());
    BsonValue given = arguments.value("pipeline");
    if (given == null) {
      throw MongoError.MISSING_FIELD.failure(
          "BSON field 'aggregate.pipeline' is missing but a required field");
    }
    IndexHint hint = WriteCommands.hint(arguments);
    Language language =
        Language.of(arguments.document("collation"), arguments.document("let"), call.nowMillis());
    boolean mayUseFiles = arguments.truth("allowDiskUse", true);
    arguments.ignore("bypassDocumentValidation", "cursor").finish();
    if (!given.isArray()) {
      throw MongoError.TYPE_MISMATCH.failure("'pipeline' option must be specified as an array");
    }
    BsonArray stages = given.asArray();
    CollectionReads reads = new CollectionReads(namespaces, call.database(), mayUseFiles, hint);
    PipelineRun run = new PipelineRun(reads, namespaces.collections().workspace(), mayUseFiles);
    ChangeStages changes = new ChangeStages(namespaces, clock, call);
    PipelineReader reader = reader(call, changes);
    String collection = collection(call, target, stages, reader);
    StageDefinition first = reader.first(stages);
    if (first != null && first.name().equals(ChangeStages.NAME)) {
      ChangeStages.requireAllowed(stages);
    }
    Pipeline pipeline = reader.read(stages, language.pipeline(call.database()), Place.COMMAND);
    requireWriter(call, pipeline);
    return new Aggregation(collection, pipeline, reads, run, changes.source());
  }

  private PipelineReader reader(Invocation call, ChangeStages changes) {
    List<StageDefinition> stages = new ArrayList<>(Stages.all());
    stages.addAll(serverStages.of(call));
    stages.addAll(writingStages.of(call));
    stages.add(changes.definition());
    return new PipelineReader(stages);
  }

  private static String collection(
      Invocation call, @Nullable BsonValue target, BsonArray stages, PipelineReader reader) {
    StageDefinition first = reader.first(stages);
    if (target != null && target.isString()) {
      if (first != null && first.collection() == StageDefinition.Collection.NONE) {
        throw ServerStages.needsNoCollection(first.name());
      }
      return call.collection(target.asString());
    }
    if (target == null
        || !target.isNumber()
        || !Long.valueOf(1).equals(BsonNumbers.exactLong(target))) {
      throw MongoError.FAILED_TO_PARSE.failure(
          "Invalid command format: the 'aggregate' field must specify a collection name or 1");
    }
    if (first == null || first.collection() == StageDefinition.Collection.NEEDED) {
      throw MongoError.INVALID_NAMESPACE.failure(
          "{aggregate: 1} is not valid for "
              + (first == null
                  ? "an empty pipeline."
                  : "'" + first.name() + "'; a collection is required."));
    }
    return "";
  }

  private static void requireWriter(Invocation call, Pipeline pipeline) {
    ClientState.@Nullable Login login = call.client().login();
    if (writes(pipeline) && login != null && login.readOnly()) {
      throw MongoError.UNAUTHORIZED.failure(
          "not authorized on "
              + call.database()
              + " to execute command aggregate with $out or $merge: the key allows reading only");
    }
  }

  /** Whether a pipeline changes documents. */
  static boolean writes(Pipeline pipeline) {
    return pipeline.steps().stream().anyMatch(step -> WRITING.contains(step.name()));
  }
}
