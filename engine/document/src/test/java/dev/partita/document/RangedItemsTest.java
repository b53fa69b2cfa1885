package dev.partita.document;

import static dev.partita.document.Fixture.pk;
import static dev.partita.testkit.Expect.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.base.bytes.KeyRange;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.container.EngineLimits;
import dev.partita.container.catalogue.ContainerDefinition;
import dev.partita.container.key.PartitionKey;
import dev.partita.container.map.PartitionScheme;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Items whose keys and ids are kept in order, and the changes that any items can have. */
class RangedItemsTest {

  private final Fixture fixture = open(EngineLimits.defaults());
  private final Items items =
      fixture.items(ContainerDefinition.of("ranged", new PartitionScheme.Ranged()));

  /** The engine that is asked, which leads. */
  Fixture open(EngineLimits limits) {
    return new Fixture(limits);
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void keepsKeysAndIdsInTheOrderOfTheirUnits() {
    for (String key : List.of("b", "\uFFFD", "\uD83D\uDE00", "a")) {
      for (String id : List.of("\uFFFD", "\uD83D\uDE00", "", "z")) {
        items.create(pk(key), document(id));
      }
    }
    assertThat(names(items.reader().places(KeyRange.ALL)))
        .containsExactly(
            "a/",
            "a/z",
            "a/\uD83D\uDE00",
            "a/\uFFFD",
            "b/",
            "b/z",
            "b/\uD83D\uDE00",
            "b/\uFFFD",
            "\uD83D\uDE00/",
            "\uD83D\uDE00/z",
            "\uD83D\uDE00/\uD83D\uDE00",
            "\uD83D\uDE00/\uFFFD",
            "\uFFFD/",
            "\uFFFD/z",
            "\uFFFD/\uD83D\uDE00",
            "\uFFFD/\uFFFD");
    assertThat(
            names(
                new KeyRange(
                    items.reader().place(pk("b"), "z"), items.reader().places(pk("b")).end())))
        .containsExactly("b/z", "b/\uD83D\uDE00", "b/\uFFFD");
    assertThat(items.read(pk("a"), "").requireItem().document().at("id").toString())
        .isEqualTo("\"\"");
  }

  @Test
  void givesVersionsOfTheSameMillisecondDifferentTimes() {
    long first = items.create(pk("a"), document("1")).requireItem().ticks();
    long second =
        items.upsert(pk("a"), document("1"), Precondition.ifTicks(first)).requireItem().ticks();
    assertThat(second).isGreaterThan(first);
    assertFails(
        ErrorCode.PRECONDITION_FAILED,
        () -> items.delete(pk("a"), "1", Precondition.ifTicks(first)));
    items.delete(pk("a"), "1", Precondition.ifTicks(second));
    assertThat(items.create(pk("a"), document("1")).requireItem().ticks()).isGreaterThan(second);
  }

  @Test
  void mergesIntoWhatIsThereAndCreatesWhatIsNot() {
    items.carryOut(pk("a"), new ItemOperation.MergeOrCreate(with("n", 1), null));
    items.carryOut(pk("a"), new ItemOperation.MergeOrCreate(with("m", 2), null));
    items.carryOut(pk("a"), merge("1", with("n", 3)));

    JsonObject merged = items.read(pk("a"), "1").requireItem().document();
    assertThat(merged.toString()).startsWith("{\"id\":\"1\",\"n\":3,\"m\":2,\"_rid\":");
    assertFails(ErrorCode.NOT_FOUND, () -> items.carryOut(pk("a"), merge("2", json("{'n':1}"))));
    assertFails(
        ErrorCode.BAD_REQUEST, () -> items.carryOut(pk("a"), merge("1", json("{'id':'2'}"))));
  }

  @Test
  void mergesNoMoreThanTheLimits() {
    JsonObject entity =
        json("{'id':'1','$id':'1','$pk':'a','p':{'$t':2,'$v':'text'},'q':{'$t':16,'$v':7}}");
    items.create(pk("a"), entity);
    ItemOperation more =
        new ItemOperation.MergeOrCreate(
            json("{'id':'1','r':{'$t':0,'$v':'g'}}"), new EntityLimits(2, 1_000));
    assertFails(ErrorCode.TOO_LARGE, () -> items.carryOut(pk("a"), more));

    // 4 and two for each letter of the keys; for a property 8, two for each letter of its name,
    // and what its type takes.
    int size = 4 + 2 + 2 + (8 + 2 + 4 + 8) + (8 + 2 + 4);
    assertFails(
        ErrorCode.TOO_LARGE,
        () -> items.carryOut(pk("a"), merge("1", new EntityLimits(2, size - 1))));
    items.carryOut(pk("a"), merge("1", new EntityLimits(2, size)));
  }

  private static ItemOperation merge(String id, JsonObject members) {
    return new ItemOperation.Merge(id, members, null, Precondition.ifMatch("*"));
  }

  private static ItemOperation merge(String id, EntityLimits limits) {
    JsonObject same = json("{'p':{'$t':2,'$v':'text'}}");
    return new ItemOperation.Merge(id, same, limits, Precondition.NONE);
  }

  private static JsonObject with(String name, int value) {
    return document("1").toBuilder().put(name, value).build();
  }

  @Test
  void mergesInBatchesWithinTheLimitGiven() {
    List<ItemOperation> operations =
        List.of(new ItemOperation.MergeOrCreate(with("n", 1), null), merge("1", with("n", 2)));
    assertThat(items.batch(pk("a"), operations).succeeded()).isTrue();
    assertThat(items.read(pk("a"), "1").requireItem().document().at("n"))
        .isEqualTo(JsonNumber.of(2));
    assertFails(
        ErrorCode.TOO_LARGE, () -> items.batch(pk("a"), operations, BatchLimits.ofBytes(10)));
  }

  private static JsonObject document(String id) {
    return json("{}").toBuilder().put("id", id).build();
  }

  private List<String> names(KeyRange places) {
    List<String> names = new ArrayList<>();
    try (ItemScan scan = items.reader().scan(items.reader().newest(), places, null)) {
      while (scan.next()) {
        PartitionKey key =
            items.container().definition().scheme().partitionKey(scan.name().logical());
        String text = key.toJson();
        names.add(text.substring(2, text.length() - 2) + "/" + scan.name().idText());
      }
    }
    return names;
  }

  private static void assertFails(ErrorCode code, Runnable call) {
    assertThatThrownBy(call::run)
        .isInstanceOfSatisfying(DatabaseException.class, e -> assertThat(e.code()).isEqualTo(code));
  }
}
