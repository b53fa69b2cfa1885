package dev.partita.execution.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.base.bytes.Bytes;
import org.junit.jupiter.api.Test;

final class KeyCursorsTest {

  @Test
  void theNearestIsTheSameAsTheFirst() {
    for (int size = 0; size <= 20; size++) {
      byte[][] keys = new byte[size][];
      for (int i = 0; i < size; i++) {
        keys[i] = new byte[] {(byte) (2 * i + 1)};
      }
      for (int from = 0; from <= size; from++) {
        for (int wanted = 0; wanted <= 2 * size + 1; wanted++) {
          byte[] key = {(byte) wanted};
          assertThat(KeyCursors.firstNear(from, size, i -> keys[i], key))
              .as("%d from %d on among %d", wanted, from, size)
              .isEqualTo(Bytes.firstFrom(from, size, i -> keys[i], key));
        }
      }
    }
  }
}
