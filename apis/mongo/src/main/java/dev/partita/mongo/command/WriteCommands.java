package dev.partita.mongo.command;

import dev.partita.bson.BsonArray;
import dev.partita.bson.BsonBuilder;
import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonType;
import dev.partita.bson.BsonValue;
import dev.partita.collection.BsonCollection;
import dev.partita.collection.IndexHint;
import dev.partita.collection.InsertReport;
import dev.partita.collection.Selection;
import dev.partita.collection.StatementId;
import dev.partita.collection.WriteEffect;
import dev.partita.collection.WriteStatement;
import dev.partita.mongo.error.CommandFailure;
import dev.partita.mongo.error.MongoError;
import dev.partita.mql.query.DocumentFilter;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Commands that change documents. */
final class WriteCommands {

  private final Namespaces namespaces;
  private final NewDocuments documents;

  WriteCommands(Namespaces namespaces, NewDocuments documents) {
    this.namespaces = namespaces;
    this.documents = documents;
  }

  List<Command> all() {
    return List.of(
        Command.writer(this::insert, "insert"),
        Command.writer(this::update, "update"),
        Command.writer(this::delete, "delete"),
        Command.writer(this::findAndModify, "findAndModify", "findandmodify"));
  }

  private void insert(Invocation call, BsonBuilder reply) {
    Arguments arguments = call.arguments();
    String name = call.collection();
    List<BsonDocument> given = requireBatch(arguments.requireDocuments("documents"));
    boolean ordered = arguments.truth("ordered", true);
    arguments.ignore("bypassDocumentValidation").finish();
    BsonCollection collection = namespaces.findOrCreate(call.database(), name);
    WriteErrors errors = new WriteErrors(call.namespace(name));
    List<BsonDocument> complete = new ArrayList<>(given.size());
    int refused = -1;
    for (int i = 0; i < given.size() && refused < 0; i++) {
      try {
        complete.add(documents.of(given.get(i)));
      } catch (RuntimeException e) {
        if (!ordered || i == 0) {
          throw e;
        }
        refused = i;
      }
    }
    InsertReport report = collection.insert(complete, ordered, call.firstStatement());
    call.charge(report.charge());
    report.errors().forEach(each -> errors.add(each.index(), each.cause()));
    if (refused >= 0 && errors.isEmpty()) {
      refuse(given.get(refused), refused, errors);
    }
    reply.put("n", report.inserted());
    errors.write(call, report.inserted(), reply);
  }

  private void refuse(BsonDocument document, int index, WriteErrors errors) {
    try {
      var _ = documents.of(document);
    } catch (RuntimeException e) {
      errors.add(index, e);
    }
  }

  private static List<BsonDocument> requireBatch(List<BsonDocument> statements) {
    if (statements.isEmpty() || statements.size() > HandshakeCommands.BATCH_MAX) {
      throw MongoError.INVALID_LENGTH.failure(
          "Write batch sizes must be between 1 and "
              + HandshakeCommands.BATCH_MAX
              + ". Got "
              + statements.size()
              + " operations.");
    }
    return statements;
  }

  /** One statement of a command. */
  @FunctionalInterface
  private interface Step {
    WriteEffect run(BsonDocument statement, @Nullable StatementId id);
  }

  /** What the statements of a command came to. */
  private static final class Sum {
    private long matched;
    private long modified;
    private long upserts;
    private final BsonBuilder upserted = BsonDocument.builder().startArray("upserted");

    void add(int index, WriteEffect effect) {
      matched += effect.matched();
      modified += effect.modified();
      BsonValue id = effect.upserted();
      if (id != null) {
        upserts++;
        upserted.startDocument().put("index", index).put("_id", id).end();
      }
    }

    void writeUpserted(BsonBuilder reply) {
      if (upserts > 0) {
        reply.putAll(upserted.end().build());
      }
    }
  }

  private static Sum runAll(
      Invocation call,
      List<BsonDocument> statements,
      boolean ordered,
      WriteErrors errors,
      Step step) {
    Sum sum = new Sum();
    StatementId first = call.firstStatement();
    for (int i = 0; i < statements.size(); i++) {
      try {
        sum.add(i, step.run(statements.get(i), first == null ? null : first.plus(i)));
      } catch (RuntimeException e) {
        errors.add(i, e);
        if (ordered) {
          break;
        }
      }
    }
    return sum;
  }

