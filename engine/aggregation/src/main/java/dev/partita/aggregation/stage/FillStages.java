package dev.partita.aggregation.stage;

import dev.partita.aggregation.pipeline.StageDefinition;
import dev.partita.aggregation.pipeline.StageScope;
import dev.partita.bson.BsonArray;
import dev.partita.bson.BsonBuilder;
import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonElement;
import dev.partita.bson.BsonValue;
import dev.partita.mql.MqlException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Stages that add what is missing: documents, or values of fields. Pure functions. */
final class FillStages {

  private FillStages() {}

  static List<StageDefinition> all() {
    return List.of(
        StageDefinition.of("$densify", FillStages::densify),
        StageDefinition.of("$fill", FillStages::fill));
  }

  private static void densify(BsonValue value, StageScope scope) {
    StageOptions options = new StageOptions("$densify", object(value, "$densify"));
    BsonValue given = options.required("field");
    if (!given.isString()) {
      throw options.wrongType("field", given, "'string'");
    }
    BsonDocument rangeFields = options.requiredDocument("range");
    BsonValue by = options.value("partitionByFields");
    options.finish();
    String path = given.asString();
    NestedField field = NestedField.of(path);
    DensifyRange range = DensifyRange.parse(rangeFields);
    Set<String> paths = new HashSet<>();
    List<NestedField> partition = new ArrayList<>();
    BsonBuilder sort = BsonDocument.builder();
    for (BsonValue each : by == null ? List.<BsonValue>of() : strings(by, options)) {
      partition.add(NestedField.of(each.asString()));
      paths.add(each.asString());
      if (range.kind() != DensifyRange.Kind.FULL) {
        sort.put(each.asString(), 1);
      }
    }
    if (paths.contains(path)) {
      throw new MqlException(
          8_993_000, "partitionByFields cannot include field that is being densified");
    }
    if (range.isWithinPartitions() && partition.isEmpty()) {
      throw new MqlException(
          5_733_408,
          "One cannot specify the bounds as 'partition' without specifying a non-empty array of"
              + " partitionByFields. You may have meant to specify 'full' bounds.");
    }
    scope.expand("$sort", sort.put(path, 1).build().toValue());
    scope.add(value, new DensifyStage(field, List.copyOf(partition), range, scope.order()));
  }

  private static List<BsonValue> strings(BsonValue value, StageOptions options) {
    if (!value.isArray()) {
      throw options.wrongType("partitionByFields", value, "'array'");
    }
    for (BsonValue each : value.asArray()) {
      if (!each.isString()) {
        throw options.wrongType("partitionByFields", each, "'string'");
      }
    }
    return value.asArray().values();
  }

  private static BsonDocument object(BsonValue value, String stage) {
    if (!value.isDocument()) {
      throw MqlException.failedToParse(
          "The " + stage + " stage specification must be an object, found " + value.type().alias());
    }
    return value.asDocument();
  }

  private static void fill(BsonValue value, StageScope scope) {
    StageOptions options = new StageOptions("$fill", object(value, "$fill"));
    BsonDocument output = options.requiredDocument("output");
    BsonValue by = options.value("partitionBy");
    BsonValue byFields = options.value("partitionByFields");
    BsonDocument sortBy = options.document("sortBy");
    options.finish();
    if (by != null && !by.isDocument() && !by.isString()) {
      throw options.wrongType("partitionBy", by, "'[object, string']");
    }
    if (by != null && byFields != null) {
      throw new MqlException(
          6_050_204,
          "Maximum one of 'partitionBy' and 'partitionByFields can be specified in '$fill'");
    }
    if (output.isEmpty()) {
      throw new MqlException(
          6_050_203,
          "The output field in '$fill' must contain an object with at least one element");
    }
    BsonValue partition = byFields == null ? by : partition(strings(byFields, options));
    BsonBuilder windows = BsonDocument.builder();
    BsonBuilder values = BsonDocument.builder();
    for (BsonElement field : output) {
      field(field, windows, values);
    }
    expand(partition, sortBy, windows.build(), values.build(), scope);
  }

  private static BsonValue partition(List<BsonValue> fields) {
    BsonBuilder partition = BsonDocument.builder();
    fields.forEach(
        field -> partition.put(field.asString().replace('.', '_'), "$" + field.asString()));
    return partition.build().toValue();
  }

  private static void field(BsonElement field, BsonBuilder windows, BsonBuilder values) {
    if (!field.value().isDocument()) {
      throw MqlException.typeMismatch(
          "BSON field '$fill.output."
              + field.name()
              + "' is the wrong type '"
              + field.value().type().alias()
              + "', expected type 'object'");
    }
    StageOptions options = new StageOptions("$fill.output", field.value().asDocument());
    BsonValue value = options.value("value");
    String method = options.text("method");
    options.finish();
    if (value != null && method != null) {
      throw new MqlException(
          6_050_201,
          "Each fill output specification must have exactly one of 'method' or 'value' fields, not"
              + " both");
    }
    BsonValue path = BsonValue.string("$" + field.name());
    if (method != null) {
      String function =
          switch (method) {
            case "locf" -> "$locf";
            case "linear" -> "$linearFill";
            default -> throw new MqlException(6_050_202, "Method must be either locf or linear");
          };
      windows.put(field.name(), BsonDocument.of(function, path));
    } else if (value != null) {
      values.put(field.name(), BsonDocument.of("$ifNull", BsonArray.of(path, value).toValue()));
    }
  }

  private static void expand(
      @Nullable BsonValue partition,
      @Nullable BsonDocument sortBy,
      BsonDocument windows,
      BsonDocument values,
      StageScope scope) {
    if (!windows.isEmpty()) {
      BsonBuilder stage = BsonDocument.builder();
      if (partition != null) {
        stage.put("partitionBy", partition);
      }
      if (sortBy != null) {
        stage.put("sortBy", sortBy);
      }
      scope.expand("$setWindowFields", stage.put("output", windows).build().toValue());
    }
    if (!values.isEmpty()) {
      scope.expand("$addFields", values.toValue());
    }
  }
}
