package dev.partita.execution.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.base.bytes.Bytes;
import dev.partita.index.IndexPath;
import dev.partita.index.TermRange;
import dev.partita.json.JsonNumber;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What many conditions are together. With the square of their number these would take hours. */
@Timeout(60)
final class IndexConditionTest {

  private static final int MANY = 200_000;
  private static final IndexPath PATH = IndexPath.of("n");

  @Test
  void alternativesOfOnePathAreOneLookup() {
    IndexCondition all = IndexCondition.or(many(i -> equalTo(PATH, i)));

    assertThat(all)
        .isInstanceOfSatisfying(
            IndexCondition.Lookup.class,
            lookup -> {
              assertThat(lookup.ranges()).hasSize(MANY);
              assertThat(lookup.isExact()).isTrue();
              assertThat(lookup.isPoints()).isTrue();
            });
  }

  @Test
  void alternativesOfManyPathsStayApart() {
    IndexCondition all = IndexCondition.or(many(i -> equalTo(IndexPath.of("p" + i / 2), i)));

    assertThat(all)
        .isInstanceOfSatisfying(
            IndexCondition.Or.class, or -> assertThat(or.operands()).hasSize(MANY / 2));
  }

  @Test
  void conjunctsOfOnePathAreWhatAllOfThemHave() {
    IndexCondition others =
        IndexCondition.and(
            many(i -> IndexCondition.lookup(PATH, TermRange.otherThan(JsonNumber.of((long) i)))));
    assertThat(others)
        .isInstanceOfSatisfying(
            IndexCondition.Lookup.class,
            lookup -> assertThat(lookup.ranges()).hasSizeGreaterThan(MANY));

    List<TermRange> even = many(i -> point(2L * i));
    List<TermRange> byThree = many(i -> point(3L * i));
    assertThat(
            IndexCondition.and(
                List.of(IndexCondition.exactly(PATH, even), IndexCondition.exactly(PATH, byThree))))
        .isEqualTo(
            IndexCondition.exactly(
                PATH,
                IntStream.range(0, (2 * MANY + 5) / 6).mapToObj(i -> point(6L * i)).toList()));
    assertThat(IndexCondition.and(many(i -> equalTo(PATH, i)))).isEqualTo(IndexCondition.NO_ITEM);
  }

  @Test
  void rangesAreJoinedAsEachTermSays() {
    Random random = new Random(7);
    for (int round = 0; round < 2_000; round++) {
      List<TermRange> some = ranges(random);
      List<TermRange> others = ranges(random);
      List<TermRange> union = TermRanges.union(some, others);
      List<TermRange> intersection = TermRanges.intersection(some, others);
      for (long n = -1; n <= 40; n++) {
        boolean inSome = has(some, n);
        boolean inOthers = has(others, n);
        assertThat(has(union, n)).isEqualTo(inSome || inOthers);
        assertThat(has(intersection, n)).isEqualTo(inSome && inOthers);
      }
      for (List<TermRange> joined : List.of(union, intersection)) {
        assertThat(joined).isSortedAccordingTo(TermRanges.BY_START);
      }
    }
  }

  private static List<TermRange> ranges(Random random) {
    List<TermRange> ranges = new ArrayList<>();
    for (int i = random.nextInt(5); i > 0; i--) {
      long low = random.nextInt(30);
      ranges.add(
          random.nextBoolean()
              ? point(low)
              : TermRange.atLeast(JsonNumber.of(low))
                  .intersect(TermRange.atMost(JsonNumber.of(low + random.nextInt(10)))));
    }
    return TermRanges.union(ranges.stream().sorted(TermRanges.BY_START).toList());
  }

  private static boolean has(List<TermRange> ranges, long number) {
    byte[] term = point(number).terms().start();
    return ranges.stream()
        .anyMatch(
            range ->
                Bytes.ORDER.compare(range.terms().start(), term) <= 0
                    && (range.terms().end() == null
                        || Bytes.ORDER.compare(term, range.terms().end()) < 0));
  }

  private static IndexCondition equalTo(IndexPath path, int number) {
    return IndexCondition.exactly(path, List.of(point(number)));
  }

  private static TermRange point(long number) {
    return TermRange.equalTo(JsonNumber.of(number));
  }

  private static <T> List<T> many(IntFunction<T> each) {
    return IntStream.range(0, MANY).mapToObj(each).toList();
  }
}
