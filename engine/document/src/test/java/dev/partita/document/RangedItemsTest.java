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

  private final Fixture fixture = new Fixture(EngineLimits.defaults());
  private final Items items =
      fixture.items(ContainerDefinition.of("ranged", new PartitionScheme.Ranged()));

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
  void changesWhatIsThereAndCreatesWhatIsNot() {
    JsonObject one = document("1").toBuilder().put("n", 1).build();
    for (int i = 0; i < 3; i++) {
      items.changeOrCreate(pk("a"), one, RangedItemsTest::increment);
    }
    items.change(pk("a"), "1", RangedItemsTest::increment, Precondition.ifMatch("*"));
    assertThat(items.read(pk("a"), "1").requireItem().document().at("n"))
        .isEqualTo(JsonNumber.of(4));
    assertFails(
        ErrorCode.NOT_FOUND,
        () -> items.change(pk("a"), "2", RangedItemsTest::increment, Precondition.NONE));
  }

  @Test
  void changesInBatchesWithinTheLimitGiven() {
    JsonObject one = document("1").toBuilder().put("n", 1).build();
    List<BatchOperation> operations =
        List.of(
            new BatchOperation.ChangeOrCreate(one, RangedItemsTest::increment),
            new BatchOperation.Change("1", RangedItemsTest::increment, Precondition.NONE));
    assertThat(items.batch(pk("a"), operations).succeeded()).isTrue();
    assertThat(items.read(pk("a"), "1").requireItem().document().at("n"))
        .isEqualTo(JsonNumber.of(2));
    assertFails(
        ErrorCode.TOO_LARGE, () -> items.batch(pk("a"), operations, BatchLimits.ofBytes(10)));
  }

  private static JsonObject increment(JsonObject document) {
    long next = ((JsonNumber) document.at("n")).longValue() + 1;
    return document.toBuilder().put("n", next).build();
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
