package dev.partita.table.edm;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.json.JsonReader;
import dev.partita.json.JsonWriter;
import java.util.List;
import java.util.UUID;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Provide;

class EntityDocumentTest {

  private static Arbitrary<String> texts() {
    return Arbitraries.oneOf(
        Arbitraries.strings().withCharRange(' ', '~').ofMaxLength(40),
        Arbitraries.strings().withChars("a\"\\/\n\t\u0001\u007f é€?").ofMaxLength(20),
        Arbitraries.of("😀", "", "x".repeat(100) + "\""));
  }

  @Provide
  Arbitrary<EdmValue> values() {
    return Arbitraries.oneOf(
        texts().map(EdmValue.Text::new),
        Arbitraries.integers().map(EdmValue.Int32::new),
        Arbitraries.longs().map(EdmValue.Int64::new),
        Arbitraries.doubles().map(EdmValue.Real::new),
        Arbitraries.of(Double.NaN, Double.NEGATIVE_INFINITY, -0.0, 1e300, 5.0)
            .map(EdmValue.Real::new),
        Arbitraries.of(true, false).map(EdmValue.Flag::new),
        Arbitraries.longs().between(0, Long.MAX_VALUE).map(EdmValue.Moment::new),
        Arbitraries.create(UUID::randomUUID).map(EdmValue.Guid::new),
        Arbitraries.bytes().array(byte[].class).ofMaxSize(20).map(EdmValue.Binary::new));
  }

  @Provide
  Arbitrary<List<Property>> properties() {
    Arbitrary<String> names = Arbitraries.of("a", "b", "Name", "ttl", "_ts", "id", "_rid", "é");
    return Combinators.combine(names, values())
        .as(Property::new)
        .list()
        .uniqueElements(Property::name)
        .ofMaxSize(5);
  }

  @net.jqwik.api.Property
  void theTextIsThatOfTheValues(
      @ForAll("keys") String key,
      @ForAll("keys") String row,
      @ForAll("properties") List<Property> properties) {
    String text = new String(DocumentText.of(key, row, properties), UTF_8);

    assertThat(text).isEqualTo(JsonWriter.text(EntityDocument.members(key, row, properties)));
    assertThat(EntityDocument.of(key, row, properties))
        .isEqualTo(JsonReader.DEFAULT.read(text))
        .hasToString(text);
  }

  @Provide
  Arbitrary<String> keys() {
    return texts();
  }
}
