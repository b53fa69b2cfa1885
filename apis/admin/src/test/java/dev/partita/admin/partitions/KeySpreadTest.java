package dev.partita.admin.partitions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.admin.partitions.KeySpread.Keys;
import dev.partita.admin.partitions.KeySpread.LargestKey;
import dev.partita.admin.partitions.KeySpread.Part;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** The verdict on a partition key, by what the partitions hold. */
class KeySpreadTest {

  private static final long LIMIT = 20_000_000;

  /** Partitions from pairs of a part of the hashes and bytes, in percent. */
  private static List<Part> parts(double... widthsAndBytes) {
    List<Part> parts = new ArrayList<>();
    for (int i = 0; i < widthsAndBytes.length; i += 2) {
      parts.add(
          new Part(
              Integer.toString(i / 2),
              Math.round(widthsAndBytes[i + 1] * 10_000),
              OptionalDouble.of(widthsAndBytes[i] / 100)));
    }
    return parts;
  }

  private static JsonObject judge(List<Part> parts, long keys, double largestPercent) {
    var largest =
        new LargestKey(JsonArray.of(JsonString.of("acme")), Math.round(largestPercent * 10_000));
    return new KeySpread(parts, new Keys(keys, false), largest, 5_000, LIMIT).toJson();
  }

  private static void assertVerdict(JsonObject spread, String verdict, String... says) {
    assertThat(spread.at("verdict")).as(spread.toString()).isEqualTo(JsonString.of(verdict));
    assertThat(((JsonString) spread.at("text")).value()).contains(says);
  }

  @Test
  void threeValuesAreBadWithOnePartition() {
    assertVerdict(
        judge(parts(100, 100), 3, 34), "bad", "only 3 values", "more than 3 partitions", "34 %");
    assertVerdict(judge(parts(100, 100), 1, 100), "bad", "only 1 value,", "one partition");
    assertVerdict(judge(parts(100, 100), 8, 15), "warn", "only 8 values");
  }

  @Test
  void fewerValuesThanPartitionsAreBad() {
    List<Part> ten = new ArrayList<>();
    for (int i = 0; i < 15; i++) {
      ten.addAll(parts(100.0 / 15, i < 12 ? 100.0 / 12 : 0));
    }
    assertVerdict(judge(ten, 12, 9), "bad", "only 12 values");
  }

  @Test
  void oneHeavyValueIsBadWithOnePartition() {
    assertVerdict(
        judge(parts(100, 100), 400, 80),
        "bad",
        "80 % of the data is under the key acme, one of 400 values");
    assertVerdict(judge(parts(100, 100), 400, 25), "warn", "25 % of the data");
    assertVerdict(judge(parts(50, 90, 50, 10), 400, 80), "bad", "80 %");
  }

  @Test
  void manyLightValuesAreGoodWithOnePartition() {
    assertVerdict(judge(parts(100, 100), 400, 0.8), "good", "evenly over 400 values", "0.8 %");
  }

  @Test
  void aWidePartitionMayHaveMuch() {
    assertVerdict(judge(parts(47, 46, 3, 3, 25, 26, 25, 25), 400, 2), "good", "evenly");
    // What is little altogether is nothing to warn of, however narrow its range.
    assertVerdict(
        judge(parts(47, 46, 3, 3, 25, 26, 24.95, 24.8, 0.05, 0.2), 400, 2), "good", "evenly");
  }

  @Test
  void aPartitionWithMoreThanItsRangeIsToldOf() {
    assertVerdict(
        judge(parts(25, 40, 25, 20, 25, 20, 25, 20), 400, 2),
        "warn",
        "Partition 0 has 40 % of the data and 25 % of the hashes, 1.6 times");
    assertVerdict(
        judge(parts(10, 40, 40, 20, 25, 20, 25, 20), 400, 2), "bad", "Partition 0", "4.0 times");
  }

  @Test
  void rangesWithoutAWidthAreNotCompared() {
    List<Part> ranged =
        List.of(
            new Part("0", 900_000, OptionalDouble.empty()),
            new Part("1", 100_000, OptionalDouble.empty()));
    assertVerdict(judge(ranged, 400, 2), "good", "evenly");
    // Two partitions within the same value of the first level of a hierarchical key.
    assertVerdict(judge(parts(50, 25, 0, 45, 50, 30), 400, 2), "good", "evenly");
  }

  @Test
  void littleDataIsNotJudged() {
    var one = new LargestKey(JsonArray.of(JsonString.of("acme")), 900);
    JsonObject few = new KeySpread(parts(100, 0.1), new Keys(1, false), one, 1, LIMIT).toJson();
    assertVerdict(few, "none", "1 item under 1 value of the key");
    JsonObject none = new KeySpread(parts(100, 0), new Keys(0, false), null, 0, LIMIT).toJson();
    assertVerdict(none, "none", "No data yet.");
  }

  @Test
  void aKeyNearItsLimitIsToldOfFirst() {
    var full = new LargestKey(JsonArray.of(JsonString.of("acme")), 10_000_000);
    JsonObject half =
        new KeySpread(parts(100, 2_000), new Keys(400, false), full, 5_000, LIMIT).toJson();
    assertVerdict(half, "warn", "The key acme has 50 % of the 19.1 MB");
  }

  @Test
  void countsAreGiven() {
    JsonObject spread = judge(parts(100, 100), 3, 34);
    assertThat(spread.at("keys")).hasToString("3");
    assertThat(spread.at("largestKeyPercent")).hasToString("34");
    var many = new KeySpread(parts(100, 100), new Keys(1_000, true), null, 5_000, LIMIT);
    assertVerdict(many.toJson(), "good", "over more than 1,000 values of the key.");
    assertThat(many.toJson().at("moreKeys")).hasToString("true");
  }
}
