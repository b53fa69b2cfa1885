package dev.partita.bson;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.time.ManualClock;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class BsonDocumentTest {

  @Test
  void fieldsAreFoundByNameAndIteratedInOrder() {
    BsonDocument document =
        BsonDocument.builder()
            .put("b", 1)
            .startArray("a")
            .add(BsonValue.string("x"))
            .startDocument()
            .put("deep", true)
            .end()
            .end()
            .put("b", 2L)
            .build();
    assertThat(document.toString())
        .isEqualTo("{\"b\": 1, \"a\": [\"x\", {\"deep\": true}], \"b\": 2}");
    assertThat(document.get("b")).isEqualTo(BsonValue.int32(1));
    assertThat(document.get("c")).isNull();
    assertThat(document.stream().map(BsonElement::name)).containsExactly("b", "a", "b");
    assertThat(BsonDocument.read(document.toBytes())).isEqualTo(document);
  }

  @Test
  void pathsSearchArraysAsQueriesDo() {
    BsonDocument document =
        ExtendedJson.parse(
            "{\"a\":[{\"b\":[1,2]},{\"c\":0},5,[{\"b\":9}]],\"x\":{\"y\":3},\"e\":[]}");
    assertThat(visited("a.b", document)).containsExactly("1@0", "2@0", "[1, 2]@0", "nothing@1");
    assertThat(visited("a.3.b", document)).containsExactly("nothing@0", "nothing@1", "9@3");
    assertThat(visited("a.2", document)).containsExactly("nothing@0", "nothing@1", "5@2");
    assertThat(visited("x.y", document)).containsExactly("3@-1");
    assertThat(visited("x.y.z", document)).containsExactly("nothing@-1");
    assertThat(visited("e", document)).containsExactly("[]@-1");
    assertThat(visited("e.b", document)).isEmpty();
    assertThat(BsonPath.of("a.0.b.1").resolve(document)).isEqualTo(BsonValue.int32(2));
    assertThat(BsonPath.of("a.b").resolve(document)).isNull();
  }

  private static List<String> visited(String path, BsonDocument document) {
    List<String> visited = new ArrayList<>();
    BsonPath.of(path)
        .visit(
            document,
            (value, index) -> visited.add((value == null ? "nothing" : value) + "@" + index));
    return visited;
  }

  @Test
  void bytesThatAreNoDocumentAreRefusedWithTheOffset() {
    refused("", 0);
    refused("0500000001", 4);
    refused("0600000000", 0);
    refused("0C0000001061000100000000", null);
    refused("0C0000001061000100000001", 11);
    refused("0C0000000361000400000000", 7);
    refused("0D0000000261000100000041", 0);
    refused("0E00000002610002000000410100", 12);
    refused("0E00000002610002000000FF0000", 11);
    refused("090000000861000200", 7);
    refused("080000004461000000", 0);
    refused("0800000044610000", 4);
    refused("0D000000056100FFFFFFFF0000", 7);
  }

  private static void refused(String hex, @org.jspecify.annotations.Nullable Integer offset) {
    byte[] bytes = Bytes.fromHex(hex);
    if (offset == null) {
      BsonDocument.read(bytes);
      return;
    }
    assertThatThrownBy(() -> BsonDocument.read(bytes))
        .isInstanceOfSatisfying(
            DatabaseException.class,
            e -> assertThat(e.context().get("offset")).as(hex).isEqualTo(offset));
  }

  @Test
  void documentsNestUpToTheLimit() {
    assertThat(BsonDocument.read(nested(BsonValidator.MAX_DEPTH)).isEmpty()).isFalse();
    assertThatThrownBy(() -> BsonDocument.read(nested(BsonValidator.MAX_DEPTH + 1)))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("200");
  }

  private static byte[] nested(int depth) {
    BsonBuilder builder = BsonDocument.builder();
    for (int i = 1; i < depth; i++) {
      builder.startDocument("a");
    }
    for (int i = 1; i < depth; i++) {
      builder.end();
    }
    return builder.build().toBytes();
  }

  @Property(tries = 2000)
  void damagedBytesAreRefusedOrReadable(@ForAll long seed) {
    Random random = new Random(seed);
    byte[] bytes = new RandomValues(seed).document(3).toBytes();
    for (int i = random.nextInt(4); i >= 0; i--) {
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
    }
    BsonDocument document;
    try {
      document = BsonDocument.read(bytes);
    } catch (DatabaseException _) {
      return;
    }
    readAll(document);
  }

  /** Touches all that there is. */
  static void readAll(BsonDocument document) {
    BsonBuilder copy = BsonDocument.builder();
    for (BsonElement element : document) {
      copy.put(element.name(), element.value());
    }
    BsonDocument copied = copy.build();
    assertThat(copied).isEqualTo(document);
    assertThat(BsonOrder.SIMPLE.compare(document.toValue(), document.toValue())).isZero();
    assertThat(BsonOrder.SIMPLE.hash(document.toValue()))
        .isEqualTo(BsonOrder.SIMPLE.hash(copied.toValue()));
    byte[] key = BsonKeyWriter.key(document.toValue());
    assertThat(BsonOrder.SIMPLE.equal(new BsonKeyReader(key).next(), document.toValue())).isTrue();
  }

  @Property(tries = 1000)
  void extendedJsonIsReadAsItWasWritten(@ForAll long seed) {
    BsonDocument document = BsonDocument.of("v", new RandomValues(seed).next(2));
    BsonDocument read = ExtendedJson.parse(ExtendedJson.canonical(document));
    assertThat(ExtendedJson.canonical(read)).isEqualTo(ExtendedJson.canonical(document));
  }

  @Test
  void extendedJsonHasTwoForms() {
    BsonDocument document = BsonDocument.builder().put("i", 1).put("l", 2L).put("d", 1.5).build();
    assertThat(ExtendedJson.canonical(document))
        .isEqualTo(
            "{\"i\": {\"$numberInt\": \"1\"}, \"l\": {\"$numberLong\": \"2\"},"
                + " \"d\": {\"$numberDouble\": \"1.5\"}}");
    assertThat(ExtendedJson.relaxed(document)).isEqualTo("{\"i\": 1, \"l\": 2, \"d\": 1.5}");
    assertThatThrownBy(() -> ExtendedJson.parse("{\"a\":")).isInstanceOf(DatabaseException.class);
    assertThatThrownBy(() -> ExtendedJson.parse("{\"a\":".repeat(100_000)))
        .isInstanceOf(DatabaseException.class);
  }

  @Test
  void objectIdsAreUniqueAndSortByTime() {
    ManualClock clock = new ManualClock(1_700_000_000_000L);
    ObjectIds ids = new ObjectIds(clock, new Random(7));
    BsonValue first = ids.next();
    clock.advanceMillis(1000);
    Set<BsonValue> seen = new HashSet<>();
    for (int i = 0; i < 1000; i++) {
      BsonValue id = ids.next();
      assertThat(BsonOrder.SIMPLE.compare(first, id)).isNegative();
      seen.add(id);
    }
    assertThat(seen).hasSize(1000);
    assertThat(first.asObjectId().getTimestamp()).isEqualTo(1_700_000_000);
  }
}
