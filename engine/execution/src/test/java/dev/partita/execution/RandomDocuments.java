package dev.partita.execution;

import dev.partita.json.JsonArray;
import dev.partita.json.JsonBoolean;
import dev.partita.json.JsonNull;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.json.JsonUndefined;
import dev.partita.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Documents in which the same few names have values of all kinds, so that filters meet every type
 * and ties are common.
 */
final class RandomDocuments {

  static final List<String> KEYS = List.of("p", "q", "r", "s");
  static final List<String> NAMES = List.of("a", "b", "c", "n", "s");
  static final List<String> ARRAYS = List.of("list", "tags");

  private static final List<String> STRINGS =
      List.of(
          "",
          "a",
          "A",
          "ab",
          "aB",
          "abc",
          "b",
          "é",
          "x y",
          "zz",
          "10",
          "\u0000z",
          // Characters that queries and the index have in different orders.
          "\uD83D\uDE00",
          "\uFF21",
          "\uE000",
          "a\uD83D\uDE00",
          "a\uFF21",
          // Longer than a term.
          "l".repeat(130),
          "l".repeat(130) + "a",
          "l".repeat(128),
          "l".repeat(140) + "\uFF21",
          "l".repeat(140) + "\uD83D\uDE00",
          "l".repeat(100) + "\uFF21" + "l".repeat(50),
          "l".repeat(100) + "\uD83D\uDE00" + "l".repeat(50));
  private static final double[] NUMBERS = {
    0, -0.0, 1, 2, 3, -1, 0.5, 1.5, -2.25, 10, 100, 1e300, -1e300, 9007199254740992.0, 1e-300
  };

  private final SplittableRandom random;

  RandomDocuments(SplittableRandom random) {
    this.random = random;
  }

  JsonObject document(int number) {
    JsonObject.Builder document =
        JsonObject.builder()
            .put("id", "i" + number)
            .put("pk", KEYS.get(random.nextInt(KEYS.size())))
            .put(
                "sub",
                random.nextInt(12) == 0 ? JsonNumber.of(-0.0) : JsonNumber.of(random.nextInt(3)));
    for (String name : NAMES) {
      document.put(name, random.nextInt(5) == 0 ? JsonUndefined.UNDEFINED : value(2));
    }
    // Mostly a number and mostly a string, so that ranges and prefixes find something.
    if (random.nextInt(4) != 0) {
      document.put("n", number());
    }
    if (random.nextInt(4) != 0) {
      document.put("s", string());
    }
    for (String name : ARRAYS) {
      if (random.nextInt(4) != 0) {
        document.put(name, random.nextInt(8) == 0 ? value(1) : array(2));
      }
    }
    if (random.nextBoolean()) {
      document.put("o", random.nextInt(6) == 0 ? value(1) : object(2));
    }
    return document.build();
  }

  JsonValue value(int depth) {
    return switch (random.nextInt(depth == 0 ? 8 : 11)) {
      case 0 -> JsonNull.NULL;
      case 1 -> JsonBoolean.of(random.nextBoolean());
      case 2, 3, 4 -> number();
      case 5, 6, 7 -> string();
      case 8, 9 -> array(depth - 1);
      default -> object(depth - 1);
    };
  }

  JsonValue number() {
    return switch (random.nextInt(4)) {
      case 0 -> JsonNumber.of(NUMBERS[random.nextInt(NUMBERS.length)]);
      case 1 -> JsonNumber.of(9007199254740992L + random.nextInt(3));
      default -> JsonNumber.of(random.nextInt(6));
    };
  }

  JsonValue string() {
    return JsonString.of(STRINGS.get(random.nextInt(STRINGS.size())));
  }

  private JsonValue array(int depth) {
    List<JsonValue> elements = new ArrayList<>();
    for (int left = random.nextInt(4); left > 0; left--) {
      elements.add(value(depth));
    }
    return JsonArray.of(elements);
  }

  private JsonValue object(int depth) {
    JsonObject.Builder object = JsonObject.builder();
    for (int left = random.nextInt(3); left > 0; left--) {
      object.put(NAMES.get(random.nextInt(3)), value(depth));
    }
    return object.build();
  }
}
