package dev.partita.container.key;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.hash.Murmur3;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonReader;
import dev.partita.json.JsonString;
import dev.partita.json.JsonUndefined;
import dev.partita.json.JsonValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * The hashes that a client's own test suite lists, if the shared cases lie beside the repository.
 * They are the bare hashes of each component, before any bit is cleared or string cut.
 */
class PublishedHashVectorsTest {

  /** Tests run in the folder of their module, two levels below the root of the repository. */
  private static final Path VECTORS = Path.of("../../../shared/cases/sql/pk-hash-vectors.jsonl");

  /** Doubles that JSON cannot express: listed as strings, but hashed as the numbers. */
  private static final Map<String, Long> NOT_JSON =
      Map.of(
          "\"NaN\"", 0xFFF8000000000000L,
          "\"Infinity\"", Double.doubleToRawLongBits(Double.POSITIVE_INFINITY),
          "\"-Infinity\"", Double.doubleToRawLongBits(Double.NEGATIVE_INFINITY));

  @Test
  void hashesAgree() throws IOException {
    assumeTrue(Files.exists(VECTORS), () -> "There are no shared cases at " + VECTORS);
    List<String> lines = Files.readAllLines(VECTORS);
    assertThat(lines).hasSizeGreaterThan(20);
    for (String line : lines) {
      JsonObject vector = JsonReader.DEFAULT.readObject(line.getBytes(UTF_8));
      String value = text(vector, "partitionKeyValue");
      Long notJson = NOT_JSON.get(value);
      if (notJson != null) {
        byte[] component = component(notJson);
        Murmur3.Hash128 hash = Murmur3.hash128(component);
        assertThat("%032X".formatted(Murmur3.hash32(component)))
            .as(line)
            .isEqualTo(text(vector, "hashV1"));
        assertThat("%016X%016X".formatted(hash.h2(), hash.h1()))
            .as(line)
            .isEqualTo(text(vector, "hashV2"));
        continue;
      }
      List<JsonValue> components = components(value);
      assertThat(hashesV1(components)).as(line).isEqualTo(text(vector, "hashV1"));
      assertThat(hashesV2(components)).as(line).isEqualTo(text(vector, "hashV2"));
    }
  }

  private static byte[] component(long bits) {
    byte[] component = new byte[9];
    component[0] = 0x05;
    Bytes.writeLong(component, 1, Long.reverseBytes(bits));
    return component;
  }

  private static String hashesV1(List<JsonValue> components) {
    return components.stream()
        .map(component -> "%032X".formatted(ClientEncoding.murmurV1(List.of(component))))
        .collect(Collectors.joining());
  }

  private static String hashesV2(List<JsonValue> components) {
    return components.stream()
        .map(component -> Bytes.hex(ClientEncoding.murmurV2(List.of(component))))
        .collect(Collectors.joining());
  }

  private static List<JsonValue> components(String value) {
    if (value.equals("UNDEFINED")) {
      return List.of(JsonUndefined.UNDEFINED);
    }
    return switch (JsonReader.DEFAULT.read(value)) {
      case JsonArray array -> array.elements();
      case JsonValue single -> List.of(single);
    };
  }

  private static String text(JsonObject vector, String name) {
    return ((JsonString) vector.at(name)).value();
  }
}
