package dev.partita.json;

/** The absence of a value: what a path that leads nowhere evaluates to. */
public enum JsonUndefined implements JsonValue {
  UNDEFINED;

  @Override
  public String toString() {
    return "undefined";
  }
}
