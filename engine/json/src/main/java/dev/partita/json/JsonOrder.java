package dev.partita.json;

import java.util.Iterator;

/** The total order over values of all types. */
final class JsonOrder {

  private JsonOrder() {}

  static int compare(JsonValue left, JsonValue right) {
    int byType = Integer.compare(rank(left), rank(right));
    if (byType != 0) {
      return byType;
    }
    return switch (left) {
      case JsonUndefined _, JsonNull _ -> 0;
      case JsonBoolean bool -> bool.compareTo((JsonBoolean) right);
      case JsonNumber number -> JsonNumber.compare(number, (JsonNumber) right);
      case JsonString(String text) -> JsonString.compare(text, ((JsonString) right).value());
      case JsonArray array -> compareArrays(array, (JsonArray) right);
      case JsonObject object -> compareObjects(object, (JsonObject) right);
    };
  }

  private static int rank(JsonValue value) {
    return switch (value) {
      case JsonUndefined _ -> 0;
      case JsonNull _ -> 1;
      case JsonBoolean _ -> 2;
      case JsonNumber _ -> 3;
      case JsonString _ -> 4;
      case JsonArray _ -> 5;
      case JsonObject _ -> 6;
    };
  }

  private static int compareArrays(JsonArray left, JsonArray right) {
    int common = Math.min(left.size(), right.size());
    for (int i = 0; i < common; i++) {
      int order = compare(left.at(i), right.at(i));
      if (order != 0) {
        return order;
      }
    }
    return Integer.compare(left.size(), right.size());
  }

  private static int compareObjects(JsonObject left, JsonObject right) {
    Iterator<JsonObject.Member> mine = left.sortedMembers().iterator();
    Iterator<JsonObject.Member> theirs = right.sortedMembers().iterator();
    while (mine.hasNext() && theirs.hasNext()) {
      JsonObject.Member l = mine.next();
      JsonObject.Member r = theirs.next();
      int order = JsonString.compare(l.name(), r.name());
      if (order == 0) {
        order = compare(l.value(), r.value());
      }
      if (order != 0) {
        return order;
      }
    }
    return Integer.compare(left.size(), right.size());
  }
}
