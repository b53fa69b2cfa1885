package dev.partita.mongo.command;

import dev.partita.bson.BsonBuilder;
import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonElement;
import dev.partita.bson.BsonNumbers;
import dev.partita.bson.BsonValue;
import dev.partita.collection.IndexKey;
import dev.partita.mongo.error.MongoError;
import java.util.ArrayList;
import java.util.List;

/** The paths of indexes as clients write them, {@code {a: 1, b: -1}}. Pure functions. */
final class KeyPatterns {

  private static final int PATHS_MAX = 32;

  private KeyPatterns() {}

  /**
   * @throws dev.partita.mongo.error.CommandFailure if there is no such index
   */
  static List<IndexKey> keys(BsonDocument pattern) {
    List<IndexKey> keys = new ArrayList<>();
    for (BsonElement each : pattern) {
      String path = each.name();
      if (path.isEmpty() || path.startsWith(".") || path.endsWith(".") || path.contains("..")) {
        throw MongoError.CANNOT_CREATE_INDEX.failure("Index keys cannot be an empty field.");
      }
      if (path.equals("$**") || path.contains("$")) {
        throw MongoError.COMMAND_NOT_SUPPORTED.failure(
            "Wildcard indexes are not supported by this server: " + path);
      }
      keys.add(new IndexKey(path, isDescending(path, each.value())));
    }
    if (keys.isEmpty() || keys.size() > PATHS_MAX) {
      throw MongoError.CANNOT_CREATE_INDEX.failure(
          "An index has between 1 and " + PATHS_MAX + " paths.");
    }
    if (keys.stream().map(IndexKey::path).distinct().count() < keys.size()) {
      throw MongoError.CANNOT_CREATE_INDEX.failure("An index names each path once.");
    }
    return keys;
  }

  private static boolean isDescending(String path, BsonValue order) {
    if (order.isString()) {
      throw MongoError.COMMAND_NOT_SUPPORTED.failure(
          "Indexes of type '" + order.asString() + "' are not supported by this server: " + path);
    }
    double number = order.isNumber() ? BsonNumbers.toDouble(order) : 0;
    if (number == 0 || Double.isNaN(number)) {
      throw MongoError.CANNOT_CREATE_INDEX.failure(
          "Values in the index key pattern must be numbers other than 0: " + path);
    }
    return number < 0;
  }

  /** With 1 and -1 as numbers of one type. */
  static BsonDocument normalized(BsonDocument pattern) {
    BsonBuilder normalized = BsonDocument.builder();
    for (BsonElement each : pattern) {
      BsonValue order = each.value();
      normalized.put(
          each.name(),
          order.isNumber() ? BsonValue.int32(BsonNumbers.toDouble(order) < 0 ? -1 : 1) : order);
    }
    return normalized.build();
  }

  /** The name that an index has if it gets no other. */
  static String defaultName(BsonDocument pattern) {
    StringBuilder name = new StringBuilder();
    for (BsonElement each : normalized(pattern)) {
      name.append(name.isEmpty() ? "" : "_")
          .append(each.name())
          .append('_')
          .append(each.value().isNumber() ? each.value().asInt32() : each.value().asString());
    }
    return name.toString();
  }
}
