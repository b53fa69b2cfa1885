package dev.partita.mongo.command;

import dev.partita.bson.BsonArray;
import dev.partita.bson.BsonBuilder;
import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonValue;
import dev.partita.collection.BsonCollection;
import dev.partita.collection.FindRequest;
import dev.partita.collection.IndexHint;
import dev.partita.mongo.cursor.KnownResults;
import dev.partita.mongo.cursor.ResultStream;
import dev.partita.mongo.error.MongoError;
import dev.partita.throughput.RequestCharge;
import java.util.List;
import java.util.Optional;

/** The command for pipelines, of which those are carried out that {@link Pipeline} can say. */
final class AggregateCommand {

  private final Namespaces namespaces;
  private final Batches batches;

  AggregateCommand(Namespaces namespaces, Batches batches) {
    this.namespaces = namespaces;
    this.batches = batches;
  }

  Command command() {
    return Command.reader(this::aggregate, "aggregate");
  }

  private void aggregate(Invocation call, BsonBuilder reply) {
    Arguments arguments = call.arguments();
    String name = call.collection();
    BsonArray stages = arguments.array("pipeline");
    if (stages == null) {
      throw MongoError.MISSING_FIELD.failure(
          "BSON field 'aggregate.pipeline' is missing but a required field");
    }
    if (!arguments.has("cursor")) {
      throw MongoError.FAILED_TO_PARSE.failure(
          "The 'cursor' option is required, except for aggregate with the explain argument");
    }
    Batches.Wanted wanted = Batches.Wanted.ofCursorPart(arguments);
    IndexHint hint = WriteCommands.hint(arguments);
    Language language =
        Language.of(arguments.document("collation"), arguments.document("let"), call.nowMillis());
    arguments.ignore("allowDiskUse", "bypassDocumentValidation");
    arguments.refuse("explain").finish();
    Pipeline pipeline = Pipeline.of(stages, language);
    FindRequest request = pipeline.request(language, hint);
    Optional<BsonCollection> collection = namespaces.find(call.database(), name);
    ResultStream results;
    if (collection.isEmpty()) {
      results = ReadCommands.nothing();
    } else if (pipeline.counts().isEmpty()) {
      results = new ReadCommands.FindResults(collection.get().find(request));
    } else {
      results = counted(call, collection.get(), request, pipeline);
    }
    batches.begin(call, call.namespace(name), results, wanted, reply);
  }

  private static ResultStream counted(
      Invocation call, BsonCollection collection, FindRequest request, Pipeline pipeline) {
    long count = ReadCommands.count(call, collection, request);
    // No documents make no group.
    return new KnownResults(
        count == 0 ? List.of() : List.of(group(pipeline, BsonValue.integer(count))),
        RequestCharge.ZERO);
  }

  private static BsonDocument group(Pipeline pipeline, BsonValue count) {
    BsonBuilder group = BsonDocument.builder();
    BsonValue id = pipeline.groupId();
    if (id != null) {
      group.put("_id", id);
    }
    pipeline.counts().forEach(field -> group.put(field, count));
    return group.build();
  }
}
