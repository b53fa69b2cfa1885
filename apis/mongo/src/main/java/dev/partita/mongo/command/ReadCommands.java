package dev.partita.mongo.command;

import dev.partita.bson.BsonBuilder;
import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonNumbers;
import dev.partita.bson.BsonOrder;
import dev.partita.bson.BsonPath;
import dev.partita.bson.BsonValidator;
import dev.partita.bson.BsonValue;
import dev.partita.collection.BsonCollection;
import dev.partita.collection.FindExecution;
import dev.partita.collection.FindRequest;
import dev.partita.collection.IndexHint;
import dev.partita.collection.Selection;
import dev.partita.mongo.cursor.KnownResults;
import dev.partita.mongo.cursor.ResultStream;
import dev.partita.mongo.error.MongoError;
import dev.partita.mql.MqlException;
import dev.partita.mql.projection.DistinctValues;
import dev.partita.mql.query.DocumentFilter;
import dev.partita.throughput.ChargeModel;
import dev.partita.throughput.RequestCharge;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/** Commands that read documents. */
final class ReadCommands {

  private static final int UNLIMITED = Integer.MAX_VALUE;

  private final Namespaces namespaces;
  private final Batches batches;

  ReadCommands(Namespaces namespaces, Batches batches) {
    this.namespaces = namespaces;
    this.batches = batches;
  }

  List<Command> all() {
    return List.of(
        Command.reader(this::find, "find"),
        Command.reader(batches::getMore, "getMore"),
        Command.reader(batches::killCursors, "killCursors"),
        Command.reader(this::count, "count"),
        Command.reader(this::distinct, "distinct"));
  }

  /** The results of a find. */
  record FindResults(FindExecution execution) implements ResultStream {

    @Override
    public List<BsonDocument> batch(int documentsMax, int bytesMax, Runnable watch) {
      try {
        return execution.batch(documentsMax, bytesMax, watch);
      } catch (MqlException e) {
        throw new MqlException(
            e.code(), "Executor error during find command :: caused by :: " + e.text());
      }
    }

    @Override
    public boolean isDone() {
      return execution.isDone();
    }

    @Override
    public RequestCharge charge() {
      return execution.charge();
    }

    @Override
    public void close() {
      execution.close();
    }
  }

  /**
   * A find as it was asked for.
   *
   * @param batchSize negative if nothing is said of it
   */
  record Find(
      String collection,
      FindRequest request,
      long batchSize,
      boolean single,
      boolean neverTimesOut) {}

  private void find(Invocation call, BsonBuilder reply) {
    Find find = find(call);
    String namespace = call.namespace(find.collection());
    Optional<BsonCollection> collection = namespaces.find(call.database(), find.collection());
    ResultStream results =
        collection.isEmpty() ? nothing() : new FindResults(collection.get().find(find.request()));
    boolean limited = find.request().limit() > 0 && find.batchSize() < 0;
    long first =
        limited ? UNLIMITED : find.batchSize() < 0 ? Batches.FIRST_DOCUMENTS : find.batchSize();
    batches.begin(
        call,
        namespace,
        results,
        Batches.Wanted.of(first, find.single(), find.neverTimesOut()),
        reply);
  }

  /** Reads the arguments of a find. */
  static Find find(Invocation call) {
    Arguments arguments = call.arguments();
    String name = call.collection();
    BsonDocument filter = arguments.documentOrEmpty("filter");
    BsonDocument sort = arguments.documentOrEmpty("sort");
    BsonDocument projection = arguments.documentOrEmpty("projection");
    IndexHint hint = WriteCommands.hint(arguments);
    long skip = arguments.count("skip", 0);
    long limit = arguments.number("limit", 0);
    boolean single = arguments.truth("singleBatch", false) || limit < 0;
    BsonValue size = arguments.value("batchSize");
    long batchSize = size == null ? -1 : batchSize(size);
    boolean neverTimesOut = arguments.truth("noCursorTimeout", false);
    BsonDocument collation = arguments.document("collation");
    BsonDocument let = arguments.document("let");
    boolean mayUseFiles = arguments.truth("allowDiskUse", true);
    arguments.ignore("allowPartialResults", "oplogReplay", "ntoreturn");
    arguments.refuse("max", "min", "returnKey", "showRecordId", "tailable", "awaitData").finish();
    if (natural(sort)) {
      hint = new IndexHint.Natural();
      sort = BsonDocument.EMPTY;
    }
    Language language = Language.of(collation, let, call.nowMillis());
    DocumentFilter parsed = language.filter(filter);
    return new Find(
        name,
        new FindRequest(
                language.selection(parsed, hint),
                language.order(sort),
                skip,
                Math.abs(limit),
                language.projection(projection, parsed))
            .withFiles(mayUseFiles),
        batchSize,
        single,
        neverTimesOut);
  }

