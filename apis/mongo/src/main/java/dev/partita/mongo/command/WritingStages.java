package dev.partita.mongo.command;

import dev.partita.aggregation.pipeline.PipelineRun;
import dev.partita.aggregation.pipeline.Stage;
import dev.partita.aggregation.pipeline.StageDefinition;
import dev.partita.aggregation.pipeline.StageScope;
import dev.partita.aggregation.stage.StageOptions;
import dev.partita.aggregation.stream.DocumentSpool;
import dev.partita.aggregation.stream.DocumentStream;
import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonValue;
import dev.partita.collection.BsonCollection;
import dev.partita.collection.InsertReport;
import dev.partita.collection.Selection;
import dev.partita.collection.WriteStatement;
import dev.partita.mongo.error.CommandFailure;
import dev.partita.mongo.error.MongoError;
import dev.partita.mql.MqlException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Stages that write what comes out of a pipeline to a collection. Immutable. */
final class WritingStages {

  private static final int DOCUMENTS_PER_BATCH = 500;
  private static final int BYTES_PER_BATCH = 4 << 20;

  private final Namespaces namespaces;
  private final NewDocuments documents;

  WritingStages(Namespaces namespaces, NewDocuments documents) {
    this.namespaces = namespaces;
    this.documents = documents;
  }

  /** The stages for one command. */
  List<StageDefinition> of(Invocation call) {
    MergeParser merge = new MergeParser(namespaces, documents, call);
    return List.of(
        last("$out", (value, scope) -> out(call, value, scope)), last("$merge", merge::parse));
  }

  private static StageDefinition last(String name, StageDefinition.Parser parser) {
    return new StageDefinition(
        name, StageDefinition.Order.LAST, StageDefinition.Collection.NEEDED, parser);
  }

  /** A collection that is written to. */
  record Target(String database, String collection) {

    String namespace() {
      return database + "." + collection;
    }

    static Target of(String stage, String database, String collection) {
      if (collection.isEmpty() || collection.startsWith("system.")) {
        throw new MqlException(
            MongoError.INVALID_NAMESPACE.code(),
            "Invalid "
                + stage
                + " target namespace, "
                + database
                + (collection.isEmpty() ? "" : "." + collection));
      }
      return new Target(Namespaces.requireDatabaseName(database), collection);
    }
  }

  private void out(Invocation call, BsonValue value, StageScope scope) {
    Target target;
    if (value.isString()) {
      target = Target.of("$out", call.database(), value.asString());
    } else if (value.isDocument()) {
      StageOptions options = new StageOptions("$out", value.asDocument());
      String collection = options.text("coll");
      String database = options.text("db");
      if (collection == null) {
        throw missing("coll");
      }
      if (database == null) {
        throw missing("db");
      }
      if (options.value("timeseries") != null) {
        throw MongoError.COMMAND_NOT_SUPPORTED.failure(
            "Time series are not supported by this server.");
      }
      options.finish();
      target = Target.of("$out", database, collection);
    } else {
      throw new MqlException(
          16_990,
          "$out only supports a string or object argument, but found " + value.type().alias());
    }
    scope.add(value, new Out(target, call));
  }

  private static MqlException missing(String option) {
    return new MqlException(
        40_414, "BSON field '$out." + option + "' is missing but a required field");
  }

  /** Puts the documents in the place of all that the collection has. */
  private final class Out implements Stage {

    private final Target target;
    private final Invocation call;

    Out(Target target, Invocation call) {
      this.target = target;
      this.call = call;
    }

    @Override
    public DocumentStream open(DocumentStream input, PipelineRun run) {
      return new Effect(input, () -> write(input, run));
    }

    /** Nothing is changed before all documents are there. */
    private void write(DocumentStream input, PipelineRun run) {
      String refusal = "The documents for $out do not fit into memory, and allowDiskUse is false.";
      try (DocumentSpool spool = new DocumentSpool(run.memory(), refusal)) {
        for (BsonDocument each = input.next(); each != null; each = input.next()) {
          spool.add(documents.of(each));
        }
        BsonCollection collection = namespaces.findOrCreate(target.database(), target.collection());
        var removed =
            collection.write(WriteStatement.delete(Selection.ALL, true, null), run::watch);
        call.charge(removed.charge());
        insert(collection, spool.read());
      }
    }

    private void insert(BsonCollection collection, DocumentStream all) {
      List<BsonDocument> batch = new ArrayList<>();
      long bytes = 0;
      for (BsonDocument each = all.next(); each != null; each = all.next()) {
        batch.add(each);
        bytes += each.byteLength();
        if (batch.size() == DOCUMENTS_PER_BATCH || bytes > BYTES_PER_BATCH) {
          insert(collection, batch);
          batch = new ArrayList<>();
          bytes = 0;
        }
      }
      if (!batch.isEmpty()) {
        insert(collection, batch);
      }
    }

    private void insert(BsonCollection collection, List<BsonDocument> batch) {
      InsertReport report = collection.insert(batch, true, null);
      call.charge(report.charge());
      if (!report.errors().isEmpty()) {
        throw failure(report.errors().getFirst().cause(), target);
      }
    }
  }

  /** The failure of a write, in the terms of MongoDB. */
  static CommandFailure failure(RuntimeException cause, Target target) {
    return Failures.of(cause, target.namespace());
  }

  /** A stream that does something once, and has no documents. */
  record Effect(DocumentStream input, Runnable effect) implements DocumentStream {

    @Override
    public @Nullable BsonDocument next() {
      effect.run();
      return null;
    }

    @Override
    public void close() {
      input.close();
    }
  }
}
