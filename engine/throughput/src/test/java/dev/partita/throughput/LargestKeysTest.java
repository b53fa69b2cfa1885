package dev.partita.throughput;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.throughput.LargestKeys.LargeKey;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class LargestKeysTest {

  @Test
  void keepsTheLargest() {
    LargestKeys keys = new LargestKeys(2);
    keys.report("small", 1);
    keys.report("large", 30);
    keys.report("middle", 20);
    assertThat(keys.top(5)).containsExactly(new LargeKey("large", 30), new LargeKey("middle", 20));
    keys.report("small", 10);
    assertThat(keys.top(1)).containsExactly(new LargeKey("large", 30));
    assertThat(keys.top(5)).hasSize(2).doesNotContain(new LargeKey("small", 10));
  }

  @Test
  void aReportReplacesWhatWasKnown() {
    LargestKeys keys = new LargestKeys(2);
    keys.report("a", 30);
    keys.report("b", 20);
    keys.report("a", 5);
    assertThat(keys.top(5)).containsExactly(new LargeKey("b", 20), new LargeKey("a", 5));
    keys.report("c", 10);
    assertThat(keys.top(5)).containsExactly(new LargeKey("b", 20), new LargeKey("c", 10));
    keys.report("b", 0);
    assertThat(keys.top(5)).containsExactly(new LargeKey("c", 10));
  }

  @Test
  void refusesWhatMakesNoSense() {
    assertThatThrownBy(() -> new LargestKeys(0)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new LargestKeys().report("a", -1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Property
  void keysThatOnlyGrowAreRankedExactly(
      @ForAll @Size(max = 200) List<@IntRange(max = 30) Integer> grown,
      @ForAll @IntRange(min = 1, max = 10) int capacity) {
    LargestKeys keys = new LargestKeys(capacity);
    Map<String, Long> sizes = new HashMap<>();
    for (int i = 0; i < grown.size(); i++) {
      String key = "key" + grown.get(i);
      // Sizes without ties, so that the order is defined.
      long size = sizes.getOrDefault(key, 0L) + 1_000 + i;
      sizes.put(key, size);
      keys.report(key, size);
    }
    List<LargeKey> expected =
        sizes.entrySet().stream()
            .map(entry -> new LargeKey(entry.getKey(), entry.getValue()))
            .sorted(
                Comparator.comparingLong(LargeKey::sizeBytes)
                    .reversed()
                    .thenComparing(LargeKey::key))
            .limit(capacity)
            .toList();
    assertThat(keys.top(capacity)).isEqualTo(expected);
  }
}
