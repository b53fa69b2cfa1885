package dev.partita.json;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Objects of all shapes: with no members, a few or hundreds, names that are short, long, odd or
 * alike, and values that are deep, wide or hard to read.
 */
public final class RandomObjects {

  private static final int[] SIZES = {
    0, 1, 2, 3, 7, 8, 9, 15, 16, 17, 33, 63, 64, 65, 70, 130, 300
  };
  private static final List<String> ODD_TEXTS =
      List.of(
          "",
          "\"",
          "\\",
          "\\\"",
          "/",
          "é",
          "\uD83D\uDE00",
          "\uFFFF",
          "\u0000",
          "\u001F",
          "\u007F",
          "\n",
          "\",\"a\":1,\"",
          "}",
          "]}",
          ",",
          ":",
          "{\"a\":[",
          "$$",
          "a\"",
          "a\\");
  private static final List<String> NUMBERS =
      List.of(
          "0",
          "-0",
          "-0.0",
          "0.0",
          "12345678",
          "-12345678",
          "123456789012345678",
          "1234567890123456789",
          "9223372036854775807",
          "-9223372036854775808",
          "9223372036854775808",
          "1e300",
          "-1E-300",
          "4.9E-324",
          "1.7976931348623157E308",
          "0.1",
          "0.00000001",
          "0.000000000000001",
          "123456.789",
          "12345678.12345678",
          "123456789012345.1",
          "100000000000000000000000000000000",
          "9007199254740993");

  private final SplittableRandom random;

  public RandomObjects(SplittableRandom random) {
    this.random = random;
  }

  /** An object of a random number of members. */
  public JsonObject object() {
    int size = SIZES[random.nextInt(SIZES.length)];
    boolean isLong = random.nextBoolean();
    JsonObject.Builder members = JsonObject.builder();
    for (int i = 0; i < size; i++) {
      // Names of a kind come in runs.
      isLong ^= random.nextInt(12) == 0;
      members.put(isLong ? longName(i) : name(i), value(random.nextInt(3)));
    }
    return members.build();
  }

  /** An object that is much like another: some members are gone, new, renamed or moved. */
  public JsonObject like(JsonObject other) {
    List<JsonObject.Member> members = new ArrayList<>();
    other.forEach(members::add);
    for (int left = random.nextInt(4); left > 0 && !members.isEmpty(); left--) {
      int place = random.nextInt(members.size());
      JsonObject.Member old = members.remove(place);
      switch (random.nextInt(4)) {
        case 0 -> members.add(random.nextInt(members.size() + 1), old);
        case 1 -> members.add(place, new JsonObject.Member(old.name() + "x", old.value()));
        case 2 -> members.add(place, new JsonObject.Member(name(place), old.value()));
        default -> {}
      }
    }
    JsonObject.Builder like = JsonObject.builder();
    for (JsonObject.Member member : members) {
      like.put(member.name(), random.nextBoolean() ? member.value() : value(random.nextInt(3)));
    }
    return like.build();
  }

  /** A name, which others may begin with. */
  public String name(int i) {
    return switch (random.nextInt(6)) {
      case 0 -> text();
      case 1 -> "n".repeat(random.nextInt(20));
      case 2 -> "name" + random.nextInt(4);
      default -> "p" + i;
    };
  }

  private String longName(int i) {
    return "property of the item ".substring(random.nextInt(7)) + i;
  }

  /** A value of any kind that nests no deeper than told, but for a few. */
  public JsonValue value(int depth) {
    return switch (random.nextInt(depth > 0 ? 10 : 7)) {
      case 0 -> JsonNull.NULL;
      case 1 -> JsonBoolean.of(random.nextBoolean());
      case 2, 3 -> number();
      case 4, 5, 6 -> JsonString.of(text());
      case 7 -> array(depth - 1, random.nextInt(5));
      case 8 -> random.nextInt(20) == 0 ? deep() : array(0, random.nextInt(40));
      default -> inner(depth - 1);
    };
  }

  private JsonArray array(int depth, int size) {
    List<JsonValue> elements = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      elements.add(value(depth));
    }
    return JsonArray.of(elements);
  }

  private JsonObject inner(int depth) {
    JsonObject.Builder members = JsonObject.builder();
    for (int left = random.nextInt(6); left > 0; left--) {
      members.put(name(left), value(depth));
    }
    return members.build();
  }

  private JsonValue deep() {
    JsonValue value = value(0);
    for (int left = 20 + random.nextInt(80); left > 0; left--) {
      value = random.nextBoolean() ? JsonArray.of(value) : JsonObject.of(text(), value);
    }
    return value;
  }

  public JsonNumber number() {
    return switch (random.nextInt(5)) {
      case 0 -> (JsonNumber) JsonReader.DEFAULT.read(NUMBERS.get(random.nextInt(NUMBERS.size())));
      case 1 -> JsonNumber.of(random.nextLong() >> random.nextInt(64));
      case 2 -> JsonNumber.of(random.nextInt(1_000_000) / Math.pow(10, random.nextInt(9)));
      case 3 -> JsonNumber.of(random.nextDouble(-1e20, 1e20));
      default -> JsonNumber.of(random.nextInt(-10, 1000));
    };
  }

  public String text() {
    return switch (random.nextInt(6)) {
      case 0 -> ODD_TEXTS.get(random.nextInt(ODD_TEXTS.size()));
      case 1 -> "x".repeat(random.nextInt(9)) + ODD_TEXTS.get(random.nextInt(ODD_TEXTS.size()));
      case 2 -> ODD_TEXTS.get(random.nextInt(ODD_TEXTS.size())) + "y".repeat(random.nextInt(40));
      case 3 -> "long text ".repeat(random.nextInt(12));
      default -> "abcdefghijklmnopqrstuvwxyz".substring(random.nextInt(26));
    };
  }
}