  private static long batchSize(BsonValue size) {
    return Arguments.ofPart("find", BsonDocument.of("batchSize", size)).count("batchSize", 0);
  }

  private static boolean natural(BsonDocument sort) {
    if (sort.isEmpty() || !sort.first().name().equals("$natural")) {
      return false;
    }
    BsonValue order = sort.first().value();
    if (order.isNumber() && BsonNumbers.toDouble(order) < 0) {
      throw MongoError.COMMAND_NOT_SUPPORTED.failure(
          "Sorting by $natural in reverse is not supported by this server.");
    }
    return true;
  }

  static ResultStream nothing() {
    return new KnownResults(List.of(), ChargeModel.notFound());
  }

  private void count(Invocation call, BsonBuilder reply) {
    Arguments arguments = call.arguments();
    String name = call.collection();
    BsonDocument filter = arguments.documentOrEmpty("query");
    IndexHint hint = WriteCommands.hint(arguments);
    long skip = arguments.count("skip", 0);
    long limit = Math.abs(arguments.number("limit", 0));
    BsonDocument collation = arguments.document("collation");
    arguments.ignore("fields").finish();
    Language language = Language.of(collation, null, call.nowMillis());
    Selection selection = language.selection(language.filter(filter), hint);
    FindRequest request = new FindRequest(selection, null, skip, limit, UnaryOperator.identity());
    long count =
        namespaces
            .find(call.database(), name)
            .map(
                collection ->
                    filter.isEmpty()
                        ? counted(call, collection, skip, limit)
                        : count(call, collection, request))
            .orElse(0L);
    reply.put("n", BsonValue.integer(count));
  }

  /** From what partitions know of themselves. */
  private static long counted(Invocation call, BsonCollection collection, long skip, long limit) {
    call.charge(ChargeModel.notFound());
    long all =
        collection.container().partitions().stream()
            .mapToLong(owned -> owned.partition().state().recordCount())
            .sum();
    long rest = Math.max(0, all - skip);
    return limit == 0 ? rest : Math.min(limit, rest);
  }

  /** How many documents a request finds. */
  static long count(Invocation call, BsonCollection collection, FindRequest request) {
    try (FindExecution execution = collection.find(request)) {
      try {
        return execution.count(call::watch);
      } finally {
        call.charge(execution.charge());
      }
    }
  }

  private void distinct(Invocation call, BsonBuilder reply) {
    Arguments arguments = call.arguments();
    String name = call.collection();
    String key = arguments.requireText("key");
    BsonDocument filter = arguments.documentOrEmpty("query");
    BsonDocument collation = arguments.document("collation");
    IndexHint hint = WriteCommands.hint(arguments);
    arguments.finish();
    Language language = Language.of(collation, null, call.nowMillis());
    Selection selection = language.selection(language.filter(filter), hint);
    Set<BsonOrder.Key> found = new LinkedHashSet<>();
    BsonOrder order = language.values();
    namespaces
        .find(call.database(), name)
        .ifPresent(collection -> distinct(call, collection, selection, key, order, found));
    reply.startArray("values");
    found.forEach(each -> reply.add(each.value()));
    reply.end();
  }

  private static void distinct(
      Invocation call,
      BsonCollection collection,
      Selection selection,
      String key,
      BsonOrder order,
      Set<BsonOrder.Key> found) {
    DistinctValues values = new DistinctValues(BsonPath.of(key));
    long[] bytes = {0};
    try (FindExecution execution = collection.find(FindRequest.of(selection))) {
      while (!execution.isDone()) {
        for (BsonDocument document : execution.batch(1_000, 1 << 20, call::watch)) {
          values.of(
              document,
              value -> {
                if (found.add(order.key(value))) {
                  bytes[0] += value.byteLength();
                }
              });
        }
        if (bytes[0] > BsonValidator.MAX_DOCUMENT_BYTES) {
          throw MongoError.DISTINCT_TOO_BIG.failure("distinct too big, 16mb cap");
        }
      }
      call.charge(execution.charge());
    }
  }
}
