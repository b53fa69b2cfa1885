package dev.partita.table.error;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.error.Reasons;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * The codes that the protocol has for failures, with the status and the text that go with each.
 * What a request did wrong in particular is added to the text.
 */
public enum TableError {
  ATOM_FORMAT_NOT_SUPPORTED(415, "Atom format is not supported."),
  AUTHENTICATION_FAILED(
      403,
      "Server failed to authenticate the request. Make sure the value of Authorization header is"
          + " formed correctly including the signature."),
  AUTHORIZATION_FAILURE(403, "This request is not authorized to perform this operation."),
  AUTHORIZATION_PERMISSION_MISMATCH(
      403, "This request is not authorized to perform this operation using this permission."),
  AUTHORIZATION_PROTOCOL_MISMATCH(
      403, "This request is not authorized to perform this operation using this protocol."),
  AUTHORIZATION_RESOURCE_TYPE_MISMATCH(
      403, "This request is not authorized to perform this operation using this resource type."),
  AUTHORIZATION_SERVICE_MISMATCH(
      403, "This request is not authorized to perform this operation using this service."),
  AUTHORIZATION_SOURCE_IP_MISMATCH(
      403, "This request is not authorized to perform this operation using this source IP."),
  COMMANDS_IN_BATCH_ACT_ON_DIFFERENT_PARTITIONS(
      400, "All commands in a batch must operate on same entity group."),
  CONDITION_NOT_MET(412, "The condition specified using HTTP conditional header(s) is not met."),
  CORS_PREFLIGHT_FAILURE(403, "CORS not enabled or no matching rule found for this request."),
  DUPLICATE_PROPERTIES_SPECIFIED(400, "A property is specified more than one time."),
  ENTITY_ALREADY_EXISTS(409, "The specified entity already exists."),
  ENTITY_TOO_LARGE(400, "The entity is larger than the maximum allowed size (1MB)."),
  INTERNAL_ERROR(500, "Server encountered an internal error. Please try again after some time."),
  INVALID_AUTHENTICATION_INFO(
      401, "The authentication information was not provided in the correct format."),
  INVALID_DUPLICATE_ROW(400, "The batch request contains multiple changes with same row key."),
  INVALID_HEADER_VALUE(400, "The value for one of the HTTP headers is not in the correct format."),
  INVALID_INPUT(400, "One of the request inputs is not valid."),
  INVALID_QUERY_PARAMETER_VALUE(
      400, "Value for one of the query parameters specified in the request URI is invalid."),
  INVALID_RESOURCE_NAME(400, "The specifed resource name contains invalid characters."),
  INVALID_URI(400, "The requested URI does not represent any resource on the server."),
  INVALID_VALUE_TYPE(400, "The value specified for a property is not of the right type."),
  INVALID_XML_DOCUMENT(400, "XML specified is not syntactically valid."),
  KEY_VALUE_TOO_LARGE(
      400, "The specified key is too large: a partition key or a row key has at most 1 KiB."),
  MEDIA_TYPE_NOT_SUPPORTED(415, "The media type of the request is not supported."),
  METHOD_NOT_ALLOWED(405, "The requested method is not allowed on the specified resource."),
  MISSING_REQUIRED_HEADER(
      400, "An HTTP header that's mandatory for this request is not specified."),
  NO_AUTHENTICATION_INFORMATION(
      401,
      "Server failed to authenticate the request. Please refer to the information in the"
          + " www-authenticate header."),
  NOT_IMPLEMENTED(501, "The requested operation is not implemented on the specified resource."),
  OPERATION_TIMED_OUT(500, "Operation could not be completed within the specified time."),
  OUT_OF_RANGE_INPUT(400, "One of the request inputs is out of range."),
  PROPERTIES_NEED_VALUE(400, "The values are not specified for all properties in the entity."),
  PROPERTY_NAME_INVALID(400, "The property name is invalid."),
  PROPERTY_NAME_TOO_LONG(400, "The property name exceeds the maximum allowed length (255)."),
  PROPERTY_VALUE_TOO_LARGE(
      400,
      "The property value exceeds the maximum allowed size (64KB). If the property value is a"
          + " string, it is UTF-16 encoded and the maximum number of characters should be 32K or"
          + " less."),
  REQUEST_BODY_TOO_LARGE(
      413, "The request body is too large and exceeds the maximum permissible limit."),
  RESOURCE_NOT_FOUND(404, "The specified resource does not exist."),
  SERVER_BUSY(503, "The server is busy."),
  TABLE_ALREADY_EXISTS(409, "The table specified already exists."),
  TABLE_NOT_FOUND(404, "The table specified does not exist."),
  TOO_MANY_PROPERTIES(
      400, "The entity contains more properties than allowed: 252 beside the system's own."),
  TOO_MANY_REQUESTS(429, "The request rate is too large; retry after the time given."),
  UNSUPPORTED_HEADER(400, "One of the HTTP headers specified in the request is not supported."),
  UNSUPPORTED_QUERY_PARAMETER(
      400, "One of the query parameters specified in the request URI is not supported."),
  UPDATE_CONDITION_NOT_SATISFIED(
      412, "The update condition specified in the request was not satisfied."),
  X_METHOD_INCORRECT_VALUE(
      400, "The value of X-HTTP-Method is none of MERGE, PATCH, PUT, DELETE and GET."),
  X_METHOD_NOT_USING_POST(400, "The request uses X-HTTP-Method with another method than POST.");

