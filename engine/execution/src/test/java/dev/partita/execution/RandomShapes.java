package dev.partita.execution;

import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Members between those that {@link RandomDocuments} have anyway: none, a few or a hundred, with
 * names of all kinds and values that are long, deep or hard to pass over, and all in any order.
 */
final class RandomShapes {

  private static final int[] COUNTS = {1, 2, 7, 8, 9, 16, 17, 33, 70, 110};
  private static final List<String> ODD_NAMES =
      List.of(
          "aa",
          "nn",
          "i",
          "idx",
          "pkk",
          "_t",
          "_tss",
          "_ets",
          "quote \" in it",
          "\"",
          "back\\slash of a name",
          "new\nline",
          "\u0001",
          "ünïcödé and long enough",
          "\uD83D\uDE00 and more of it",
          "a/b/c",
          "0",
          "{}",
          ",\"n\":1");
  private static final int LONG_VALUE = 5_000;
  private static final int KINDS = 3;

  private final SplittableRandom random;
  private final RandomDocuments values;
  private final boolean bare;

  RandomShapes(SplittableRandom random, RandomDocuments values) {
    this.random = random;
    this.values = values;
    this.bare = random.nextBoolean();
  }

  /** Some name that such a member may have. */
  static String name(SplittableRandom random) {
    return name(random, random.nextInt(KINDS));
  }

  private static String name(SplittableRandom random, int kind) {
    int number = random.nextInt(110);
    return switch (kind) {
      case 0 -> "p" + number;
      case 1 -> "a name of fourteen characters or more " + number;
      default -> ODD_NAMES.get(random.nextInt(ODD_NAMES.size()));
    };
  }

  /** The document with others of its members in any order, or as it is. */
  JsonObject around(JsonObject document) {
    if (bare || random.nextInt(4) == 0) {
      return document;
    }
    List<JsonObject.Member> members = new ArrayList<>();
    document.forEach(members::add);
    boolean shuffled = random.nextInt(3) == 0;
    int place = random.nextInt(members.size() + 1);
    int kind = random.nextInt(KINDS);
    for (int left = COUNTS[random.nextInt(COUNTS.length)]; left > 0; left--) {
      // Names of a kind come in runs.
      kind = random.nextInt(10) == 0 ? random.nextInt(KINDS) : kind;
      String name = name(random, kind);
      if (!document.has(name)) {
        int at = shuffled ? random.nextInt(members.size() + 1) : place++;
        members.add(at, new JsonObject.Member(name, value()));
      }
    }
    JsonObject.Builder shaped = JsonObject.builder();
    members.forEach(member -> shaped.put(member.name(), member.value()));
    return shaped.build();
  }

  private JsonValue value() {
    return switch (random.nextInt(24)) {
      case 0 -> JsonString.of("x".repeat(random.nextInt(LONG_VALUE)));
      case 1 -> JsonString.of("quotes \" and \\ and \u0001 ".repeat(random.nextInt(20)));
      case 2 -> deep();
      default -> values.value(random.nextInt(3));
    };
  }

  private JsonValue deep() {
    JsonValue value = values.value(0);
    for (int left = random.nextInt(60); left > 0; left--) {
      value = JsonObject.of(random.nextBoolean() ? "a" : name(random), value);
    }
    return value;
  }
}
