package dev.partita.base.hash;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SipHashTest {

  private static final SipHash COUNTING = new SipHash(0x0706050403020100L, 0x0f0e0d0c0b0a0908L);

  /** The authors' vectors: the hash of the bytes 0, 1, 2 and so on, under the same as the key. */
  @ParameterizedTest
  @CsvSource({
    "0, 726fdb47dd0e0e31",
    "1, 74f839c593dc67fd",
    "7, ab0200f58b01d137",
    "8, 93f5f5799a932462",
    "15, a129ca6149be45e5",
    "63, 958a324ceb064572",
  })
  void givesTheHashesThatItsAuthorsPublished(int length, String expected) {
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) i;
    }
    assertThat(Long.toHexString(COUNTING.hash(bytes))).isEqualTo(expected);
  }
}
