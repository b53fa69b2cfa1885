package dev.partita.cli.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class WatermarkTest {

  /** Entries settle in any order; the watermark is below the first unsettled one. */
  @Property
  void isAlwaysBelowTheFirstThatIsOpen(
      @ForAll @IntRange(min = 1, max = 200) int count,
      @ForAll @IntRange(max = 50) int before,
      @ForAll long seed) {
    List<Long> order =
        new ArrayList<>(LongStream.rangeClosed(before + 1, before + count).boxed().toList());
    Collections.shuffle(order, new Random(seed));
    var open = new ArrayList<>(order);
    var watermark = new Watermark(before);
    for (long number : order) {
      watermark.settle(number);
      open.remove(number);
      long expected = open.isEmpty() ? before + count : Collections.min(open) - 1;
      assertThat(watermark.reached()).isEqualTo(expected);
    }
  }
}