  /** Where an exception has the name of its code. */
  private static final String CONTEXT = "tableError";

  private final int status;
  private final String text;

  TableError(int status, String text) {
    this.status = status;
    this.text = text;
  }

  /** The name that clients know. */
  public String code() {
    if (this == AUTHORIZATION_SOURCE_IP_MISMATCH) {
      return "AuthorizationSourceIPMismatch";
    }
    StringBuilder code = new StringBuilder();
    for (String word : name().split("_", -1)) {
      code.append(word.charAt(0)).append(word.substring(1).toLowerCase(Locale.ROOT));
    }
    return code.toString();
  }

  public int status() {
    return status;
  }

  public String text() {
    return text;
  }

  /** A failure of this code, to be thrown; the caller may add what was wrong. */
  public DatabaseException failure() {
    return new DatabaseException(engineCode(), text).with(CONTEXT, name());
  }

  /**
   * The same with a sentence of our own on what was wrong.
   *
   * @param detail a text that never varies
   */
  public DatabaseException failure(String detail) {
    return new DatabaseException(engineCode(), text + " " + detail).with(CONTEXT, name());
  }

  /** The code that a failure has for clients, whoever threw it. */
  public static TableError of(DatabaseException failure) {
    if (failure.context().get(CONTEXT) instanceof String name) {
      return valueOf(name);
    }
    return switch (failure.code()) {
      case NOT_FOUND, SESSION_NOT_AVAILABLE -> RESOURCE_NOT_FOUND;
      case OWNER_NOT_FOUND -> TABLE_NOT_FOUND;
      case CONFLICT, DATABASE_EXISTS -> ENTITY_ALREADY_EXISTS;
      case PRECONDITION_FAILED -> UPDATE_CONDITION_NOT_SATISFIED;
      case TOO_LARGE -> ENTITY_TOO_LARGE;
      case THROTTLED -> TOO_MANY_REQUESTS;
      case UNAVAILABLE, RETRY, LOCKED, GONE, PARTITION_GONE, STORAGE_FULL -> SERVER_BUSY;
      case TIMEOUT -> OPERATION_TIMED_OUT;
      case METHOD_NOT_ALLOWED -> METHOD_NOT_ALLOWED;
      case UNSUPPORTED -> NOT_IMPLEMENTED;
      case UNAUTHORIZED -> INVALID_AUTHENTICATION_INFO;
      case FORBIDDEN, LOGICAL_PARTITION_FULL -> AUTHORIZATION_FAILURE;
      case BAD_REQUEST,
          PARTITION_KEY_MISMATCH,
          SCRIPT_INVALID,
          CONTAINER_REPLACED,
          FAILED_DEPENDENCY ->
          INVALID_INPUT;
      case INTERNAL, CORRUPT, INCOMPATIBLE_FORMAT -> INTERNAL_ERROR;
    };
  }

  /** What a failure says to people: its text and the values that belong to it. */
  public static String message(DatabaseException failure) {
    StringBuilder message = new StringBuilder();
    if (failure.context().get(CONTEXT) == null) {
      message.append(of(failure).text()).append(' ');
    }
    message.append(failure.text());
    Map<String, Object> values = new LinkedHashMap<>(failure.context());
    values.remove(CONTEXT);
    return message.append(Reasons.details(values)).toString();
  }

  private ErrorCode engineCode() {
    return switch (status) {
      case 401 -> ErrorCode.UNAUTHORIZED;
      case 403 -> ErrorCode.FORBIDDEN;
      case 404 -> ErrorCode.NOT_FOUND;
      case 405 -> ErrorCode.METHOD_NOT_ALLOWED;
      case 409 -> ErrorCode.CONFLICT;
      case 412 -> ErrorCode.PRECONDITION_FAILED;
      case 413 -> ErrorCode.TOO_LARGE;
      case 429 -> ErrorCode.THROTTLED;
      case 500 -> ErrorCode.TIMEOUT;
      case 501 -> ErrorCode.UNSUPPORTED;
      case 503 -> ErrorCode.UNAVAILABLE;
      default -> ErrorCode.BAD_REQUEST;
    };
  }
}
