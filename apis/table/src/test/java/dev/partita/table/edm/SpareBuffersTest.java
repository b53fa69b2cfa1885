package dev.partita.table.edm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SpareBuffersTest {

  private final SpareBuffers buffers = new SpareBuffers();

  @Test
  void aBufferThatWasGivenBackIsUsedAgainAndEmpty() {
    Utf8Buffer first = buffers.take().ascii("text");
    buffers.giveBack(first);

    Utf8Buffer again = buffers.take();

    assertThat(again).isSameAs(first);
    assertThat(again.length()).isZero();
  }

  @Test
  void nobodySharesABuffer() {
    Utf8Buffer first = buffers.take();
    Utf8Buffer second = buffers.take();
    buffers.giveBack(first);
    buffers.giveBack(second);

    assertThat(second).isNotSameAs(first);
    assertThat(buffers.take()).isNotSameAs(buffers.take());
  }

  @Test
  void aVeryLargeBufferIsNotKept() {
    Utf8Buffer large = buffers.take();
    large.expect(3 << 20);
    buffers.giveBack(large);

    assertThat(buffers.take()).isNotSameAs(large);
  }
}
