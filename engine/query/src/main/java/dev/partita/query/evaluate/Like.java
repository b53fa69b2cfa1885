package dev.partita.query.evaluate;

import dev.partita.json.JsonBoolean;
import dev.partita.json.JsonString;
import dev.partita.json.JsonUndefined;
import dev.partita.json.JsonValue;
import org.jspecify.annotations.Nullable;

/** The LIKE operator; a pattern that does not depend on the row is parsed once. Pure functions. */
public final class Like {

  private Like() {}

  /** Compiles LIKE. An escape of more than one character makes the result undefined. */
  public static Evaluator of(Evaluator value, Evaluator pattern, @Nullable String escape) {
    if (escape != null && escape.length() != 1) {
      return Constant.of(JsonUndefined.UNDEFINED);
    }
    Character escaping = escape == null ? null : escape.charAt(0);
    if (pattern instanceof Constant constant
        && constant.value() instanceof JsonString(String text)) {
      LikePattern ready = LikePattern.of(text, escaping);
      return row -> matches(value.value(row), ready, row);
    }
    return row ->
        pattern.value(row) instanceof JsonString(String text)
            ? matches(value.value(row), LikePattern.of(text, escaping), row)
            : JsonUndefined.UNDEFINED;
  }

  private static JsonValue matches(JsonValue value, LikePattern pattern, Row row) {
    if (!(value instanceof JsonString(String text))) {
      return JsonUndefined.UNDEFINED;
    }
    // Each character may be compared several times.
    row.work(text.length());
    return JsonBoolean.of(pattern.matches(text));
  }
}
