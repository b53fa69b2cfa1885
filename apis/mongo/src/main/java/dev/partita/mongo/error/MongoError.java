package dev.partita.mongo.error;

import dev.partita.mql.MqlCode;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The codes of MongoDB for failures, and the names that go with them. */
public enum MongoError {
  INTERNAL_ERROR(1),
  BAD_VALUE(2),
  FAILED_TO_PARSE(9),
  UNAUTHORIZED(13),
  TYPE_MISMATCH(14),
  INVALID_LENGTH(16),
  ILLEGAL_OPERATION(20),
  ALREADY_INITIALIZED(23),
  PROTOCOL_ERROR(17),
  AUTHENTICATION_FAILED(18),
  INVALID_BSON(22, "InvalidBSON"),
  NAMESPACE_NOT_FOUND(26),
  INDEX_NOT_FOUND(27),
  PATH_NOT_VIABLE(28),
  CONFLICTING_UPDATE_OPERATORS(40),
  CURSOR_NOT_FOUND(43),
  NAMESPACE_EXISTS(48),
  MAX_TIME_MS_EXPIRED(50, "MaxTimeMSExpired"),
  DOLLAR_PREFIXED_FIELD_NAME(52),
  INVALID_ID_FIELD(53),
  COMMAND_NOT_FOUND(59),
  SHARD_KEY_NOT_FOUND(61),
  IMMUTABLE_FIELD(66),
  CANNOT_CREATE_INDEX(67),
  INVALID_OPTIONS(72),
  INVALID_NAMESPACE(73),
  NO_REPLICATION_ENABLED(76),
  INDEX_OPTIONS_CONFLICT(85),
  INDEX_KEY_SPECS_CONFLICT(86),
  OPERATION_FAILED(96),
  WRITE_CONFLICT(112),
  COMMAND_NOT_SUPPORTED(115),
  CANNOT_INDEX_PARALLEL_ARRAYS(171),
  COMMAND_FAILED(125),
  NO_SUCH_SESSION(206),
  MECHANISM_UNAVAILABLE(334),
  ILLEGAL_OP_MSG_FLAG(223, "IllegalOpMsgFlag"),
  TRANSACTION_TOO_OLD(225),

  CURSOR_IN_USE(12_051),
  NO_SUCH_TRANSACTION(251),
  INVALID_RESUME_TOKEN(260),
  CHANGE_STREAM_FATAL_ERROR(280),
  CHANGE_STREAM_HISTORY_LOST(286),
  NO_MATCHING_DOCUMENT(47),
  TOO_MANY_LOGICAL_SESSIONS(261),
  EXCEEDED_TIME_LIMIT(262),
  OPERATION_NOT_SUPPORTED_IN_TRANSACTION(263),
  SORT_MEMORY_LIMIT(292, "QueryExceededMemoryLimitNoDiskUseAllowed"),
  API_VERSION_ERROR(322, "APIVersionError"),
  UNSUPPORTED_OP_QUERY_COMMAND(352),
  KEY_TOO_LONG(17_280),
  DUPLICATE_KEY(11_000),
  DISTINCT_TOO_BIG(17_217, "Location17217"),
  INTERRUPTED_AT_SHUTDOWN(11_600),
  INTERRUPTED(11_601),
  OBJECT_TOO_LARGE(10_334, "BSONObjectTooLarge"),
  REQUEST_RATE_TOO_LARGE(16_500),
  INVALID_STAGE(40_324, "Location40324"),
  UNKNOWN_FIELD(40_415, "Location40415"),
  MISSING_FIELD(40_414, "Location40414"),
  MULTIPLE_BODIES(40_430, "Location40430"),
  DUPLICATE_SEQUENCE(40_431, "Location40431"),
  UNKNOWN_SECTION(40_432, "Location40432"),
  NO_DATABASE(40_571, "Location40571"),
  NO_BODY(40_587, "Location40587"),
  CHECKSUM_MISMATCH(51_232, "Location51232"),
  NEGATIVE_NUMBER(51_024, "Location51024"),
  DUPLICATE_FIELD(40_413, "Location40413"),
  NO_SPACE(14_031, "OutOfDiskSpace"),
  NOT_WRITABLE_PRIMARY(10_107),
  SHUTDOWN_IN_PROGRESS(91);

  private final int code;
  private final String text;

  MongoError(int code) {
    this.code = code;
    StringBuilder name = new StringBuilder();
    for (String word : name().split("_", -1)) {
      name.append(word.charAt(0)).append(word.substring(1).toLowerCase(Locale.ROOT));
    }
    this.text = name.toString();
  }

  MongoError(int code, String text) {
    this.code = code;
    this.text = text;
  }

  public int code() {
    return code;
  }

  /** The name of the code: {@code NamespaceNotFound}. */
  public String text() {
    return text;
  }

  /** The name of any code, the language's own included; those without one are called by number. */
  public static String nameOf(int code) {
    return of(code).map(MongoError::text).orElseGet(() -> MqlCode.nameOf(code));
  }

  public static Optional<MongoError> of(int code) {
    return Arrays.stream(values()).filter(each -> each.code == code).findFirst();
  }

  /** The failure of a command. */
  public CommandFailure failure(String message) {
    return new CommandFailure(code, message);
  }
}
