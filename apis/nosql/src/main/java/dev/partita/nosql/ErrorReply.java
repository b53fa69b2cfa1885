package dev.partita.nosql;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.json.JsonObject;
import dev.partita.query.syntax.QueryErrors;
import dev.partita.throughput.ChargeModel;
import dev.partita.throughput.RequestCharge;

/** A failure as clients of this API understand it. */
final class ErrorReply {

  private ErrorReply() {}

  static Reply of(DatabaseException failure, String activityId) {
    ErrorCode code = failure.code();
    Reply reply = Reply.of(code.status());
    if (code.subStatus() != 0) {
      reply.subStatus(code.subStatus());
    }
    Object retryAfter = failure.context().get("retryAfterMillis");
    if (retryAfter != null) {
      reply.header("x-ms-retry-after-ms", retryAfter.toString());
    }
    reply.charge(charge(failure));
    return reply.body(
        JsonObject.builder()
            .put("code", name(code))
            .put("message", message(failure, activityId))
            .build());
  }

  /** What a failed request cost: what is known of it, or else the least that any costs. */
  static RequestCharge charge(DatabaseException failure) {
    if (failure.context().get("requestCharge") instanceof String known) {
      return RequestCharge.parse(known);
    }
    return failure.code() == ErrorCode.THROTTLED ? ChargeModel.throttled() : ChargeModel.notFound();
  }

  /**
   * Programs tell failures apart by sentences that the protocol has had from the first; what
   * happened in this case follows.
   */
  private static String message(DatabaseException failure, String activityId) {
    return QueryErrors.body(failure)
        .map(body -> "Message: " + body + "\r\nActivityId: " + activityId + advice(failure))
        .orElseGet(
            () -> {
              String known = sentence(failure);
              return known.isEmpty()
                  ? failure.getMessage()
                  : gateway(failure)
                      + "Message: {\"Errors\":[\"%s\"]}\r\nActivityId: %s\r\n%s"
                          .formatted(known, activityId, failure.getMessage());
            });
  }

  private static String advice(DatabaseException failure) {
    return failure.context().get(QueryErrors.ADVICE) instanceof String advice
        ? "\r\n" + advice
        : "";
  }

  /** What the service's gateway says before what its partitions say. */
  private static String gateway(DatabaseException failure) {
    return switch (failure.code()) {
      case NOT_FOUND -> "Entity with the specified id does not exist in the system. ";
      case DATABASE_EXISTS -> "Entity with the specified id already exists in the system. ";
      default -> "";
    };
  }

  private static String sentence(DatabaseException failure) {
    return switch (failure.code()) {
      case NOT_FOUND, OWNER_NOT_FOUND -> "Resource Not Found";
      case CONFLICT ->
          failure.context().containsKey("otherId")
              ? "Unique index constraint violation."
              : "Resource with specified id or name already exists.";
      case DATABASE_EXISTS -> "Resource with specified id or name already exists.";
      case PRECONDITION_FAILED -> "One of the specified pre-condition is not met";
      case PARTITION_KEY_MISMATCH ->
          failure.context().containsKey("paths")
              ? "Partition key provided either doesn't correspond to definition in the collection"
                  + " or doesn't match partition key field values specified in the document."
              : "PartitionKey extracted from document doesn't match the one specified in the"
                  + " header. Learn more: https://aka.ms/CosmosDB/sql/errors/wrong-pk-value";
      case TOO_LARGE -> "Request size is too large";
      case THROTTLED -> "Request rate is large. More Request Units may be needed.";
      default -> "";
    };
  }

  /** The names that the protocol has for its statuses. */
  private static String name(ErrorCode code) {
    return switch (code) {
      case BAD_REQUEST, PARTITION_KEY_MISMATCH, SCRIPT_INVALID, CONTAINER_REPLACED -> "BadRequest";
      case UNAUTHORIZED -> "Unauthorized";
      case FORBIDDEN, LOGICAL_PARTITION_FULL -> "Forbidden";
      case NOT_FOUND, OWNER_NOT_FOUND, SESSION_NOT_AVAILABLE -> "NotFound";
      case METHOD_NOT_ALLOWED -> "MethodNotAllowed";
      case TIMEOUT -> "RequestTimeout";
      case CONFLICT, DATABASE_EXISTS -> "Conflict";
      case GONE, PARTITION_GONE -> "Gone";
      case PRECONDITION_FAILED -> "PreconditionFailed";
      case TOO_LARGE -> "RequestEntityTooLarge";
      case LOCKED -> "Locked";
      case FAILED_DEPENDENCY -> "FailedDependency";
      case THROTTLED -> "429";
      case RETRY -> "RetryWith";
      case UNSUPPORTED -> "NotImplemented";
      case UNAVAILABLE -> "ServiceUnavailable";
      case STORAGE_FULL -> "InsufficientStorage";
      case INTERNAL, CORRUPT, INCOMPATIBLE_FORMAT -> "InternalServerError";
    };
  }
}
