package dev.partita.mongo.command;

import dev.partita.bson.BsonArray;
import dev.partita.bson.BsonBuilder;
import dev.partita.bson.BsonDocument;
import dev.partita.collection.AccessPlan;
import dev.partita.collection.BsonCollection;
import dev.partita.collection.FindExecution;
import dev.partita.collection.FindRequest;
import dev.partita.collection.IndexSpec;
import dev.partita.collection.Selection;
import dev.partita.mongo.error.MongoError;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The command that tells how others would be carried out: the plan, and what it reads. */
final class ExplainCommand {

  private final Namespaces namespaces;
  private final Commands commands;
  private final AggregateCommand aggregations;

  ExplainCommand(Namespaces namespaces, Commands commands, AggregateCommand aggregations) {
    this.namespaces = namespaces;
    this.commands = commands;
    this.aggregations = aggregations;
  }

  Command command() {
    return Command.reader(this::explain, "explain");
  }

  private void explain(Invocation call, BsonBuilder reply) {
    Arguments arguments = call.arguments();
    BsonDocument explained = arguments.requireDocument("explain");
    String verbosity = arguments.text("verbosity");
    arguments.finish();
    boolean executes = verbosity == null || !verbosity.equals("queryPlanner");
    Invocation inner = commands.within(call, explained);
    if (inner.name().equals("aggregate")) {
      new AggregateExplanation(namespaces, inner, aggregations.read(inner)).write(executes, reply);
      call.charge(inner.charge());
      return;
    }
    FindRequest request = request(inner);
    String name = inner.collectionOrEmpty();
    Optional<BsonCollection> collection = namespaces.find(call.database(), name);
    reply.put("explainVersion", "1");
    if (collection.isEmpty()) {
      nothing(call.namespace(name), reply);
      return;
    }
    try (FindExecution execution = collection.get().find(request)) {
      planner(call.namespace(name), request, execution.plan(), reply);
      if (executes) {
        execute(call, execution, reply);
      }
    }
    reply.startDocument("serverInfo").put("version", HandshakeCommands.VERSION).end();
  }

  /** The plan where there is no collection. */
  static void nothing(String namespace, BsonBuilder reply) {
    reply
        .startDocument("queryPlanner")
        .put("namespace", namespace)
        .startDocument("winningPlan")
        .put("stage", "EOF")
        .end()
        .put("rejectedPlans", BsonArray.EMPTY)
        .end();
  }

  private static FindRequest request(Invocation inner) {
    return switch (inner.name()) {
      case "find" -> ReadCommands.find(inner).request();
      case "count", "distinct", "findAndModify", "findandmodify" -> filtered(inner);
      case "update" -> ofFirst(inner, "updates");
      case "delete" -> ofFirst(inner, "deletes");
      default ->
          throw MongoError.COMMAND_NOT_SUPPORTED.failure(
              "Explain of the command '" + inner.name() + "' is not supported by this server.");
    };
  }

  private static FindRequest filtered(Invocation inner) {
    var _ = inner.collection();
    Arguments arguments = inner.arguments();
    Language language =
        Language.of(arguments.document("collation"), arguments.document("let"), inner.nowMillis());
    Selection selection =
        language.selection(
            language.filter(arguments.documentOrEmpty("query")), WriteCommands.hint(arguments));
    return new FindRequest(
        selection,
        language.order(arguments.documentOrEmpty("sort")),
        arguments.count("skip", 0),
        Math.abs(arguments.number("limit", 0)),
        UnaryOperator.identity());
  }

  private static FindRequest ofFirst(Invocation inner, String statements) {
    var _ = inner.collection();
    List<BsonDocument> all = inner.arguments().requireDocuments(statements);
    Arguments first = Arguments.ofPart(statements, all.getFirst());
    Language language =
        Language.of(
            first.document("collation"), inner.arguments().document("let"), inner.nowMillis());
    return FindRequest.of(
        language.selection(language.filter(first.requireDocument("q")), WriteCommands.hint(first)));
  }

  static void planner(String namespace, FindRequest request, AccessPlan plan, BsonBuilder reply) {
    reply.startDocument("queryPlanner").put("namespace", namespace);
    reply.startDocument("winningPlan");
    boolean sorts = request.order() != null;
    if (sorts) {
      reply.put("stage", "SORT").startDocument("inputStage");
    }
    switch (plan.kind()) {
      case IDHACK -> reply.put("stage", "IDHACK");
      case COLLSCAN -> reply.put("stage", "COLLSCAN").put("direction", "forward");
      case IXSCAN -> {
        reply.put("stage", "FETCH").startDocument("inputStage").put("stage", "IXSCAN");
        index(plan.index(), reply);
        reply.put("ranges", plan.ranges().size()).end();
      }
    }
    if (sorts) {
      reply.end();
    }
    reply.end().put("rejectedPlans", BsonArray.EMPTY).end();
  }

  private static void index(@Nullable IndexSpec index, BsonBuilder reply) {
    if (index != null) {
      reply
          .put("keyPattern", index.pattern())
          .put("indexName", index.name())
          .put("isUnique", index.unique() || index.isId())
          .put("isSparse", index.sparse());
    }
  }

  static void execute(Invocation call, FindExecution execution, BsonBuilder reply) {
    long returned = 0;
    while (!execution.isDone()) {
      returned += execution.batch(1_000, 1 << 20, call::watch).size();
    }
    call.charge(execution.charge());
    reply
        .startDocument("executionStats")
        .put("executionSuccess", true)
        .put("nReturned", (int) returned)
        .put("totalKeysExamined", (int) execution.keysRead())
        .put("totalDocsExamined", (int) execution.documentsRead())
        .put("requestCharge", execution.charge().requestUnits())
        .end();
  }
}