  private void update(Invocation call, BsonBuilder reply) {
    Arguments arguments = call.arguments();
    String name = call.collection();
    List<BsonDocument> statements = requireBatch(arguments.requireDocuments("updates"));
    boolean ordered = arguments.truth("ordered", true);
    BsonDocument let = arguments.document("let");
    arguments.ignore("bypassDocumentValidation").finish();
    WriteErrors errors = new WriteErrors(call.namespace(name));
    Sum sum =
        runAll(
            call,
            statements,
            ordered,
            errors,
            (statement, id) -> update(call, name, statement, let, id));
    reply.put("n", (int) sum.matched);
    errors.write(call, sum.matched, reply);
    reply.put("nModified", (int) sum.modified);
    sum.writeUpserted(reply);
  }

  private WriteEffect update(
      Invocation call,
      String name,
      BsonDocument fields,
      @Nullable BsonDocument let,
      @Nullable StatementId id) {
    Arguments statement = Arguments.ofPart("update.updates", fields);
    BsonDocument filter = statement.requireDocument("q");
    BsonValue change = Objects.requireNonNullElse(statement.value("u"), BsonValue.NULL);
    boolean upsert = statement.truth("upsert", false);
    boolean multi = statement.truth("multi", false);
    BsonDocument collation = statement.document("collation");
    BsonArray arrayFilters = statement.array("arrayFilters");
    IndexHint hint = hint(statement);
    BsonDocument constants = statement.document("c");
    statement.refuse("sort", "sampleId", "upsertSupplied").finish();
    requireSingle(multi, id);
    if (constants != null && !change.isArray()) {
      throw CommandFailure.of(51_198, "Constant values may only be specified for pipeline updates");
    }
    Language language = Language.of(collation, withConstants(let, constants), call.nowMillis());
    DocumentFilter parsed = language.filter(filter);
    Language.Modification update =
        language.modification(change, parsed, arrayFilters, call.nowMillis(), documents::newId);
    if (multi && update.replaces()) {
      throw MongoError.FAILED_TO_PARSE.failure(
          "multi update is not supported for replacement-style update");
    }
    Optional<BsonCollection> collection = collection(call, name, upsert);
    if (collection.isEmpty()) {
      return WriteEffect.NONE;
    }
    Supplier<BsonDocument> inserted = upsert ? () -> documents.of(update.upsert().get()) : null;
    return write(
        call,
        collection.get(),
        WriteStatement.update(
            language.selection(parsed, hint), update.change(), inserted, multi, id));
  }

  /** Constants are variables whose values are no expressions. */
  private static @Nullable BsonDocument withConstants(
      @Nullable BsonDocument let, @Nullable BsonDocument constants) {
    if (constants == null) {
      return let;
    }
    BsonBuilder all = BsonDocument.builder();
    if (let != null) {
      all.putAll(let);
    }
    constants.forEach(each -> all.put(each.name(), BsonDocument.of("$literal", each.value())));
    return all.build();
  }

  private static void requireSingle(boolean multi, @Nullable StatementId id) {
    if (multi && id != null) {
      throw MongoError.INVALID_OPTIONS.failure("Cannot use retryable writes with multi=true");
    }
  }

  private Optional<BsonCollection> collection(Invocation call, String name, boolean make) {
    return make
        ? Optional.of(namespaces.findOrCreate(call.database(), name))
        : namespaces.find(call.database(), name);
  }

  private static WriteEffect write(
      Invocation call, BsonCollection collection, WriteStatement statement) {
    BsonCollection.Charged<WriteEffect> done = collection.write(statement, call::watch);
    call.charge(done.charge());
    return done.result();
  }

