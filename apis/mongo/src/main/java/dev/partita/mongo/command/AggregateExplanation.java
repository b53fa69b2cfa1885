package dev.partita.mongo.command;

import dev.partita.aggregation.pipeline.Pipeline;
import dev.partita.aggregation.pipeline.Step;
import dev.partita.aggregation.stream.DocumentStream;
import dev.partita.bson.BsonBuilder;
import dev.partita.bson.BsonDocument;
import dev.partita.collection.BsonCollection;
import dev.partita.collection.FindExecution;
import dev.partita.collection.FindRequest;
import dev.partita.mongo.error.CommandFailure;
import dev.partita.mongo.error.MongoError;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Tells how a pipeline is carried out. Used once. */
final class AggregateExplanation {

  private final Namespaces namespaces;
  private final Invocation call;
  private final AggregateCommand.Aggregation aggregation;

  AggregateExplanation(
      Namespaces namespaces, Invocation call, AggregateCommand.Aggregation aggregation) {
    this.namespaces = namespaces;
    this.call = call;
    this.aggregation = aggregation;
  }

  /**
   * @param executes whether it is carried out to tell what it reads
   */
  void write(boolean executes, BsonBuilder reply) {
    Pipeline pipeline = aggregation.pipeline();
    if (aggregation.changes() != null) {
      throw MongoError.COMMAND_NOT_SUPPORTED.failure(
          "Explain of a change stream is not supported by this server.");
    }
    if (executes && AggregateCommand.writes(pipeline)) {
      throw CommandFailure.of(
          51_029, "A pipeline with $out or $merge can be explained with 'queryPlanner' only.");
    }
    String name = aggregation.collection();
    Optional<BsonCollection> collection = namespaces.find(call.database(), name);
    List<Step> rest = pipeline.rest();
    long[] counts = new long[rest.size()];
    if (executes) {
      count(counts);
    }
    reply.put("explainVersion", "1");
    if (pipeline.reads() && rest.isEmpty()) {
      read(collection, executes, reply);
    } else {
      reply.startArray("stages");
      if (pipeline.reads()) {
        reply.startDocument().startDocument("$cursor");
        read(collection, executes, reply);
        reply.end().end();
      }
      for (int i = 0; i < counts.length; i++) {
        reply.startDocument().put(rest.get(i).name(), rest.get(i).specification());
        if (executes) {
          reply.put("nReturned", counts[i]);
        }
        reply.end();
      }
      reply.end();
    }
    reply.startDocument("serverInfo").put("version", HandshakeCommands.VERSION).end();
  }

  private void count(long[] counts) {
    Pipeline pipeline = aggregation.pipeline();
    aggregation.run().watchedBy(call::watch);
    try (DocumentStream all =
        pipeline.observed(
            aggregation.collection(),
            aggregation.run(),
            (step, stream) -> counted(stream, counts, step))) {
      while (all.next() != null) {
        call.watch();
      }
    } finally {
      call.charge(aggregation.reads().charge());
    }
  }

  private static DocumentStream counted(DocumentStream stream, long[] counts, int step) {
    return new DocumentStream() {
      @Override
      public @Nullable BsonDocument next() {
        BsonDocument document = stream.next();
        counts[step] += document == null ? 0 : 1;
        return document;
      }

      @Override
      public void close() {
        stream.close();
      }
    };
  }

  private void read(Optional<BsonCollection> collection, boolean executes, BsonBuilder reply) {
    String namespace = call.namespace(aggregation.collection());
    FindRequest request =
        aggregation
            .reads()
            .request(aggregation.pipeline().read(aggregation.collection()), aggregation.run());
    if (collection.isEmpty()) {
      ExplainCommand.nothing(namespace, reply);
      return;
    }
    try (FindExecution execution = collection.get().find(request)) {
      ExplainCommand.planner(namespace, request, execution.plan(), reply);
      if (executes) {
        ExplainCommand.execute(call, execution, reply);
      }
    }
  }
}
