package dev.partita.json;

/** The JSON null. */
public enum JsonNull implements JsonValue {
  NULL;

  @Override
  public String toString() {
    return "null";
  }
}
