package dev.partita.mongo.command;

import dev.partita.aggregation.pipeline.Mapping;
import dev.partita.aggregation.pipeline.Place;
import dev.partita.aggregation.pipeline.StageScope;
import dev.partita.aggregation.stage.StageOptions;
import dev.partita.bson.BsonArray;
import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonElement;
import dev.partita.bson.BsonValue;
import dev.partita.collection.BsonCollection;
import dev.partita.collection.IndexKey;
import dev.partita.collection.IndexSpec;
import dev.partita.mongo.error.MongoError;
import dev.partita.mql.Expression;
import dev.partita.mql.MqlException;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Parser of the stage that merges documents into a collection, for one command. */
final class MergeParser {

  private static final Set<String> MATCHED = Set.of("replace", "keepExisting", "merge", "fail");
  private static final Set<String> NOT_MATCHED = Set.of("insert", "discard", "fail");

  private final Namespaces namespaces;
  private final NewDocuments documents;
  private final Invocation call;

  MergeParser(Namespaces namespaces, NewDocuments documents, Invocation call) {
    this.namespaces = namespaces;
    this.documents = documents;
    this.call = call;
  }

  void parse(BsonValue value, StageScope scope) {
    if (!value.isDocument() && !value.isString()) {
      throw MqlException.typeMismatch(
          "$merge requires a string or object argument, but found " + value.type().alias());
    }
    StageOptions options =
        new StageOptions(
            "$merge", value.isString() ? BsonDocument.of("into", value) : value.asDocument());
    WritingStages.Target target = target(options.required("into"));
    BsonValue on = options.value("on");
    BsonValue matched = options.value("whenMatched");
    BsonValue let = options.value("let");
    String notMatched = options.text("whenNotMatched");
    options.finish();
    if (notMatched != null && !NOT_MATCHED.contains(notMatched)) {
      throw badEnumeration(notMatched, "$merge.whenNotMatched");
    }
    Set<String> fields = fields(on, target);
    Map<String, Expression> variables = variables(let, matched, scope);
    scope.add(
        value,
        new MergeStage(
            namespaces,
            documents,
            call,
            target,
            List.copyOf(fields),
            mode(matched),
            mappings(matched, variables, scope),
            variables,
            notMatched == null ? "insert" : notMatched,
            scope.context()));
  }

  private WritingStages.Target target(BsonValue into) {
    if (into.isString()) {
      return WritingStages.Target.of("$merge", call.database(), into.asString());
    }
    if (!into.isDocument()) {
      throw new MqlException(
          51_178,
          "$merge 'into' field  must be either a string or an object, but found "
              + into.type().alias());
    }
    StageOptions options = new StageOptions("$merge.into", into.asDocument());
    String database = options.text("db");
    String collection = options.text("coll");
    options.finish();
    return WritingStages.Target.of(
        "$merge",
        database == null ? call.database() : database,
        collection == null ? "" : collection);
  }

  private Set<String> fields(@Nullable BsonValue on, WritingStages.Target target) {
    Optional<BsonCollection> collection = namespaces.find(target.database(), target.collection());
    if (on == null) {
      Set<String> fields = new HashSet<>(Set.of("_id"));
      collection.map(each -> each.settings().shardKey()).ifPresent(fields::add);
      return fields;
    }
    if (!on.isString() && !on.isArray()) {
      throw new MqlException(
          51_186,
          "$merge 'on' field  must be either a string or an array of strings, but found "
              + on.type().alias());
    }
    Set<String> fields = new HashSet<>();
    for (BsonValue each : on.isString() ? List.of(on) : on.asArray().values()) {
      if (!each.isString()) {
        throw new MqlException(
            51_134, "$merge 'on' array elements must be strings, but found " + each.type().alias());
      }
      if (!fields.add(each.asString())) {
        throw new MqlException(31_465, "Found a duplicate field '" + each.asString() + "'");
      }
    }
    if (fields.isEmpty()) {
      throw new MqlException(
          51_187, "If explicitly specifying $merge 'on', must include at least one field");
    }
    if (!isUnique(fields, collection)) {
      throw new MqlException(51_183, "Cannot find index to verify that join fields will be unique");
    }
    return fields;
  }

  private static boolean isUnique(Set<String> fields, Optional<BsonCollection> collection) {
    String shardKey = collection.map(each -> each.settings().shardKey()).orElse(null);
    if (fields.equals(Set.of("_id"))
        || (shardKey != null && fields.equals(Set.of("_id", shardKey)))) {
      return true;
    }
    return collection.stream()
        .flatMap(each -> each.settings().indexes().stream())
        .filter(IndexSpec::unique)
        .map(index -> Set.copyOf(index.keys().stream().map(IndexKey::path).toList()))
        .anyMatch(fields::equals);
  }

  private static String mode(@Nullable BsonValue matched) {
    if (matched == null) {
      return "merge";
    }
    if (matched.isArray()) {
      return "pipeline";
    }
    if (!matched.isString()) {
      throw new MqlException(
          51_191,
          "$merge 'whenMatched' field  must be either a string or an array, but found "
              + matched.type().alias());
    }
    String mode = matched.asString();
    if (!MATCHED.contains(mode)) {
      throw badEnumeration(mode, "whenMatched");
    }
    return mode;
  }

  private static MqlException badEnumeration(String value, String field) {
    return new MqlException(
        MongoError.BAD_VALUE.code(),
        "Enumeration value '" + value + "' for field '" + field + "' is not a valid value.");
  }

  private static Map<String, Expression> variables(
      @Nullable BsonValue let, @Nullable BsonValue matched, StageScope scope) {
    Map<String, Expression> variables = new LinkedHashMap<>();
    boolean pipeline = matched != null && matched.isArray();
    if (let == null) {
      if (pipeline) {
        variables.put("new", (document, _) -> document.toValue());
      }
      return variables;
    }
    if (!pipeline) {
      throw new MqlException(
          51_199, "Cannot use 'let' variables with 'whenMatched: " + mode(matched) + "' mode");
    }
    if (!let.isDocument()) {
      throw MqlException.typeMismatch(
          "BSON field '$merge.let' is the wrong type '"
              + let.type().alias()
              + "', expected type 'object'");
    }
    for (BsonElement each : let.asDocument()) {
      variables.put(each.name(), scope.expression(each.value()));
    }
    variables.putIfAbsent("new", (document, _) -> document.toValue());
    return variables;
  }

  private static List<Mapping> mappings(
      @Nullable BsonValue matched, Map<String, Expression> variables, StageScope scope) {
    BsonArray stages = matched != null && matched.isArray() ? matched.asArray() : BsonArray.EMPTY;
    return scope.pipeline(stages, Place.UPDATE, variables.keySet()).steps().stream()
        .map(step -> (Mapping) step.stage())
        .toList();
  }
}
