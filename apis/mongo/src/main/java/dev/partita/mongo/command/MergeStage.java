package dev.partita.mongo.command;

import dev.partita.aggregation.pipeline.Mapping;
import dev.partita.aggregation.pipeline.PipelineRun;
import dev.partita.aggregation.pipeline.Stage;
import dev.partita.aggregation.stream.DocumentSpool;
import dev.partita.aggregation.stream.DocumentStream;
import dev.partita.bson.BsonBuilder;
import dev.partita.bson.BsonCursor;
import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonElement;
import dev.partita.bson.BsonPath;
import dev.partita.bson.BsonValue;
import dev.partita.collection.BsonCollection;
import dev.partita.collection.DocumentChange;
import dev.partita.collection.Selection;
import dev.partita.collection.WriteEffect;
import dev.partita.collection.WriteStatement;
import dev.partita.mql.Expression;
import dev.partita.mql.MqlContext;
import dev.partita.mql.MqlException;
import dev.partita.mql.Variables;
import dev.partita.mql.query.DocumentFilter;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Writes each document to a collection, whether there is one of its key or not.
 *
 * @param on paths of the key
 * @param matched what becomes of a document of the key
 * @param mappings what is done with it if that is a pipeline
 * @param variables that the pipeline sees
 * @param notMatched what is done where there is none
 */
record MergeStage(
    Namespaces namespaces,
    NewDocuments documents,
    Invocation call,
    WritingStages.Target target,
    List<String> on,
    String matched,
    List<Mapping> mappings,
    Map<String, Expression> variables,
    String notMatched,
    MqlContext context)
    implements Stage {

  @Override
  public DocumentStream open(DocumentStream input, PipelineRun run) {
    return new WritingStages.Effect(input, () -> write(input, run));
  }

  private void write(DocumentStream input, PipelineRun run) {
    String refusal = "The documents for $merge do not fit into memory, and allowDiskUse is false.";
    // What is merged into the collection that is read must not be read again.
    try (DocumentSpool spool = new DocumentSpool(run.memory(), refusal)) {
      for (BsonDocument each = input.next(); each != null; each = input.next()) {
        spool.add(each);
      }
      BsonCollection collection = namespaces.findOrCreate(target.database(), target.collection());
      DocumentStream all = spool.read();
      for (BsonDocument each = all.next(); each != null; each = all.next()) {
        run.watch();
        merge(collection, each, run);
      }
    }
  }

  private void merge(BsonCollection collection, BsonDocument given, PipelineRun run) {
    boolean byId = on.contains("_id");
    BsonDocument document = byId ? documents.of(given) : given;
    try {
      if (matched.equals("fail")) {
        insert(collection, document);
        return;
      }
      DocumentFilter filter = DocumentFilter.parse(key(document), context);
      Supplier<BsonDocument> upsert =
          notMatched.equals("insert") ? () -> documents.of(document) : null;
      BsonCollection.Charged<WriteEffect> done =
          collection.write(
              WriteStatement.update(
                  Selection.of(filter, context.collation(), null),
                  change(document, run.variables()),
                  upsert,
                  false,
                  null),
              run::watch);
      call.charge(done.charge());
      requireMatch(done.result());
    } catch (MqlException e) {
      throw e;
    } catch (RuntimeException e) {
      throw WritingStages.failure(e, target);
    }
  }

  private void insert(BsonCollection collection, BsonDocument document) {
    var _ = key(document);
    var report = collection.insert(List.of(documents.of(document)), true, null);
    call.charge(report.charge());
    if (!report.errors().isEmpty()) {
      throw report.errors().getFirst().cause();
    }
  }

  private void requireMatch(WriteEffect effect) {
    if (effect.matched() == 0 && notMatched.equals("fail")) {
      throw new MqlException(
          13_113,
          "$merge could not find a matching document in the target collection for at least one"
              + " document in the source collection");
    }
  }

  private BsonDocument key(BsonDocument document) {
    BsonBuilder key = BsonDocument.builder();
    for (String path : on) {
      BsonValue value = BsonPath.of(path).resolve(document);
      if (value == null || value.isNullish() || value.isArray()) {
        throw new MqlException(
            51_132,
            "$merge write error: 'on' field '"
                + path
                + "' cannot be missing, null, undefined or an array");
      }
      key.put(path, BsonDocument.of("$eq", value));
    }
    return key.build();
  }

  private DocumentChange change(BsonDocument document, Variables outer) {
    return switch (matched) {
      case "replace" -> current -> withId(current, document);
      case "keepExisting" -> current -> current;
      case "merge" -> current -> merged(current, document);
      default -> {
        Variables bound = outer;
        for (Map.Entry<String, Expression> each : variables.entrySet()) {
          bound = bound.with(each.getKey(), each.getValue().evaluate(document, outer));
        }
        Variables known = bound;
        yield current -> {
          BsonDocument changed = current;
          for (Mapping mapping : mappings) {
            changed = mapping.apply(changed, known);
          }
          return withId(current, changed);
        };
      }
    };
  }

  private static BsonDocument withId(BsonDocument current, BsonDocument changed) {
    BsonValue id = changed.get("_id");
    BsonBuilder whole =
        BsonDocument.builder()
            .put("_id", id == null ? Objects.requireNonNull(current.get("_id")) : id);
    for (BsonElement field : changed) {
      if (!field.name().equals("_id")) {
        whole.put(field.name(), field.value());
      }
    }
    return whole.build();
  }

  private static BsonDocument merged(BsonDocument current, BsonDocument added) {
    BsonBuilder whole = BsonDocument.builder();
    BsonCursor fields = current.cursor();
    while (fields.next()) {
      @Nullable BsonValue other = added.get(fields.name());
      whole.put(fields.name(), other == null ? fields.value() : other);
    }
    for (BsonElement field : added) {
      if (!current.has(field.name())) {
        whole.put(field.name(), field.value());
      }
    }
    return whole.build();
  }
}
