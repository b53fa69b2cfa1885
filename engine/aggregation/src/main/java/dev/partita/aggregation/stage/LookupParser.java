package dev.partita.aggregation.stage;

import dev.partita.aggregation.pipeline.Pipeline;
import dev.partita.aggregation.pipeline.Place;
import dev.partita.aggregation.pipeline.StageDefinition;
import dev.partita.aggregation.pipeline.StageScope;
import dev.partita.bson.BsonArray;
import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonElement;
import dev.partita.bson.BsonPath;
import dev.partita.bson.BsonValue;
import dev.partita.mql.ErrorText;
import dev.partita.mql.Expression;
import dev.partita.mql.FieldNames;
import dev.partita.mql.MqlException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Parser of the stage that joins documents of another collection. Used once, by one thread. */
final class LookupParser {

  static final StageDefinition DEFINITION =
      StageDefinition.of("$lookup", (value, scope) -> new LookupParser(scope).parse(value));

  private final StageScope scope;
  private @Nullable String from;
  private @Nullable String as;
  private @Nullable String local;
  private @Nullable String foreign;
  private @Nullable BsonDocument let;
  private @Nullable BsonArray pipeline;

  private LookupParser(StageScope scope) {
    this.scope = scope;
  }

  private void parse(BsonValue value) {
    if (!value.isDocument()) {
      throw MqlException.failedToParse(
          "the $lookup stage specification must be an object, but found " + value.type().alias());
    }
    value.asDocument().forEach(this::option);
    String target = as;
    if (from == null && pipeline == null) {
      throw MqlException.failedToParse("must specify 'pipeline' when 'from' is empty");
    }
    if (target == null) {
      throw MqlException.failedToParse("must specify 'as' field for a $lookup");
    }
    requireTogether();
    Map<String, Expression> variables = new LinkedHashMap<>();
    if (let != null) {
      let.forEach(each -> variables.put(each.name(), scope.expression(each.value())));
    }
    Pipeline inner =
        scope.pipeline(
            pipeline == null ? BsonArray.EMPTY : pipeline, Place.LOOKUP, variables.keySet());
    if (from == null && inner.reads()) {
      throw MqlException.failedToParse(
          "$lookup stage without explicit collection must have a pipeline with $documents as first"
              + " stage");
    }
    scope.add(
        value,
        new LookupStage(
            from == null ? "" : from,
            NestedField.of(target),
            join(),
            variables,
            inner,
            scope.context()));
  }

  private void requireTogether() {
    if (pipeline == null) {
      if (local == null || foreign == null) {
        throw MqlException.failedToParse(
            "$lookup requires either 'pipeline' or both 'localField' and 'foreignField' to be"
                + " specified");
      }
      if (let != null) {
        throw MqlException.failedToParse(
            "$lookup with a 'let' argument must also specify 'pipeline'");
      }
    } else if ((local == null) != (foreign == null)) {
      throw MqlException.failedToParse(
          "$lookup requires both or neither of 'localField' and 'foreignField' to be specified");
    }
  }

  private LookupStage.@Nullable Join join() {
    if (local == null || foreign == null) {
      return null;
    }
    var _ = FieldNames.ofPath(local);
    var _ = FieldNames.ofPath(foreign);
    return new LookupStage.Join(BsonPath.of(local), foreign);
  }

  private void option(BsonElement option) {
    BsonValue value = option.value();
    switch (option.name()) {
      case "from" -> from = collection(value, scope);
      case "pipeline" -> pipeline = StageOptions.pipeline(value);
      case "let" -> {
        if (!value.isDocument()) {
          throw MqlException.failedToParse(
              "$lookup argument 'let: "
                  + ErrorText.of(value)
                  + "' must be an object, is type "
                  + value.type().alias());
        }
        let = value.asDocument();
      }
      case "as" -> as = text(option);
      case "localField" -> local = text(option);
      case "foreignField" -> foreign = text(option);
      default -> {
        var _ = text(option);
        throw MqlException.failedToParse("unknown argument to $lookup: " + option.name());
      }
    }
  }

  /** The name of a collection of the same database. */
  static String collection(BsonValue value, StageScope scope) {
    String stage = scope.name();
    if (!value.isString()) {
      throw MqlException.failedToParse(
          stage + " 'from' field must be a string, but found " + value.type().alias());
    }
    if (value.asString().isEmpty()) {
      throw new MqlException(
          73, "invalid " + stage + " namespace: " + scope.language().database() + ".");
    }
    return value.asString();
  }

  private static String text(BsonElement option) {
    BsonValue value = option.value();
    if (!value.isString()) {
      throw MqlException.failedToParse(
          "$lookup argument '"
              + option.name()
              + "' must be a string, found "
              + option.name()
              + ": "
              + ErrorText.of(value)
              + ": "
              + value.type().alias());
    }
    return value.asString();
  }
}
