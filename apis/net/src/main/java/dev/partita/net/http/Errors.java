package dev.partita.net.http;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.net.transport.RateLimitedLog;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.UUID;

/**
 * How failures look to HTTP clients: {@code {"code":…,"message":…}} and never a stack trace. What
 * an operator must look into is logged here, under an activity id that the response carries, too.
 */
public final class Errors {

  private static final RateLimitedLog limited = RateLimitedLog.of(Errors.class);
  private static final String ACTIVITY_ID = "x-ms-activity-id";
  private static final String SUB_STATUS = "x-ms-substatus";

  private Errors() {}

  /** The response to a request that the server itself turns down. */
  public static Response refusal(int status, String code, String message) {
    var body = new LinkedHashMap<String, Object>();
    body.put("code", code);
    body.put("message", message);
    return Response.json(status, body);
  }

  /** The response to a request whose handler failed. */
  public static Response of(Request request, Throwable failure) {
    if (failure instanceof DatabaseException known) {
      return known.code().status() == 500 ? logged(request, known) : known(known);
    }
    String activityId = UUID.randomUUID().toString();
    limited.error("Request failed", "activity " + activityId + ", " + request, failure);
    return refusal(
            500,
            "InternalServerError",
            "The server failed to carry out the request; its log says more under the activity id "
                + activityId
                + ", or that of the same failure shortly before")
        .with(ACTIVITY_ID, activityId);
  }

  private static Response known(DatabaseException failure) {
    ErrorCode code = failure.code();
    Response response = refusal(code.status(), camelCase(code), failure.getMessage());
    return code.subStatus() == 0
        ? response
        : response.with(SUB_STATUS, Integer.toString(code.subStatus()));
  }

  private static Response logged(Request request, DatabaseException failure) {
    String activityId = UUID.randomUUID().toString();
    limited.error("Request failed", "activity " + activityId + ", " + request, failure);
    return known(failure).with(ACTIVITY_ID, activityId);
  }

  /** BAD_REQUEST as BadRequest. */
  static String camelCase(ErrorCode code) {
    var name = new StringBuilder();
    for (String word : code.name().split("_", -1)) {
      name.append(word.charAt(0)).append(word.substring(1).toLowerCase(Locale.ROOT));
    }
    return name.toString();
  }
}
