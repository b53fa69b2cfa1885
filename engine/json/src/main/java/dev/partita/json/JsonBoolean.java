package dev.partita.json;

/** True or false. */
public enum JsonBoolean implements JsonValue {
  FALSE,
  TRUE;

  public static JsonBoolean of(boolean value) {
    return value ? TRUE : FALSE;
  }

  public boolean value() {
    return this == TRUE;
  }

  @Override
  public String toString() {
    return value() ? "true" : "false";
  }
}
