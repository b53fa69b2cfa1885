package dev.partita.container.key;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.json.JsonPath;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class EffectivePartitionKeyRangeTest {

  private static final PartitionKeyDefinition V1 =
      new PartitionKeyDefinition(List.of(JsonPath.of("a")), PartitionKind.HASH, 1, false);
  private static final PartitionKeyDefinition V2 = PartitionKeyDefinition.hash("/a");
  private static final PartitionKeyDefinition MULTI = PartitionKeyDefinition.multiHash("/a", "/b");
  private static final PartitionKeyDefinition RANGE =
      new PartitionKeyDefinition(List.of(JsonPath.of("a")), PartitionKind.RANGE, 1, false);

  @Test
  void slicesTheSpaceAsClientsDo() {
    String f = "F".repeat(29);
    assertThat(boundaries(V2, 1)).isEmpty();
    assertThat(boundaries(V2, 2)).containsExactly("1FF" + f);
    assertThat(boundaries(V2, 3)).containsExactly("1" + "5".repeat(31), "2" + "A".repeat(31));
    assertThat(boundaries(V2, 4))
        .containsExactly("0FF" + f, "1FF" + f.substring(1) + "E", "2FF" + f.substring(1) + "D");
    assertThat(boundaries(MULTI, 3)).isEqualTo(boundaries(V2, 3));
    assertThat(boundaries(V1, 2)).containsExactly("05C1DFFFFFFFFC");
    assertThat(boundaries(V1, 3)).containsExactly("05C1D5AB55AB54", "05C1E5AB55AB54");
    assertThat(boundaries(V1, 4))
        .containsExactly("05C1CFFFFFFFF8", "05C1DFFFFFFFF8", "05C1E7FFFFFFFA");
    assertThat(EffectivePartitionKeyRange.slices(RANGE, 5))
        .containsExactly(EffectivePartitionKeyRange.ALL);
  }

  @Property
  void slicesTileTheSpace(@ForAll @IntRange(min = 1, max = 2000) int count) {
    for (PartitionKeyDefinition definition : List.of(V1, V2, MULTI)) {
      List<EffectivePartitionKeyRange> slices =
          EffectivePartitionKeyRange.slices(definition, count);
      assertThat(slices).hasSize(count).noneMatch(EffectivePartitionKeyRange::isEmpty);
      assertThat(slices.getFirst().min()).isEqualTo(EffectivePartitionKey.MIN);
      assertThat(slices.getLast().max()).isEqualTo(EffectivePartitionKey.MAX);
      for (int i = 1; i < count; i++) {
        assertThat(slices.get(i).min()).isEqualTo(slices.get(i - 1).max());
      }
    }
  }

  @Property
  void slicesAreEquallyWide(@ForAll @IntRange(min = 1, max = 200) int count) {
    for (PartitionKeyDefinition definition : List.of(V1, V2, MULTI)) {
      assertThat(EffectivePartitionKeyRange.slices(definition, count))
          .allSatisfy(
              slice ->
                  assertThat(slice.width(definition).orElseThrow())
                      .isCloseTo(1.0 / count, Offset.offset(1e-6)));
    }
  }

  @Test
  void onlyHashesHaveAWidth() {
    assertThat(EffectivePartitionKeyRange.ALL.width(RANGE)).isEmpty();
    // All keys that share the first of two values have the same hash.
    assertThat(
            EffectivePartitionKeyRange.of(MULTI, PartitionKey.of("a")).width(MULTI).orElseThrow())
        .isZero();
  }

  @Test
  void theMiddleOfEverythingIsTheBoundaryOfTwoSlices() {
    assertThat(EffectivePartitionKeyRange.ALL.midpoint(V2).orElseThrow())
        .hasToString("1F" + "F".repeat(30));
    assertThat(EffectivePartitionKeyRange.ALL.midpoint(V1).orElseThrow())
        .hasToString("05C1DFFFFFFFFC");
    assertThat(EffectivePartitionKeyRange.ALL.midpoint(RANGE)).isEmpty();
  }

  @Property
  void middlesLieInsideAndHalveTheHashesV1(
      @ForAll @LongRange(min = 0, max = 0xFFFFFFFFL) long left,
      @ForAll @LongRange(min = 0, max = 0xFFFFFFFFL) long right) {
    EffectivePartitionKeyRange range =
        range(
            ClientEncoding.number((double) Math.min(left, right)),
            ClientEncoding.number((double) Math.max(left, right)));
    Optional<EffectivePartitionKey> middle = range.midpoint(V1);
    assertThat(middle.isPresent()).isEqualTo(Math.abs(left - right) > 1);
    middle.ifPresent(
        key -> {
          assertThat(key).isGreaterThan(range.min()).isLessThan(range.max());
          assertThat((long) ClientEncoding.leadingNumber(key.bytes()))
              .isEqualTo((left + right) / 2);
        });
  }

  @Property
  void middlesLieInsideV2(
      @ForAll @Size(max = 40) byte[] left, @ForAll @Size(max = 40) byte[] right) {
    EffectivePartitionKeyRange range = range(left, right);
    for (PartitionKeyDefinition definition : List.of(V1, V2, MULTI)) {
      range
          .midpoint(definition)
          .ifPresent(
              key -> {
                assertThat(key).isGreaterThan(range.min()).isLessThan(range.max());
                EffectivePartitionKeyRange below = new EffectivePartitionKeyRange(range.min(), key);
                EffectivePartitionKeyRange above = new EffectivePartitionKeyRange(key, range.max());
                assertThat(below.isEmpty() || above.isEmpty() || below.overlaps(above)).isFalse();
              });
    }
  }

  @Test
  void narrowRangesHaveAMiddleAsLongAsOneFits() {
    String five = "05".repeat(16);
    String next = "05".repeat(15) + "06";
    assertThat(range(five, next).midpoint(V2)).isEmpty();
    assertThat(range(five, next + "00").midpoint(V2).orElseThrow()).hasToString(next);
    assertThat(range(five + "10", five + "20").midpoint(MULTI)).isEmpty();
    assertThat(range(next, five).midpoint(V2)).isEmpty();
    String v1 = EffectivePartitionKey.of(ClientEncoding.number(7)).hex();
    assertThat(range(v1, v1 + "0300").midpoint(V1)).isEmpty();
  }

  @Property
  void splittingGoesOnUntilNothingIsLeftToSplit(@ForAll boolean upper) {
    for (PartitionKeyDefinition definition : List.of(V1, V2)) {
      EffectivePartitionKeyRange range = EffectivePartitionKeyRange.ALL;
      int splits = 0;
      Optional<EffectivePartitionKey> middle = range.midpoint(definition);
      while (middle.isPresent()) {
        range =
            upper
                ? new EffectivePartitionKeyRange(middle.get(), range.max())
                : new EffectivePartitionKeyRange(range.min(), middle.get());
        middle = range.midpoint(definition);
        splits++;
      }
      assertThat(splits).isBetween(31, 128);
    }
  }

  @Test
  void intersectsAndOverlaps() {
    EffectivePartitionKeyRange left = range("10", "20");
    EffectivePartitionKeyRange right = range("1F", "30");
    assertThat(left.intersect(right)).isEqualTo(range("1F", "20"));
    assertThat(left.overlaps(right)).isTrue();
    assertThat(left.overlaps(range("20", "30"))).isFalse();
    assertThat(EffectivePartitionKeyRange.ALL.contains(left)).isTrue();
    assertThat(left.contains(right)).isFalse();
    assertThat(left.contains(EffectivePartitionKey.parse("10"))).isTrue();
    assertThat(left.contains(EffectivePartitionKey.parse("20"))).isFalse();
    assertThat(left.bytes().contains(new byte[] {0x1A})).isTrue();
  }

  private static List<String> boundaries(PartitionKeyDefinition definition, int count) {
    return EffectivePartitionKeyRange.slices(definition, count).stream()
        .skip(1)
        .map(slice -> slice.min().hex())
        .toList();
  }

  private static EffectivePartitionKeyRange range(byte[] min, byte[] max) {
    return new EffectivePartitionKeyRange(
        EffectivePartitionKey.of(min), EffectivePartitionKey.of(max));
  }

  private static EffectivePartitionKeyRange range(String min, String max) {
    return new EffectivePartitionKeyRange(
        EffectivePartitionKey.parse(min), EffectivePartitionKey.parse(max));
  }
}
