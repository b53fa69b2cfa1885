package dev.partita.mongo.command;

import dev.partita.aggregation.stage.StageOptions;
import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonType;
import dev.partita.bson.BsonValue;
import dev.partita.mongo.error.CommandFailure;
import dev.partita.mongo.error.MongoError;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a change stream is asked for. Immutable.
 *
 * @param fullDocument which state of a document goes with an update
 * @param before whether the state before a change goes with it
 * @param resume where to go on; null for now
 * @param startSeconds since when, in seconds since 1970; negative for now
 */
record ChangeOptions(
    String fullDocument, String before, @Nullable ResumeToken resume, long startSeconds) {

  private static final String STAGE = "$changeStream";
  private static final List<String> FULL_DOCUMENT =
      List.of("default", "updateLookup", "whenAvailable", "required");
  private static final List<String> BEFORE = List.of("off", "whenAvailable", "required");

  /** Reads the argument of the stage. */
  static ChangeOptions parse(Invocation call, BsonValue value) {
    if (!value.isDocument()) {
      throw MongoError.TYPE_MISMATCH.failure(
          "the $changeStream stage specification must be an object, but found "
              + value.type().alias());
    }
    StageOptions options = new StageOptions(STAGE, value.asDocument());
    String fullDocument = oneOf(options, "fullDocument", FULL_DOCUMENT);
    String before = oneOf(options, "fullDocumentBeforeChange", BEFORE);
    BsonDocument resumeAfter = options.document("resumeAfter");
    BsonDocument startAfter = options.document("startAfter");
    BsonValue since = options.value("startAtOperationTime");
    BsonValue cluster = options.value("allChangesForCluster");
    BsonValue expanded = options.value("showExpandedEvents");
    options.finish();
    requireScope(call, isTrue(cluster));
    if (isTrue(expanded)) {
      throw MongoError.COMMAND_NOT_SUPPORTED.failure(
          "The option showExpandedEvents of $changeStream is not supported by this server.");
    }
    if (since != null && since.type() != BsonType.TIMESTAMP) {
      throw MongoError.TYPE_MISMATCH.failure(
          "BSON field '$changeStream.startAtOperationTime' is the wrong type '"
              + since.type().alias()
              + "', expected type 'timestamp'");
    }
    if (resumeAfter != null && startAfter != null) {
      throw CommandFailure.of(
          50_865, "Do not specify both 'resumeAfter' and 'startAfter' in a $changeStream stage");
    }
    if (since != null && (resumeAfter != null || startAfter != null)) {
      throw CommandFailure.of(
          40_674, "Only one type of resume option is allowed, but multiple were found.");
    }
    return new ChangeOptions(
        fullDocument,
        before,
        token(resumeAfter, startAfter),
        since == null ? -1 : since.asTimestamp() >>> 32);
  }

  private static @Nullable ResumeToken token(
      @Nullable BsonDocument resumeAfter, @Nullable BsonDocument startAfter) {
    if (resumeAfter != null) {
      ResumeToken token = ResumeToken.of(resumeAfter);
      if (token.invalidated()) {
        throw MongoError.INVALID_RESUME_TOKEN.failure(
            "Attempting to resume a change stream using 'resumeAfter' is not allowed from an"
                + " invalidate notification.");
      }
      return token;
    }
    return startAfter == null ? null : ResumeToken.of(startAfter);
  }

  private static boolean isTrue(@Nullable BsonValue value) {
    return value != null && value.type() == BsonType.BOOLEAN && value.asBoolean();
  }

  private static void requireScope(Invocation call, boolean cluster) {
    boolean admin = call.database().equals("admin");
    boolean one = !call.collectionOrEmpty().isEmpty();
    if (cluster && (!admin || one)) {
      throw MongoError.INVALID_OPTIONS.failure(
          "A $changeStream with 'allChangesForCluster:true' may only be opened on the 'admin'"
              + " database, and with no collection name; found "
              + call.namespace(one ? call.collectionOrEmpty() : "$cmd.aggregate"));
    }
    if (!cluster && admin) {
      throw MongoError.INVALID_NAMESPACE.failure(
          "$changeStream may not be opened on the internal admin database");
    }
  }

  private static String oneOf(StageOptions options, String name, List<String> allowed) {
    String value = options.text(name);
    if (value != null && !allowed.contains(value)) {
      throw MongoError.BAD_VALUE.failure(
          "Enumeration value '"
              + value
              + "' for field '"
              + STAGE
              + "."
              + name
              + "' is not a valid value.");
    }
    return value == null ? allowed.getFirst() : value;
  }
}
