package dev.partita.container.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.json.JsonBoolean;
import dev.partita.json.JsonNull;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonReader;
import dev.partita.json.JsonString;
import dev.partita.json.JsonUndefined;
import dev.partita.json.JsonValue;
import java.util.Comparator;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PartitionKeyTest {

  @Test
  void readsTheFormOfRequests() {
    assertThat(PartitionKey.parse("[\"x\",5.0,true,null,{}]").components())
        .containsExactly(
            JsonString.of("x"),
            JsonNumber.of(5),
            JsonBoolean.TRUE,
            JsonNull.NULL,
            JsonUndefined.UNDEFINED);
    assertThat(PartitionKey.parse("[]")).isEqualTo(PartitionKey.EMPTY);
    assertThat(PartitionKey.parse("[\"\\u00E9\"]")).isEqualTo(PartitionKey.of("é"));
    assertThat(PartitionKey.parse("[1.0E10]")).isEqualTo(PartitionKey.parse("[10000000000]"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\"x\"", "{}", "[", "[[]]", "[{\"a\":1}]", "[\"x\"] 1", "x"})
  void refusesOtherForms(String text) {
    assertThatThrownBy(() -> PartitionKey.parse(text))
        .isInstanceOfSatisfying(
            DatabaseException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.BAD_REQUEST));
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = ';',
      value = {
        "[{}]; 00",
        "[null]; 01",
        "[false]; 02",
        "[true]; 03",
        "[0]; 058000000000000000",
        "[-0.0]; 057FFFFFFFFFFFFFFF",
        "[5]; 05C014000000000000",
        "[-1]; 05400FFFFFFFFFFFFF",
        "[\"\"]; 080001",
        "[\"ab\"]; 0861620001",
        "[\"\\u0000\"]; 0800FF0001",
        "[\"t\",5]; 0874000105C014000000000000",
        "[]; ``",
      })
  void encodesAsDocumented(String key, String hex) {
    assertThat(Bytes.hex(PartitionKey.parse(key).encoded())).isEqualTo(hex);
  }

  @Test
  void numbersBeyondTheRangeOfExactIntegersMeetTheNearestDouble() {
    assertThat(PartitionKey.parse("[9007199254740993]"))
        .isEqualTo(PartitionKey.parse("[9007199254740992]"));
    assertThat(PartitionKey.parse("[9007199254740993]")).hasToString("[9007199254740992]");
  }

  @Test
  void objectsAndArraysCountAsUndefined() {
    JsonValue object = JsonReader.DEFAULT.read("{\"a\":1}");
    JsonValue array = JsonReader.DEFAULT.read("[1]");
    assertThat(PartitionKey.of(object, array)).hasToString("[{},{}]");
  }

  @Test
  void refusesBytesThatAreNoKey() {
    for (String hex : List.of("04", "FF", "05", "0861", "08610002")) {
      assertThatThrownBy(() -> PartitionKey.decode(Bytes.fromHex(hex)))
          .isInstanceOfSatisfying(
              DatabaseException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT));
    }
  }

  @Property
  void decodesWhatItEncoded(@ForAll("keys") PartitionKey key) {
    PartitionKey decoded = PartitionKey.decode(key.encoded());
    assertThat(decoded).isEqualTo(key).hasSameHashCodeAs(key).hasToString(key.toString());
    PartitionKey read = PartitionKey.parse(key.toJson());
    assertThat(read).isEqualTo(key);
    assertThat(read.toJson()).isEqualTo(key.toJson());
  }

  @Property
  void encodingsOrderComponentByComponent(
      @ForAll("keys") PartitionKey left, @ForAll("keys") PartitionKey right) {
    int expected = order(left, right);
    assertThat(Integer.signum(left.compareTo(right))).isEqualTo(expected);
    assertThat(left.equals(right)).isEqualTo(expected == 0);
  }

  @Property
  void prefixesAreRecognised(@ForAll("keys") PartitionKey key, @ForAll("keys") PartitionKey other) {
    for (int size = 0; size <= key.size(); size++) {
      assertThat(key.prefix(size).isPrefixOf(key)).isTrue();
    }
    boolean expected = other.size() >= key.size() && order(other.prefix(key.size()), key) == 0;
    assertThat(key.isPrefixOf(other)).isEqualTo(expected);
  }

  @Provide
  Arbitrary<PartitionKey> keys() {
    return Components.any().list().ofMaxSize(3).map(PartitionKey::of);
  }

  /** The order of values, except that negative zero is below zero. */
  private static int order(PartitionKey left, PartitionKey right) {
    Comparator<JsonValue> components =
        (l, r) ->
            l instanceof JsonNumber a && r instanceof JsonNumber b
                ? Double.compare(a.doubleValue(), b.doubleValue())
                : JsonValue.ORDER.compare(l, r);
    for (int i = 0; i < Math.min(left.size(), right.size()); i++) {
      int order = components.compare(left.components().get(i), right.components().get(i));
      if (order != 0) {
        return Integer.signum(order);
      }
    }
    return Integer.compare(left.size(), right.size());
  }
}
