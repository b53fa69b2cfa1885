package dev.partita.mql;

/** Numbers and names of MongoDB's failures that the language raises. */
public enum MqlCode {
  INTERNAL_ERROR(1, "InternalError"),
  BAD_VALUE(2, "BadValue"),
  FAILED_TO_PARSE(9, "FailedToParse"),
  TYPE_MISMATCH(14, "TypeMismatch"),
  OVERFLOW(15, "Overflow"),
  PATH_NOT_VIABLE(28, "PathNotViable"),
  CONFLICTING_UPDATE_OPERATORS(40, "ConflictingUpdateOperators"),
  COMMAND_NOT_SUPPORTED(115, "CommandNotSupported"),
  DOLLAR_PREFIXED_FIELD_NAME(52, "DollarPrefixedFieldName"),
  INVALID_ID_FIELD(53, "InvalidIdField"),
  NOT_SINGLE_VALUE_FIELD(54, "NotSingleValueField"),
  EMPTY_FIELD_NAME(56, "EmptyFieldName"),
  DOTTED_FIELD_NAME(57, "DottedFieldName"),
  IMMUTABLE_FIELD(66, "ImmutableField"),
  INVALID_OPTIONS(72, "InvalidOptions"),
  OPERATION_FAILED(96, "OperationFailed"),
  DOCUMENT_VALIDATION_FAILURE(121, "DocumentValidationFailure"),
  QUERY_FEATURE_NOT_ALLOWED(224, "QueryFeatureNotAllowed"),
  MAX_SUB_PIPELINE_DEPTH_EXCEEDED(232, "MaxSubPipelineDepthExceeded"),
  CONVERSION_FAILURE(241, "ConversionFailure"),
  BSON_OBJECT_TOO_LARGE(10334, "BSONObjectTooLarge"),
  UNSUPPORTED_FORMAT(12, "UnsupportedFormat");

  private final int number;
  private final String name;

  MqlCode(int number, String name) {
    this.number = number;
    this.name = name;
  }

  public int number() {
    return number;
  }

  /** The name of a number, as replies give it. */
  public static String nameOf(int number) {
    for (MqlCode code : values()) {
      if (code.number == number) {
        return code.name;
      }
    }
    return "Location" + number;
  }
}
