package dev.partita.table;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.table.edm.Ticks;
import dev.partita.table.edm.Utf8Buffer;
import dev.partita.table.error.TableError;
import dev.partita.throughput.RequestCharge;
import org.jspecify.annotations.Nullable;

/** Failures as clients understand them. Pure functions without state. */
final class Failure {

  private static final long TICKS_PER_MILLI = 10_000;

  private Failure() {}

  /**
   * @param xml whether the call is one of those that speak XML
   */
  static Answer of(
      DatabaseException failure, TableForm form, boolean xml, String requestId, long nowMillis) {
    return of(failure, form, xml, null, requestId, nowMillis);
  }

  /** The failure of one operation of a transaction, which its number tells. */
  static Answer ofOperation(
      DatabaseException failure, TableForm form, int index, String requestId, long nowMillis) {
    return of(failure, form, false, index, requestId, nowMillis);
  }

  private static Answer of(
      DatabaseException failure,
      TableForm form,
      boolean xml,
      @Nullable Integer index,
      String requestId,
      long nowMillis) {
    TableError error = code(failure, form);
    String message =
        (index == null ? "" : index + ":")
            + TableError.message(failure)
            + "\nRequestId:"
            + requestId
            + "\nTime:"
            + Ticks.text(Ticks.fromUnix(nowMillis * TICKS_PER_MILLI));
    Answer answer = Answer.of(error.status()).header("x-ms-error-code", error.code());
    if (failure.context().get("requestCharge") instanceof String charge) {
      answer.charge(RequestCharge.parse(charge));
    }
    Object retryAfter = failure.context().get("retryAfterMillis");
    if (retryAfter != null) {
      answer.header("x-ms-retry-after-ms", retryAfter.toString());
      answer.header("retry-after", "1");
    }
    if (error.status() == 401) {
      answer.header("www-authenticate", "SharedKeyLite");
    }
    if (xml) {
      return answer.body("application/xml", xml(error, message));
    }
    answer.header("dataserviceversion", "3.0;");
    return answer.body(
        "application/json;odata=minimalmetadata;charset=utf-8", json(error, message));
  }

  /** Storage accounts are busy where Cosmos accounts have too many requests. */
  private static TableError code(DatabaseException failure, TableForm form) {
    TableError error = TableError.of(failure);
    return failure.code() == ErrorCode.THROTTLED && form == TableForm.STORAGE
        ? TableError.SERVER_BUSY
        : error;
  }

  private static byte[] json(TableError error, String message) {
    return new Utf8Buffer(256)
        .ascii("{\"odata.error\":{\"code\":")
        .json(error.code())
        .ascii(",\"message\":{\"lang\":\"en-US\",\"value\":")
        .json(message)
        .ascii("}}}")
        .toBytes();
  }

  private static byte[] xml(TableError error, String message) {
    return new Utf8Buffer(256)
        .ascii("<?xml version=\"1.0\" encoding=\"utf-8\"?><Error><Code>")
        .ascii(error.code())
        .ascii("</Code><Message>")
        .utf8(Xml.escape(message))
        .ascii("</Message></Error>")
        .toBytes();
  }
}
