package dev.partita.mongo.command;

import dev.partita.base.error.DatabaseException;
import dev.partita.bson.BsonBuilder;
import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonValue;
import dev.partita.collection.DuplicateKey;
import dev.partita.collection.ImmutableField;
import dev.partita.collection.ParallelArrays;
import dev.partita.collection.ShardKeyArray;
import dev.partita.collection.UnknownHint;
import dev.partita.container.Forwarding;
import dev.partita.mongo.error.CommandFailure;
import dev.partita.mongo.error.MongoError;
import dev.partita.mql.MqlException;
import dev.partita.throughput.Throttling;

/** Failures of the layers below, in the terms of MongoDB. Pure functions. */
final class Failures {

  private Failures() {}

  /**
   * @param namespace of the collection that was worked on
   * @throws RuntimeException the failure itself if it is a defect or damage
   */
  static CommandFailure of(RuntimeException failure, String namespace) {
    return switch (failure) {
      case CommandFailure known -> known;
      case MqlException e -> CommandFailure.of(e.code(), e.text());
      case DuplicateKey e -> duplicate(e, namespace);
      case ImmutableField e -> MongoError.IMMUTABLE_FIELD.failure(text(e));
      case ParallelArrays e -> MongoError.CANNOT_INDEX_PARALLEL_ARRAYS.failure(text(e));
      case ShardKeyArray e -> MongoError.SHARD_KEY_NOT_FOUND.failure(text(e));
      case UnknownHint e -> MongoError.BAD_VALUE.failure(text(e));
      case DatabaseException e -> of(e);
      default -> throw failure;
    };
  }

  private static CommandFailure of(DatabaseException failure) {
    return switch (failure.code()) {
      case THROTTLED -> throttled(failure);
      case BAD_REQUEST, PARTITION_KEY_MISMATCH, CONTAINER_REPLACED, SCRIPT_INVALID ->
          MongoError.BAD_VALUE.failure(text(failure));
      case NOT_FOUND, OWNER_NOT_FOUND, GONE, PARTITION_GONE ->
          MongoError.NAMESPACE_NOT_FOUND.failure(text(failure));
      case CONFLICT, DATABASE_EXISTS -> MongoError.NAMESPACE_EXISTS.failure(text(failure));
      case RETRY, LOCKED, PRECONDITION_FAILED, SESSION_NOT_AVAILABLE, FAILED_DEPENDENCY ->
          MongoError.WRITE_CONFLICT.failure(text(failure));
      case TIMEOUT -> timeout(failure);
      case TOO_LARGE -> MongoError.KEY_TOO_LONG.failure(text(failure));
      case LOGICAL_PARTITION_FULL ->
          MongoError.OPERATION_FAILED.failure(
              text(failure)
                  + " A collection without a shard key is one logical partition: to hold more,"
                  + " make a sharded one with shardCollection and copy the documents.");
      case UNAUTHORIZED, FORBIDDEN -> MongoError.UNAUTHORIZED.failure(text(failure));
      case UNSUPPORTED, METHOD_NOT_ALLOWED ->
          MongoError.COMMAND_NOT_SUPPORTED.failure(text(failure));
      case STORAGE_FULL -> MongoError.NO_SPACE.failure(text(failure));
      case UNAVAILABLE ->
          MongoError.SHUTDOWN_IN_PROGRESS.failure(text(failure)).withLabels("RetryableWriteError");
      case INTERNAL, CORRUPT, INCOMPATIBLE_FORMAT -> throw failure;
    };
  }

  /**
   * What may have been done drivers send again, with its number, by which it is known if it was.
   */
  private static CommandFailure timeout(DatabaseException failure) {
    return Forwarding.isUnknown(failure)
        ? MongoError.EXCEEDED_TIME_LIMIT.failure(text(failure)).withLabels("RetryableWriteError")
        : MongoError.MAX_TIME_MS_EXPIRED.failure(text(failure));
  }

  /** The text begins as applications expect it, which look for the time in it. */
  private static CommandFailure throttled(DatabaseException failure) {
    Object known = failure.context().get(Throttling.RETRY_AFTER_MILLIS);
    long millis = known instanceof Number number ? number.longValue() : 1;
    return MongoError.REQUEST_RATE_TOO_LARGE
        .failure(
            "Error=16500, RetryAfterMs="
                + millis
                + ", Details='Response status code does not indicate success: TooManyRequests"
                + " (429); "
                + text(failure)
                + "'")
        .withDetails(BsonDocument.builder().put("baseBackoffMS", millis).build());
  }

  private static CommandFailure duplicate(DuplicateKey failure, String namespace) {
    return MongoError.DUPLICATE_KEY
        .failure(
            "E11000 duplicate key error collection: "
                + namespace
                + " index: "
                + failure.index()
                + " dup key: "
                + shellText(failure.values()))
        .withDetails(
            BsonDocument.builder()
                .put("keyPattern", failure.pattern())
                .put("keyValue", failure.values())
                .build());
  }

  /** As the shell writes it: {@code { a: 1, b: "x" }}. */
  private static String shellText(BsonDocument document) {
    StringBuilder text = new StringBuilder("{");
    document.forEach(
        element ->
            text.append(text.length() == 1 ? " " : ", ")
                .append(element.name())
                .append(": ")
                .append(shellText(element.value())));
    return text.append(" }").toString();
  }

  private static String shellText(BsonValue value) {
    return switch (value.type()) {
      case OBJECT_ID -> "ObjectId('" + value.asObjectId().toHexString() + "')";
      case DOCUMENT -> shellText(value.asDocument());
      case DOUBLE -> Double.toString(value.asDouble());
      default -> value.toString();
    };
  }

  /** Writes a failure into a reply. */
  static void write(CommandFailure failure, BsonBuilder reply) {
    reply
        .put("ok", 0.0)
        .put("errmsg", failure.getMessage())
        .put("code", failure.code())
        .put("codeName", failure.codeName());
    reply.putAll(failure.details());
    if (!failure.labels().isEmpty()) {
      reply.startArray("errorLabels");
      failure.labels().forEach(label -> reply.add(BsonValue.string(label)));
      reply.end();
    }
  }

  private static String text(RuntimeException failure) {
    return String.valueOf(failure.getMessage());
  }
}
