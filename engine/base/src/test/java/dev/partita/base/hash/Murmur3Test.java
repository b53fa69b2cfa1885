package dev.partita.base.hash;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.hash.Murmur3.Hash128;
import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class Murmur3Test {

  @ParameterizedTest
  @CsvSource({
    "'', 00000000, 0000000000000000, 0000000000000000",
    "hello, 248BFA47, CBD8A7B341BD9B02, 5B1E906A48AE1D19",
    "'hello, world', 149BBB7F, 342FAC623A5EBC8E, 4CDCBC079642414D",
    "19 Jan 2038 at 3:14:07 AM, E31E8A70, B89E5988B737AFFC, 664FC2950231B2CB",
    "The quick brown fox jumps over the lazy dog., D5C48BFC, CD99481F9EE902C9, 695DA1A38987B6E7",
  })
  void hashesKnownTexts(String text, String hash32, String h1, String h2) {
    byte[] bytes = text.getBytes(UTF_8);
    assertThat(Murmur3.hash32(bytes)).isEqualTo(Integer.parseUnsignedInt(hash32, 16));
    assertThat(Murmur3.hash128(bytes))
        .isEqualTo(new Hash128(Long.parseUnsignedLong(h1, 16), Long.parseUnsignedLong(h2, 16)));
  }

  /**
   * The reference implementation's own check: hash the keys {}, {0}, {0, 1}, … with the seeds 256,
   * 255, …, hash the concatenated results, and compare the first four bytes.
   */
  @Test
  void agreesWithTheReferenceOverAllTailLengths() {
    byte[] key = new byte[256];
    byte[] hashes32 = new byte[256 * 4];
    byte[] hashes128 = new byte[256 * 16];
    for (int i = 0; i < 256; i++) {
      key[i] = (byte) i;
      Bytes.writeInt(hashes32, i * 4, Integer.reverseBytes(Murmur3.hash32(key, 0, i, 256 - i)));
      Hash128 hash = Murmur3.hash128(key, 0, i, 256 - i);
      Bytes.writeLong(hashes128, i * 16, Long.reverseBytes(hash.h1()));
      Bytes.writeLong(hashes128, i * 16 + 8, Long.reverseBytes(hash.h2()));
    }
    assertThat(Murmur3.hash32(hashes32)).isEqualTo(0xB0F57EE3);
    assertThat((int) Murmur3.hash128(hashes128).h1()).isEqualTo(0x6384BA69);
  }

  @Property
  void hashesARangeAsIfItStoodAlone(
      @ForAll byte[] bytes,
      @ForAll @IntRange(max = 20) int before,
      @ForAll @IntRange(max = 20) int after) {
    byte[] framed = new byte[before + bytes.length + after];
    Arrays.fill(framed, (byte) 0xA5);
    System.arraycopy(bytes, 0, framed, before, bytes.length);
    assertThat(Murmur3.hash32(framed, before, bytes.length)).isEqualTo(Murmur3.hash32(bytes));
    assertThat(Murmur3.hash128(framed, before, bytes.length)).isEqualTo(Murmur3.hash128(bytes));
  }

  @Test
  void refusesARangeOutsideTheArray() {
    assertThatThrownBy(() -> Murmur3.hash32(new byte[4], 2, 3))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> Murmur3.hash128(new byte[4], -1, 3))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }
}
