package dev.partita.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.json.JsonArray;
import dev.partita.json.JsonBoolean;
import dev.partita.json.JsonNull;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Documents of all shapes that other APIs put into a table, read one by one and all together. */
class ForeignDocumentsTest {

  private static final int SEEDS = Integer.getInteger("partita.fuzz.seeds", 40);
  private static final long FIRST_SEED = Long.getLong("partita.fuzz.first", 1);
  private static final int DOCUMENTS = 12;

  private static final List<String> NAMES =
      List.of(
          "",
          "$",
          "$$",
          "$t",
          "$v",
          "a",
          "A",
          "aa",
          "b",
          "ttl2",
          "_ts2",
          "a\"b",
          "a\\",
          "é",
          "\uD83D\uDE00",
          "\u0001",
          "a b",
          "Timestamp",
          "PartitionKey",
          "RowKey",
          "a name of fourteen characters or more",
          "another name of many characters");

  private static final List<String> TEXTS =
      List.of(
          "",
          "x",
          "12",
          "-0",
          "+7",
          "007",
          "9223372036854775807",
          "9223372036854775808",
          "NaN",
          "quote \" and \\",
          "é",
          "\u0000",
          "}",
          ",",
          "2026-01-01T00:00:00Z",
          "0638000000000000000",
          "long ".repeat(40));

  private SplittableRandom random = new SplittableRandom();

  @Test
  void areTheSameWhicheverWayTheyAreRead() {
    for (long seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed++) {
      try (Api api = Api.withTable(TableForm.COSMOS)) {
        random = new SplittableRandom(seed);
        compare(api);
      } catch (RuntimeException | AssertionError e) {
        throw new AssertionError("seed " + seed, e);
      }
    }
  }

  private void compare(Api api) {
    List<JsonObject.Member> usual = members();
    for (int i = 0; i < DOCUMENTS; i++) {
      api.store(document("r" + i, usual).toString().replace("'", "\\u0027"));
    }
    for (String level : List.of("nometadata", "minimalmetadata", "fullmetadata")) {
      String[] accept = {"Accept", "application/json;odata=" + level};
      List<JsonValue> rows = new ArrayList<>();
      ((JsonArray) api.get("/tab()", accept).is(200).json().at("value")).forEach(rows::add);
      assertThat(rows).hasSize(DOCUMENTS);
      for (JsonValue row : rows) {
        String key = ((JsonString) ((JsonObject) row).at("RowKey")).value();
        JsonObject single =
            api.get("/tab(PartitionKey='p',RowKey='" + key + "')", accept).is(200).json();
        assertThat(row).hasToString(single.without("odata.metadata").toString());
      }
    }
    for (String filter : List.of("a eq 1", "aa gt 'x'", "b ne 5L", "a eq true and b lt 2.5")) {
      api.query(filter).is(200);
    }
  }

  /** A document whose members are mostly the usual ones. */
  private JsonObject document(String rowKey, List<JsonObject.Member> usual) {
    List<JsonObject.Member> members = new ArrayList<>(usual);
    for (int left = random.nextInt(4); left > 0 && !members.isEmpty(); left--) {
      members.remove(random.nextInt(members.size()));
      members.addAll(random.nextInt(members.size() + 1), members().stream().limit(1).toList());
    }
    members.add(
        random.nextInt(members.size() + 1), new JsonObject.Member("id", JsonString.of(rowKey)));
    members.add(
        random.nextInt(members.size() + 1), new JsonObject.Member("$pk", JsonString.of("p")));
    JsonObject.Builder document = JsonObject.builder();
    for (JsonObject.Member member : members) {
      document.put(member.name(), random.nextInt(3) == 0 ? value(1) : member.value());
    }
    return document.put("id", rowKey).put("$pk", "p").build();
  }

  private List<JsonObject.Member> members() {
    List<JsonObject.Member> members = new ArrayList<>();
    for (int left = random.nextInt(3) == 0 ? 70 : random.nextInt(12); left >= 0; left--) {
      String name = left > 20 ? "p" + random.nextInt(100) : NAMES.get(random.nextInt(NAMES.size()));
      members.add(new JsonObject.Member(name, value(1)));
    }
    return members;
  }

  private JsonValue value(int depth) {
    return switch (random.nextInt(depth == 0 ? 6 : 10)) {
      case 0 -> JsonNull.NULL;
      case 1 -> JsonBoolean.of(random.nextBoolean());
      case 2 -> JsonNumber.of(random.nextInt(-3, 1000));
      case 3 -> number();
      case 4, 5 -> JsonString.of(TEXTS.get(random.nextInt(TEXTS.size())));
      case 6 -> JsonArray.of(value(0), JsonObject.of("}", value(0)));
      case 7 -> JsonObject.of(NAMES.get(random.nextInt(NAMES.size())), value(0));
      default -> typed();
    };
  }

  private JsonNumber number() {
    return switch (random.nextInt(3)) {
      case 0 -> JsonNumber.of(random.nextLong() >> random.nextInt(64));
      case 1 -> JsonNumber.of(random.nextDouble(-1e10, 1e10));
      default -> JsonNumber.of(-0.0);
    };
  }

  /** A value that is marked with a type, which may not be its own. */
  private JsonObject typed() {
    JsonObject.Builder typed = JsonObject.builder();
    JsonNumber code = JsonNumber.of(random.nextInt(20));
    if (random.nextBoolean()) {
      typed.put("$t", code).put("$v", value(0));
    } else {
      typed.put("$v", value(0)).put("$t", code);
    }
    return random.nextInt(6) == 0 ? typed.put("more", value(0)).build() : typed.build();
  }
}
