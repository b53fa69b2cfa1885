package dev.partita.table.edm;

import java.util.Optional;

/** The types of properties, with the codes by which documents mark them. */
public enum EdmType {
  GUID("Edm.Guid", 0),
  DOUBLE("Edm.Double", 1),
  STRING("Edm.String", 2),
  BINARY("Edm.Binary", 5),
  BOOLEAN("Edm.Boolean", 8),
  DATE_TIME("Edm.DateTime", 9),
  INT32("Edm.Int32", 16),
  INT64("Edm.Int64", 18);

  private static final EdmType[] BY_CODE = new EdmType[19];

  static {
    for (EdmType type : values()) {
      BY_CODE[type.code] = type;
    }
  }

  private final String edmName;
  private final int code;

  EdmType(String edmName, int code) {
    this.edmName = edmName;
    this.code = code;
  }

  /** The name that annotations use. */
  public String edmName() {
    return edmName;
  }

  int code() {
    return code;
  }

  static Optional<EdmType> named(String name) {
    for (EdmType type : values()) {
      if (type.edmName.equals(name)) {
        return Optional.of(type);
      }
    }
    return Optional.empty();
  }

  static Optional<EdmType> coded(int code) {
    return code < 0 || code >= BY_CODE.length
        ? Optional.empty()
        : Optional.ofNullable(BY_CODE[code]);
  }
}
