package dev.partita.partition;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LogicalSizesTest {

  private final LogicalSizes sizes = new LogicalSizes();

  @Test
  void knowsTheLastSizeOfAKeyOrNone() {
    Random random = new Random(1);
    Map<Integer, LogicalSize> model = new HashMap<>();
    int known = 0;
    for (int i = 0; i < 500_000; i++) {
      int key = random.nextInt(150_000);
      LogicalSize size = sizes.get(slot(key));
      if (size != null) {
        assertThat(size).isEqualTo(model.get(key));
        known++;
      }
      LogicalSize changed = new LogicalSize(i, random.nextInt(10));
      model.put(key, changed);
      sizes.put(slot(key), changed);
      if (i % 7 == 0) {
        sizes.forget(slot(key));
        assertThat(sizes.get(slot(key))).isNull();
      }
    }
    assertThat(known).isGreaterThan(50_000);
  }

  @Test
  void forgetsNextToNothingWhileThereIsRoom() {
    for (int key = 0; key < 10_000; key++) {
      sizes.put(slot(key), new LogicalSize(key, 1));
    }
    int forgotten = 0;
    for (int key = 0; key < 10_000; key++) {
      forgotten += sizes.get(slot(key)) == null ? 1 : 0;
    }
    assertThat(forgotten).isLessThan(100);
  }

  private static Slot slot(int key) {
    return new Slot(new KeySpace(3).logicalState(Bench.key("customer-" + key)));
  }
}
