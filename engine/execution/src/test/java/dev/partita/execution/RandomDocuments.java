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

  /** Partition keys of all kinds. */
  static final List<JsonValue> KEYS =
      List.of(
          JsonString.of("p"),
          JsonString.of("q"),
          JsonString.of("r"),
          JsonString.of("s"),
          JsonString.of(""),
          JsonString.of("k".repeat(300)),
          JsonNumber.of(1),
          JsonNumber.of(9007199254740993L),
          JsonBoolean.TRUE,
          JsonNull.NULL,
          JsonUndefined.UNDEFINED);

  static final List<String> NAMES = List.of("a", "b", "c", "n", "s");
  static final List<String> ARRAYS = List.of("list", "tags");

  /** Names that have to be quoted. */
  static final List<String> ODD_NAMES =
      List.of(
          "x y",
          "it's",
          "q\"q",
          "a.b",
          "",
          "é",
          "\\",
          "a/b",
          "*",
          "?",
          "[]",
          "10",
          "order",
          "\uD83D\uDE00");

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
          "l".repeat(100) + "\uD83D\uDE00" + "l".repeat(50),
          "l".repeat(127) + "é",
          "l".repeat(127) + "ê",
          "l".repeat(126) + "\uD83D\uDE00",
          "l".repeat(200) + "a" + "l".repeat(200),
          "l".repeat(200) + "b" + "l".repeat(200),
          // Of a meaning to patterns and literals.
          "a%",
          "a_b",
          "[a]",
          "^",
          "\\",
          "it's",
          "\"",
          "a\nb",
          // Of other lengths, or other characters, in another case.
          "ß",
          "SS",
          "ſ",
          "\u212A",
          "k",
          "İ",
          "ı",
          "É");
  private static final double[] NUMBERS = {
    0,
    -0.0,
    1,
    2,
    3,
    -1,
    0.5,
    1.5,
    -2.25,
    10,
    100,
    1e300,
    -1e300,
    9007199254740992.0,
    1e-300,
    0.1,
    0.30000000000000004,
    Double.MIN_VALUE,
    -Double.MIN_VALUE,
    Double.MAX_VALUE,
    1e21,
    0x1p63,
    -0x1p63
  };

  private static final double[][] CENTRES = {
    {0, 0}, {10, 50}, {179, -17}, {-179, 88.5}, {30, -88.5}
  };

  private final SplittableRandom random;
  private final boolean plain;
  private final RandomShapes shapes;

  /**
   * @param plain whether the properties with names are of few values, all of which the index tells
   */
  RandomDocuments(SplittableRandom random, boolean plain) {
    this.random = random;
    this.plain = plain;
    this.shapes = new RandomShapes(random, this);
  }

  JsonObject document(int number) {
    JsonObject.Builder document =
        JsonObject.builder().put("id", "i" + number).put("pk", key(random)).put("sub", sub());
    for (String name : NAMES) {
      document.put(name, random.nextInt(5) == 0 ? JsonUndefined.UNDEFINED : property());
    }
    // Mostly a number and mostly a string, so that ranges and prefixes find something.
    if (random.nextInt(4) != 0) {
      document.put("n", number());
    }
    if (random.nextInt(4) != 0) {
      document.put("s", plain ? JsonString.of(STRINGS.get(random.nextInt(17))) : string());
    }
    for (String name : ARRAYS) {
      if (random.nextInt(4) != 0) {
        document.put(name, random.nextInt(8) == 0 ? value(1) : array(2));
      }
    }
    if (random.nextBoolean()) {
      document.put("o", random.nextInt(6) == 0 ? value(1) : object(3));
    }
    for (int left = random.nextInt(3); left > 0; left--) {
      document.put(ODD_NAMES.get(random.nextInt(ODD_NAMES.size())), value(1));
    }
    if (random.nextInt(3) == 0) {
      document.put("loc", random.nextInt(10) == 0 ? value(1) : shape());
    }
    if (random.nextInt(4) == 0) {
      document.put("ttl", random.nextInt(3) == 0 ? -1 : 1 + random.nextInt(100));
    }
    return shapes.around(document.build());
  }

  /** A place, mostly near others, at a pole or where longitudes begin again. */
  JsonValue shape() {
    double longitude = CENTRES[random.nextInt(CENTRES.length)][0] + random.nextInt(-20, 21) / 10.0;
    double latitude = CENTRES[random.nextInt(CENTRES.length)][1] + random.nextInt(-20, 21) / 10.0;
    if (random.nextInt(3) != 0) {
      return shape("Point", position(longitude, latitude));
    }
    double size = 0.1 * (1 + random.nextInt(30));
    List<JsonValue> ring =
        List.of(
            position(longitude, latitude),
            position(longitude + size, latitude),
            position(longitude + size, latitude + size),
            position(longitude, latitude + size),
            position(longitude, latitude));
    return random.nextInt(4) == 0
        ? shape("LineString", JsonArray.of(ring))
        : shape("Polygon", JsonArray.of(JsonArray.of(ring)));
  }

  private static JsonObject shape(String type, JsonArray coordinates) {
    return JsonObject.builder().put("type", type).put("coordinates", coordinates).build();
  }

  private static JsonArray position(double longitude, double latitude) {
    return JsonArray.of(JsonNumber.of(longitude), JsonNumber.of(latitude));
  }

  static JsonValue key(SplittableRandom random) {
    return switch (random.nextInt(4)) {
      case 0 -> JsonString.of("k" + random.nextInt(40));
      case 1 -> KEYS.get(random.nextInt(KEYS.size()));
      default -> KEYS.get(random.nextInt(4));
    };
  }

  JsonValue sub() {
    return switch (random.nextInt(12)) {
      case 0 -> JsonNumber.of(-0.0);
      case 1 -> JsonUndefined.UNDEFINED;
      case 2 -> JsonNull.NULL;
      default -> JsonNumber.of(random.nextInt(3));
    };
  }

  private JsonValue property() {
    if (!plain) {
      return value(2);
    }
    return switch (random.nextInt(8)) {
      case 0 -> value(0);
      case 1 -> JsonNull.NULL;
      case 2 -> JsonBoolean.of(random.nextBoolean());
      case 3 -> JsonString.of(STRINGS.get(random.nextInt(6)));
      default -> JsonNumber.of(random.nextInt(6));
    };
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
      case 1 ->
          random.nextInt(4) == 0
              ? JsonNumber.of(Long.MAX_VALUE - random.nextInt(3))
              : JsonNumber.of(9007199254740992L + random.nextInt(3));
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
      object.put(
          random.nextInt(5) == 0 ? "o" : NAMES.get(random.nextInt(3)), value(Math.max(depth, 0)));
    }
    return object.build();
  }
}
