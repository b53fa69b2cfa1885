package dev.partita.container.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.error.DatabaseException;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonPath;
import dev.partita.json.JsonValue;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EffectivePartitionKeyTest {

  private static final PartitionKeyDefinition V1 = definition(PartitionKind.HASH, 1, "/a");
  private static final PartitionKeyDefinition V2 = definition(PartitionKind.HASH, 2, "/a");
  private static final PartitionKeyDefinition PAIR =
      definition(PartitionKind.MULTI_HASH, 2, "/a", "/b");

  /** Computed with a client's own code. */
  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "[\"a\"]; 3A5381E1114EB8D3FCC90795045B49B7; 05C1D78593652C086200",
        "[\"\"]; 32E9366E637A71B4E710384B2F4970A0; 05C1CF33970FF80800",
        "[5]; 19C08621B135968252FB34B4CF66F811; 05C1D9C1C5517C05C014",
        "[0]; 155B95BEDAC4B1E9EC1CDC9BB0DDDE58; 05C1BF6DA11560058000",
        "[-1]; 19938E7A936C1C5B9E3AE842BBC16839; 05C1D1A5BDDF9C054010",
        "[1.5]; 35C5DDEB6C795D16A9963C73C54E97BC; 05C1E9694167A805BFF8",
        "[null]; 378867E4430E67857ACE5C908374FE16; 05C1ED45D7475601",
        "[{}]; 11622DAA78F835834610ABE56EFF5CB5; 05C1D529E345DC00",
        "[true]; 0E711127C5B5A8E4726AC6DD306A3E59; 05C1D7C5A903D803",
        "[false]; 2FE1BE91E90A3439635E0E9E37361EF2; 05C1DB857D857C02",
        "[\"é\"]; 007199F104E04116EE25AF912CA4889B; 05C1B3CD91912008C4AA00",
        "[\"你好\"]; 004DC6466F1ECD29F3606AEBC7AFC317; 05C1D37361259408E5BEA1E6A6BE00",
        "[1e300]; 1234CB21048B20039B22F11DBB13CD7B; 05C1AB5FCFAF8005FE37F30F918103D738",
        "[\"partitionKey\"]; 013AEFCF77FA271571CF665A58C933F1;"
            + " 05C1E1B3D9CD2608716273756A756A706F4C667A00",
      },
      delimiter = ';')
  void agreesWithClients(String key, String v2, String v1) {
    assertThat(EffectivePartitionKey.of(V2, PartitionKey.parse(key))).hasToString(v2);
    assertThat(EffectivePartitionKey.of(V1, PartitionKey.parse(key))).hasToString(v1);
  }

  @Test
  void agreesWithClientsOnTwoPaths() {
    PartitionKeyDefinition together = definition(PartitionKind.HASH, 2, "/a", "/b");
    PartitionKeyDefinition togetherV1 = definition(PartitionKind.HASH, 1, "/a", "/b");
    assertThat(EffectivePartitionKey.of(together, PartitionKey.parse("[\"t\",\"u\"]")))
        .hasToString("041A55929A99E71FA42D753E7AD79935");
    assertThat(EffectivePartitionKey.of(PAIR, PartitionKey.parse("[\"t\",\"u\"]")))
        .hasToString("3B310042FC8EA24E4CB78FD8BFEDBAA729E7D08B5A25B26B4FB56A0F9A7E5DFD");
    assertThat(EffectivePartitionKey.of(togetherV1, PartitionKey.parse("[\"t\",5]")))
        .hasToString("05C1C789A305C808750005C014");
  }

  @Test
  void versionOneCutsLongStrings() {
    String hundred = "x".repeat(100);
    EffectivePartitionKey key = EffectivePartitionKey.of(V1, PartitionKey.of(hundred));
    assertThat(EffectivePartitionKey.of(V1, PartitionKey.of(hundred + "y"))).isEqualTo(key);
    assertThat(key.hex()).endsWith("08" + "79".repeat(100) + "00");
    // 50 characters of two bytes and one more are 101 bytes: written in full, but without an end.
    assertThat(EffectivePartitionKey.of(V1, PartitionKey.of("é".repeat(50) + "x")).hex())
        .endsWith("08" + "C4AA".repeat(50) + "79");
    assertThat(EffectivePartitionKey.of(V2, PartitionKey.of(hundred)))
        .isNotEqualTo(EffectivePartitionKey.of(V2, PartitionKey.of(hundred + "y")));
  }

  @Test
  void rangeKeysLieInTheOrderOfTheirValues() {
    PartitionKeyDefinition range = definition(PartitionKind.RANGE, 1, "/a", "/b");
    assertThat(EffectivePartitionKey.of(range, PartitionKey.parse("[\"a\",5]")))
        .hasToString("08620005C014");
    assertThat(EffectivePartitionKey.of(range, PartitionKey.parse("[{},true]")))
        .hasToString("0003");
  }

  @Test
  void bothZerosArePlacedApart() {
    PartitionKey negative = PartitionKey.of(JsonNumber.of(-0.0));
    assertThat(EffectivePartitionKey.of(V2, negative))
        .hasToString("3D018BB1DF3DB27235766E81FD10406E");
    assertThat(negative).isNotEqualTo(PartitionKey.parse("[0]"));
    assertThat(PartitionKey.parse("[-0.0]")).isEqualTo(negative);
  }

  @Test
  void prefixesOfHierarchicalKeysSpanTheirDescendants() {
    PartitionKey prefix = PartitionKey.of("t");
    PartitionKey full = PartitionKey.parse("[\"t\",\"u\"]");
    EffectivePartitionKeyRange range = EffectivePartitionKeyRange.of(PAIR, prefix);
    assertThat(range)
        .hasToString("[3B310042FC8EA24E4CB78FD8BFEDBAA7, 3B310042FC8EA24E4CB78FD8BFEDBAA7FF)");
    assertThat(range.contains(EffectivePartitionKey.of(PAIR, full))).isTrue();
    assertThat(range.contains(EffectivePartitionKeyRange.of(PAIR, full))).isTrue();
    assertThat(EffectivePartitionKeyRange.of(PAIR, PartitionKey.EMPTY))
        .isEqualTo(EffectivePartitionKeyRange.ALL);
  }

  @Test
  void refusesKeysThatDoNotFitTheDefinition() {
    assertThatThrownBy(() -> EffectivePartitionKey.of(V2, PartitionKey.parse("[1,2]")))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> EffectivePartitionKey.of(V2, PartitionKey.EMPTY))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> EffectivePartitionKey.of(PAIR, PartitionKey.parse("[1,2,3]")))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void readsAndWritesHexadecimalDigits() {
    assertThat(EffectivePartitionKey.parse("")).isEqualTo(EffectivePartitionKey.MIN);
    assertThat(EffectivePartitionKey.parse("ff")).isEqualTo(EffectivePartitionKey.MAX);
    assertThat(EffectivePartitionKey.parse("05c1").hex()).isEqualTo("05C1");
    assertThatThrownBy(() -> EffectivePartitionKey.parse("05C"))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("05C");
    assertThatThrownBy(() -> EffectivePartitionKey.parse("0x"))
        .isInstanceOf(DatabaseException.class);
  }

  @Property
  void ordersLikeItsDigits(@ForAll byte[] left, @ForAll byte[] right) {
    EffectivePartitionKey l = EffectivePartitionKey.of(left);
    EffectivePartitionKey r = EffectivePartitionKey.of(right);
    assertThat(Integer.signum(l.compareTo(r)))
        .isEqualTo(Integer.signum(l.hex().compareTo(r.hex())));
    assertThat(EffectivePartitionKey.parse(l.hex())).isEqualTo(l);
  }

  @Property
  void everyKeyHasItsPlaceInsideTheSpace(@ForAll("components") JsonValue component) {
    PartitionKey key = PartitionKey.of(component);
    for (PartitionKeyDefinition definition :
        List.of(V1, V2, definition(PartitionKind.RANGE, 1, "/a"))) {
      EffectivePartitionKey place = EffectivePartitionKey.of(definition, key);
      assertThat(EffectivePartitionKeyRange.ALL.contains(place)).isTrue();
      assertThat(EffectivePartitionKey.of(definition, PartitionKey.decode(key.encoded())))
          .isEqualTo(place);
      assertThat(EffectivePartitionKeyRange.point(place).contains(place)).isTrue();
    }
  }

  @Property
  void integersAndDoublesOfOneValueShareAPlace(@ForAll int value) {
    PartitionKey integer = PartitionKey.parse("[" + value + "]");
    PartitionKey decimal = PartitionKey.parse("[" + value + ".0]");
    assertThat(EffectivePartitionKey.of(V1, integer))
        .isEqualTo(EffectivePartitionKey.of(V1, decimal));
    assertThat(EffectivePartitionKey.of(V2, integer))
        .isEqualTo(EffectivePartitionKey.of(V2, decimal));
  }

  @Property
  void encodedNumbersOrderByValueAndCanBeRead(@ForAll double left, @ForAll double right) {
    byte[] l = ClientEncoding.number(left);
    byte[] r = ClientEncoding.number(right);
    assertThat(Integer.signum(Bytes.ORDER.compare(l, r)))
        .isEqualTo(left == right ? 0 : Double.compare(left, right));
    assertThat(ClientEncoding.leadingNumber(l)).isEqualTo(left);
  }

  @Provide
  Arbitrary<JsonValue> components() {
    return Components.any();
  }

  private static PartitionKeyDefinition definition(
      PartitionKind kind, int version, String... paths) {
    return new PartitionKeyDefinition(
        List.of(paths).stream().map(JsonPath::parse).toList(), kind, version, false);
  }
}
