package dev.partita.aggregation.stage;

import dev.partita.aggregation.pipeline.CollectionRead;
import dev.partita.aggregation.pipeline.PipelineRun;
import dev.partita.aggregation.pipeline.Stage;
import dev.partita.aggregation.pipeline.StageDefinition;
import dev.partita.aggregation.pipeline.StageScope;
import dev.partita.aggregation.stream.DocumentStream;
import dev.partita.aggregation.stream.Workspace;
import dev.partita.bson.BsonArray;
import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonElement;
import dev.partita.bson.BsonNumbers;
import dev.partita.bson.BsonOrder;
import dev.partita.bson.BsonPath;
import dev.partita.bson.BsonValue;
import dev.partita.mql.ErrorText;
import dev.partita.mql.Expression;
import dev.partita.mql.FieldNames;
import dev.partita.mql.MqlException;
import dev.partita.mql.query.DocumentFilter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Each document with all those of a collection that can be reached from it.
 *
 * @param depths how many steps there are at most beyond the first; negative for any number
 * @param depthField where the number of steps goes; null for nowhere
 */
record GraphLookupStage(
    String from,
    Expression startWith,
    BsonPath connectFrom,
    String connectTo,
    NestedField as,
    long depths,
    @Nullable NestedField depthField,
    DocumentFilter restriction,
    StageScope scope)
    implements Stage {

  static final StageDefinition DEFINITION =
      StageDefinition.of("$graphLookup", GraphLookupStage::parse);

  private static final String REFUSAL = "$graphLookup reached maximum memory consumption";

  private static void parse(BsonValue value, StageScope scope) {
    if (!value.isDocument()) {
      throw MqlException.failedToParse(
          "the $graphLookup stage specification must be an object, but found "
              + value.type().alias());
    }
    Map<String, String> texts = new LinkedHashMap<>();
    Expression start = null;
    long depths = -1;
    DocumentFilter restriction = DocumentFilter.all(List.of());
    BsonDocument options = value.asDocument();
    for (BsonElement option : options) {
      BsonValue given = option.value();
      switch (option.name()) {
        case "startWith" -> start = scope.expression(given);
        case "maxDepth" -> depths = depths(given);
        case "restrictSearchWithMatch" -> restriction = restriction(given, scope);
        case "from" -> texts.put("from", LookupParser.collection(given, scope));
        case "as", "connectFromField", "connectToField", "depthField" ->
            texts.put(option.name(), text(option));
        default ->
            throw new MqlException(40_104, "Unknown argument to $graphLookup: " + option.name());
      }
    }
    if (!texts.containsKey("from")) {
      throw MqlException.failedToParse(
          "missing 'from' option to $graphLookup stage specification: " + ErrorText.of(value));
    }
    String as = texts.get("as");
    String connectFrom = texts.get("connectFromField");
    String connectTo = texts.get("connectToField");
    if (start == null || as == null || connectFrom == null || connectTo == null) {
      throw new MqlException(
          40_105,
          "$graphLookup requires 'from', 'as', 'startWith', 'connectFromField', and"
              + " 'connectToField' to be specified.");
    }
    String depthField = texts.get("depthField");
    scope.add(
        value,
        new GraphLookupStage(
            texts.getOrDefault("from", ""),
            start,
            BsonPath.of(connectFrom),
            connectTo,
            NestedField.of(as),
            depths,
            depthField == null ? null : NestedField.of(depthField),
            restriction,
            scope));
  }

  private static String text(BsonElement option) {
    if (!option.value().isString()) {
      throw new MqlException(
          40_103,
          "expected string as argument for "
              + option.name()
              + ", found: "
              + ErrorText.of(option.value()));
    }
    return String.join(".", FieldNames.ofPath(option.value().asString()));
  }

  private static long depths(BsonValue value) {
    if (!value.isNumber()) {
      throw new MqlException(
          40_100, "maxDepth must be numeric, found type: " + value.type().alias());
    }
    if (BsonNumbers.truncated(value) < 0) {
      throw new MqlException(
          40_101, "maxDepth requires a nonnegative argument, found: " + ErrorText.of(value));
    }
    Long exact = BsonNumbers.exactLong(value);
    if (exact == null) {
      throw new MqlException(
          40_102,
          "maxDepth could not be represented as a long long: " + BsonNumbers.truncated(value));
    }
    return exact;
  }

  private static DocumentFilter restriction(BsonValue value, StageScope scope) {
    if (!value.isDocument()) {
      throw new MqlException(
          40_185, "restrictSearchWithMatch must be an object, found " + value.type().alias());
    }
    return DocumentFilter.parse(value.asDocument(), scope.context());
  }

  @Override
  public boolean isOneToOne() {
    return true;
  }

  @Override
  public DocumentStream open(DocumentStream input, PipelineRun run) {
    return new DocumentStream() {
      @Override
      public @Nullable BsonDocument next() {
        BsonDocument document = input.next();
        if (document == null) {
          return null;
        }
        try (Workspace.Memory memory = run.memory()) {
          List<BsonValue> reached = new Search(run, memory).from(document);
          return GroupTable.checked(as.set(document, BsonArray.of(reached).toValue()));
        }
      }

      @Override
      public void close() {
        input.close();
      }
    };
  }

  /** A search from one document, step by step. */
  private final class Search {

    private final PipelineRun run;
    private final Workspace.Memory memory;
    private final BsonOrder order = scope.order();
    private final Set<BsonOrder.Key> asked = new LinkedHashSet<>();
    private final Map<BsonOrder.Key, BsonValue> reached = new LinkedHashMap<>();

    Search(PipelineRun run, Workspace.Memory memory) {
      this.run = run;
      this.memory = memory;
    }

    List<BsonValue> from(BsonDocument document) {
      BsonValue start = startWith.evaluate(document, run.variables());
      List<BsonValue> frontier =
          start == null ? List.of() : start.isArray() ? start.asArray().values() : List.of(start);
      for (long depth = 0; depths < 0 || depth <= depths; depth++) {
        List<BsonValue> wanted = new ArrayList<>();
        for (BsonValue value : frontier) {
          if (asked.add(order.key(value.detached()))) {
            memory.require(value.byteLength(), 40_099, REFUSAL);
            wanted.add(value);
          }
        }
        if (wanted.isEmpty()) {
          break;
        }
        frontier = step(wanted, depth);
      }
      return List.copyOf(reached.values());
    }

    private List<BsonValue> step(List<BsonValue> wanted, long depth) {
      List<BsonValue> next = new ArrayList<>();
      DocumentFilter filter =
          DocumentFilter.all(
              List.of(JoinValues.filter(connectTo, wanted, scope.context()), restriction));
      CollectionRead read = CollectionRead.of(from, filter, scope.language().collation());
      try (DocumentStream found = run.collections().read(read, run)) {
        for (BsonDocument each = found.next(); each != null; each = found.next()) {
          run.watch();
          BsonValue id = each.get("_id");
          BsonDocument result =
              depthField == null ? each : depthField.set(each, BsonValue.int64(depth));
          BsonOrder.Key key = BsonOrder.SIMPLE.key(id == null ? BsonValue.NULL : id.detached());
          if (reached.putIfAbsent(key, result.toValue()) == null) {
            memory.require(result.byteLength(), 40_099, REFUSAL);
            next.addAll(JoinValues.of(each, connectFrom));
          }
        }
      }
      return next;
    }
  }
}
