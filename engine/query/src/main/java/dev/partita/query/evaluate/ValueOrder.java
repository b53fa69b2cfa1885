package dev.partita.query.evaluate;

import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;
import java.util.Comparator;

/**
 * Order of values in queries, used by comparisons, ORDER BY and MIN and MAX. It differs from the
 * order of storage in one point: strings are compared by UTF-16 unit, as clients do that merge the
 * rows of several partitions, and not by code point. The two differ only between characters beyond
 * the first 65,536 and those from U+E000 to U+FFFF. Pure functions.
 */
public final class ValueOrder {

  public static final Comparator<JsonValue> ORDER = ValueOrder::compare;

  private ValueOrder() {}

  private static int compare(JsonValue left, JsonValue right) {
    return left instanceof JsonString(String l) && right instanceof JsonString(String r)
        ? l.compareTo(r)
        : JsonValue.ORDER.compare(left, right);
  }
}