  private void delete(Invocation call, BsonBuilder reply) {
    Arguments arguments = call.arguments();
    String name = call.collection();
    List<BsonDocument> statements = requireBatch(arguments.requireDocuments("deletes"));
    boolean ordered = arguments.truth("ordered", true);
    BsonDocument let = arguments.document("let");
    arguments.finish();
    Optional<BsonCollection> collection = namespaces.find(call.database(), name);
    WriteErrors errors = new WriteErrors(call.namespace(name));
    Sum sum =
        runAll(
            call,
            statements,
            ordered,
            errors,
            (fields, id) -> {
              Arguments statement = Arguments.ofPart("delete.deletes", fields);
              BsonDocument filter = statement.requireDocument("q");
              long limit = statement.number("limit", 0);
              BsonDocument collation = statement.document("collation");
              IndexHint hint = hint(statement);
              statement.finish();
              requireSingle(limit == 0, id);
              if (limit != 0 && limit != 1) {
                throw MongoError.FAILED_TO_PARSE.failure(
                    "The limit field in delete objects must be 0 or 1. Got " + limit);
              }
              Language language = Language.of(collation, let, call.nowMillis());
              Selection selection = language.selection(language.filter(filter), hint);
              return collection.isEmpty()
                  ? WriteEffect.NONE
                  : write(call, collection.get(), WriteStatement.delete(selection, limit == 0, id));
            });
    reply.put("n", (int) sum.matched);
    errors.write(call, sum.matched, reply);
  }

  private void findAndModify(Invocation call, BsonBuilder reply) {
    Arguments arguments = call.arguments();
    String name = call.collection();
    BsonDocument filter = arguments.documentOrEmpty("query");
    BsonDocument sort = arguments.documentOrEmpty("sort");
    boolean remove = arguments.truth("remove", false);
    BsonValue change = arguments.value("update");
    boolean after = arguments.truth("new", false);
    BsonDocument fields = arguments.documentOrEmpty("fields");
    boolean upsert = arguments.truth("upsert", false);
    BsonArray arrayFilters = arguments.array("arrayFilters");
    BsonDocument collation = arguments.document("collation");
    BsonDocument let = arguments.document("let");
    IndexHint hint = hint(arguments);
    arguments.ignore("bypassDocumentValidation").finish();
    requireOneOf(remove, change, upsert, after);
    if (remove && arrayFilters != null) {
      throw MongoError.FAILED_TO_PARSE.failure("Cannot specify arrayFilters and remove=true");
    }
    Language language = Language.of(collation, let, call.nowMillis());
    DocumentFilter parsed = language.filter(filter);
    UnaryOperator<BsonDocument> projection = language.projection(fields, parsed);
    Language.Modification update =
        change == null
            ? null
            : language.modification(
                change, parsed, arrayFilters, call.nowMillis(), documents::newId);
    Supplier<BsonDocument> inserted =
        upsert && update != null ? () -> documents.of(update.upsert().get()) : null;
    WriteStatement statement =
        new WriteStatement(
            language.selection(parsed, hint),
            update == null ? null : update.change(),
            inserted,
            false,
            language.order(sort),
            after ? WriteStatement.Returned.AFTER : WriteStatement.Returned.BEFORE,
            call.firstStatement());
    WriteEffect effect =
        collection(call, name, upsert)
            .map(collection -> write(call, collection, statement))
            .orElse(WriteEffect.NONE);
    BsonDocument value = effect.document();
    reply.startDocument("lastErrorObject").put("n", (int) effect.matched());
    if (!remove) {
      BsonValue upserted = effect.upserted();
      reply.put("updatedExisting", effect.matched() > 0 && upserted == null);
      if (upserted != null) {
        reply.put("upserted", upserted);
      }
    }
    reply.end();
    reply.put("value", value == null ? BsonValue.NULL : projection.apply(value).toValue());
  }

  private static void requireOneOf(
      boolean remove, @Nullable BsonValue change, boolean upsert, boolean after) {
    if (remove && (change != null || upsert || after)) {
      throw MongoError.FAILED_TO_PARSE.failure(
          "Cannot specify both an update and remove=true, nor upsert or new with remove=true");
    }
    if (!remove && change == null) {
      throw MongoError.FAILED_TO_PARSE.failure("Either an update or remove=true must be specified");
    }
  }

  /** The index that a command asks for. */
  static @Nullable IndexHint hint(Arguments arguments) {
    BsonValue hint = arguments.value("hint");
    if (hint == null || (hint.isDocument() && hint.asDocument().isEmpty())) {
      return null;
    }
    if (hint.isString()) {
      return new IndexHint.Named(hint.asString());
    }
    if (hint.type() != BsonType.DOCUMENT) {
      throw MongoError.FAILED_TO_PARSE.failure("Hint must be a string or an object");
    }
    BsonDocument pattern = hint.asDocument();
    return pattern.first().name().equals("$natural")
        ? new IndexHint.Natural()
        : new IndexHint.Pattern(KeyPatterns.normalized(pattern));
  }
}
