package dev.partita.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * A table of members is a map that keeps the order of insertion, with few members and with many.
 */
class MembersTest {

  @Test
  void isALinkedHashMap() {
    SplittableRandom random = new SplittableRandom(1);
    for (int round = 0; round < 500; round++) {
      Map<String, JsonValue> expected = new LinkedHashMap<>();
      Members members = new Members(random.nextInt(5));
      int names = 1 + random.nextInt(60);
      for (int step = random.nextInt(200); step > 0; step--) {
        String name = "name" + random.nextInt(names);
        JsonValue value = JsonNumber.of(step);
        switch (random.nextInt(8)) {
          case 0 -> remove(members, expected, name);
          case 1 ->
              assertThat(members.add(name, value))
                  .isEqualTo(expected.putIfAbsent(name, value) == null);
          case 2 -> members = members.copy();
          default -> {
            members.put(name, value);
            expected.put(name, value);
          }
        }
      }
      assertSame(members, expected, names);
    }
  }

  private static void remove(Members members, Map<String, JsonValue> expected, String name) {
    int position = members.position(name);
    assertThat(position >= 0).isEqualTo(expected.remove(name) != null);
    if (position >= 0) {
      members.remove(position);
    }
  }

  private static void assertSame(Members members, Map<String, JsonValue> expected, int names) {
    assertThat(members.size()).isEqualTo(expected.size());
    int position = 0;
    for (Map.Entry<String, JsonValue> member : expected.entrySet()) {
      assertThat(members.name(position)).isEqualTo(member.getKey());
      assertThat(members.value(position)).isEqualTo(member.getValue());
      assertThat(members.position(member.getKey())).isEqualTo(position++);
    }
    for (int i = 0; i < names; i++) {
      assertThat(members.position("name" + i) >= 0).isEqualTo(expected.containsKey("name" + i));
    }
  }
}
