package dev.partita.aggregation.stage;

import dev.partita.bson.BsonArray;
import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonElement;
import dev.partita.bson.BsonValue;
import dev.partita.mql.MqlException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The options of a stage by their names, each of which must be asked for. */
public final class StageOptions {

  private final String of;
  private final Map<String, BsonValue> left = new LinkedHashMap<>();

  /**
   * @param of what failures call it
   */
  public StageOptions(String of, BsonDocument options) {
    this.of = of;
    for (BsonElement option : options) {
      left.put(option.name(), option.value());
    }
  }

  public @Nullable BsonValue value(String name) {
    return left.remove(name);
  }

  public BsonValue required(String name) {
    BsonValue value = left.remove(name);
    if (value == null) {
      throw new MqlException(
          40_414, "BSON field '" + of + "." + name + "' is missing but a required field");
    }
    return value;
  }

  public @Nullable String text(String name) {
    BsonValue value = left.remove(name);
    if (value != null && !value.isString()) {
      throw wrongType(name, value, "'string'");
    }
    return value == null ? null : value.asString();
  }

  public @Nullable BsonDocument document(String name) {
    BsonValue value = left.remove(name);
    if (value != null && !value.isDocument()) {
      throw wrongType(name, value, "'object'");
    }
    return value == null ? null : value.asDocument();
  }

  public BsonDocument requiredDocument(String name) {
    BsonValue value = required(name);
    if (!value.isDocument()) {
      throw wrongType(name, value, "'object'");
    }
    return value.asDocument();
  }

  /** An array of documents, as pipelines are. */
  public static BsonArray pipeline(BsonValue value) {
    if (!value.isArray()) {
      throw MqlException.typeMismatch("'pipeline' option must be specified as an array");
    }
    for (BsonValue stage : value.asArray()) {
      if (!stage.isDocument()) {
        throw MqlException.typeMismatch("Each element of the 'pipeline' array must be an object");
      }
    }
    return value.asArray();
  }

  public MqlException wrongType(String name, BsonValue value, String expected) {
    return MqlException.typeMismatch(
        "BSON field '"
            + of
            + "."
            + name
            + "' is the wrong type '"
            + value.type().alias()
            + "', expected type"
            + (expected.startsWith("'[") ? "s " : " ")
            + expected);
  }

  /** Refuses what nobody has asked for. */
  public void finish() {
    for (String name : left.keySet()) {
      throw new MqlException(40_415, "BSON field '" + of + "." + name + "' is an unknown field.");
    }
  }
}
