package dev.partita.nosql;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.document.ItemResult;
import dev.partita.document.StoredItem;
import dev.partita.throughput.RequestCharge;
import dev.partita.throughput.Throttling;
import org.jspecify.annotations.Nullable;

/**
 * What an operation of a batch came to, for whichever format.
 *
 * @param item if the sender wants it
 * @param retryAfterMillis 0 if there is nothing to wait for
 * @param message what is wrong, after a failure
 */
record BatchOutcome(
    int status,
    int subStatus,
    RequestCharge charge,
    @Nullable String etag,
    @Nullable StoredItem item,
    long retryAfterMillis,
    @Nullable String message) {

  /** Of an operation that was not tried, because another one failed. */
  static final BatchOutcome NOT_TRIED =
      new BatchOutcome(
          ErrorCode.FAILED_DEPENDENCY.status(), 0, RequestCharge.ZERO, null, null, 0, null);

  /**
   * Of an operation that was not tried, because the answer has no room for more items. Clients send
   * it again.
   */
  static final BatchOutcome ANSWER_FULL =
      new BatchOutcome(
          ErrorCode.TOO_LARGE.status(),
          3402,
          RequestCharge.ZERO,
          null,
          null,
          0,
          "The answer is full of the items of the operations before: send this operation again.");

  /** How much the item takes in the answer. */
  int itemBytes() {
    return item == null ? 0 : item.jsonBytes();
  }

  static BatchOutcome of(ItemResult result, boolean minimal) {
    int status =
        switch (result.kind()) {
          case CREATED -> 201;
          case REPLACED, READ -> 200;
          case DELETED -> 204;
          case NOT_MODIFIED -> 304;
          case EXPIRED, NOT_DUE -> throw new IllegalStateException("No client asks for it.");
        };
    boolean shown = result.kind() == ItemResult.Kind.READ || !minimal;
    return new BatchOutcome(
        status, 0, result.charge(), result.etag(), shown ? result.item() : null, 0, null);
  }

  /** Of an operation that failed, with what it cost by itself. */
  static BatchOutcome of(DatabaseException failure) {
    return of(failure, ErrorReply.charge(failure));
  }

  static BatchOutcome of(DatabaseException failure, RequestCharge charge) {
    Object millis = failure.context().get(Throttling.RETRY_AFTER_MILLIS);
    return new BatchOutcome(
        failure.code().status(),
        failure.code().subStatus(),
        charge,
        null,
        null,
        millis instanceof Number number ? number.longValue() : 0,
        failure.getMessage());
  }
}
