package dev.partita.container.map;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.bytes.KeyRange;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.container.key.PartitionKey;
import dev.partita.container.key.PartitionKeyDefinition;
import dev.partita.json.JsonBoolean;
import dev.partita.json.JsonNull;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonReader;
import dev.partita.json.JsonString;
import dev.partita.json.JsonUndefined;
import dev.partita.json.JsonValue;
import dev.partita.partition.LogicalKey;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class PartitionSchemeTest {

  private static final PartitionScheme HASHED =
      new PartitionScheme.Hashed(PartitionKeyDefinition.hash("/a"));
  private static final PartitionScheme HIERARCHICAL =
      new PartitionScheme.Hashed(PartitionKeyDefinition.multiHash("/a", "/b", "/c"));
  private static final PartitionScheme RANGED = new PartitionScheme.Ranged();
  private static final PartitionScheme LISTED =
      new PartitionScheme.Listed(List.of("north", "south", "west"));
  private static final PartitionScheme FIXED = new PartitionScheme.Fixed(4);
  private static final PartitionScheme SINGLE = new PartitionScheme.Single();

  @Property(tries = 200)
  void findsEveryKeyOnTheAxisAndReadsItBack(
      @ForAll("schemes") PartitionScheme scheme,
      @ForAll("values") JsonValue value,
      @ForAll @IntRange(min = 1, max = 12) int partitions) {
    PartitionKey key = PartitionKey.of(value);
    PartitionMap map = PartitionMap.initial(scheme.initialRanges(partitions));

    LogicalKey logical = scheme.logicalKey(key);

    assertThat(map.owner(logical.position())).isNotNull();
    assertThat(scheme.partitionKey(logical)).isEqualTo(key);
    assertThat(scheme.positions(key).contains(logical.position())).isTrue();
    assertThat(scheme.logicalKey(scheme.partitionKey(logical))).isEqualTo(logical);
  }

  @Property(tries = 200)
  void holdsDescendantsOfAPrefixAndNoOthers(
      @ForAll("values") JsonValue a, @ForAll("values") JsonValue b, @ForAll("values") JsonValue c) {
    PartitionKey full = PartitionKey.of(a, b, c);
    byte[] position = HIERARCHICAL.logicalKey(full).position();

    for (int size = 1; size <= 3; size++) {
      assertThat(HIERARCHICAL.positions(full.prefix(size)).contains(position)).isTrue();
      PartitionKey rangedPrefix = full.prefix(size);
      assertThat(RANGED.positions(rangedPrefix).contains(RANGED.logicalKey(full).position()))
          .isTrue();
    }
    assertThat(HIERARCHICAL.positions(PartitionKey.of("elsewhere")).contains(position)).isFalse();
  }

  @Property(tries = 200)
  void keepsRangedKeysInOrder(@ForAll("values") JsonValue left, @ForAll("values") JsonValue right) {
    PartitionKey one = PartitionKey.of(left);
    PartitionKey other = PartitionKey.of(right);

    int order =
        Bytes.ORDER.compare(RANGED.logicalKey(one).position(), RANGED.logicalKey(other).position());

    assertThat(Integer.signum(order)).isEqualTo(Integer.signum(one.compareTo(other)));
  }

  @Test
  void beginsWithTheRangesThatItsKindHas() {
    assertThat(HASHED.initialRanges(5)).hasSize(5);
    assertThat(HIERARCHICAL.initialRanges(3)).hasSize(3);
    assertThat(RANGED.initialRanges(5)).containsExactly(KeyRange.ALL);
    assertThat(LISTED.initialRanges(1)).hasSize(3);
    assertThat(FIXED.initialRanges(1)).hasSize(4);
    assertThat(SINGLE.initialRanges(5)).containsExactly(KeyRange.ALL);
    for (PartitionScheme scheme : List.of(HASHED, RANGED, LISTED, FIXED, SINGLE)) {
      assertThat(PartitionMap.initial(scheme.initialRanges(7)).current()).isNotEmpty();
    }
  }

  @Test
  void givesNamesAndNumbersAPartitionEach() {
    PartitionMap names = PartitionMap.initial(LISTED.initialRanges(1));
    PartitionMap numbers = PartitionMap.initial(FIXED.initialRanges(1));

    assertThat(owner(names, LISTED, JsonString.of("north"))).isEqualTo(0);
    assertThat(owner(names, LISTED, JsonString.of("south"))).isEqualTo(1);
    assertThat(owner(names, LISTED, JsonString.of("west"))).isEqualTo(2);
    for (int i = 0; i < 4; i++) {
      assertThat(owner(numbers, FIXED, JsonNumber.of(i))).isEqualTo(i);
      assertThat(owner(numbers, FIXED, JsonNumber.of((double) i))).isEqualTo(i);
    }
  }

  @Test
  void refusesKeysThatItsKindDoesNotHave() {
    for (PartitionKey key :
        List.of(
            PartitionKey.of("east"),
            PartitionKey.of(JsonNumber.of(0)),
            PartitionKey.of(JsonString.of("north"), JsonString.of("south")),
            PartitionKey.EMPTY)) {
      assertFails(ErrorCode.BAD_REQUEST, () -> LISTED.logicalKey(key));
      assertFails(ErrorCode.BAD_REQUEST, () -> LISTED.positions(key));
    }
    for (JsonValue value :
        List.of(
            JsonNumber.of(-1),
            JsonNumber.of(4),
            JsonNumber.of(1.5),
            JsonNumber.of(1e300),
            JsonString.of("1"),
            JsonNull.NULL,
            JsonUndefined.UNDEFINED)) {
      assertFails(ErrorCode.BAD_REQUEST, () -> FIXED.logicalKey(PartitionKey.of(value)));
    }
  }

  @Test
  void refusesDefinitionsWithoutPartitions() {
    assertFails(ErrorCode.BAD_REQUEST, () -> new PartitionScheme.Fixed(0));
    assertFails(ErrorCode.BAD_REQUEST, () -> new PartitionScheme.Listed(List.of()));
    assertFails(ErrorCode.BAD_REQUEST, () -> new PartitionScheme.Listed(List.of("a", "a")));
  }

  @Test
  void isStoredAndReadAgain() {
    for (PartitionScheme scheme : List.of(HASHED, HIERARCHICAL, RANGED, LISTED, FIXED, SINGLE)) {
      JsonObject stored = (JsonObject) JsonReader.DEFAULT.read(scheme.toJson().toString());
      assertThat(PartitionScheme.fromJson(stored)).isEqualTo(scheme);
    }
    assertFails(ErrorCode.CORRUPT, () -> PartitionScheme.fromJson(JsonObject.EMPTY));
    assertFails(
        ErrorCode.CORRUPT,
        () -> PartitionScheme.fromJson(JsonObject.builder().put("kind", "spiral").build()));
    assertFails(
        ErrorCode.CORRUPT,
        () -> PartitionScheme.fromJson(JsonObject.builder().put("kind", "fixed").build()));
  }

  @Test
  void knowsTheMiddleOfAHashedRangeOnly() {
    for (KeyRange range : HASHED.initialRanges(3)) {
      byte[] middle = HASHED.midpoint(range).orElseThrow();
      assertThat(range.contains(middle)).isTrue();
      assertThat(middle).isNotEqualTo(range.start());
    }
    for (PartitionScheme scheme : List.of(RANGED, LISTED, FIXED, SINGLE)) {
      assertThat(scheme.midpoint(scheme.initialRanges(1).getFirst())).isEmpty();
    }
  }

  @Provide
  Arbitrary<PartitionScheme> schemes() {
    return Arbitraries.of(HASHED, RANGED, SINGLE);
  }

  @Provide
  Arbitrary<JsonValue> values() {
    return Arbitraries.oneOf(
        Arbitraries.strings().ofMaxLength(5).filter(PartitionSchemeTest::whole).map(JsonString::of),
        Arbitraries.strings().withChars('\0', '\u0001', 'a').ofMaxLength(4).map(JsonString::of),
        Arbitraries.doubles().map(JsonNumber::of),
        Arbitraries.of(
            JsonNull.NULL, JsonBoolean.TRUE, JsonBoolean.FALSE, JsonUndefined.UNDEFINED));
  }

  /** A text that UTF-8 can hold. */
  private static boolean whole(String text) {
    return text.chars().noneMatch(c -> Character.isSurrogate((char) c));
  }

  private static int owner(PartitionMap map, PartitionScheme scheme, JsonValue value) {
    return map.owner(scheme.logicalKey(PartitionKey.of(value)).position()).number();
  }

  private static void assertFails(ErrorCode code, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            DatabaseException.class, failure -> assertThat(failure.code()).isEqualTo(code));
  }
}
