package dev.partita.base.bytes;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class OrdinalTextTest {

  @Property
  void keepsTheOrderOfUnits(@ForAll String left, @ForAll String right) {
    int order = Bytes.ORDER.compare(OrdinalText.encode(left), OrdinalText.encode(right));
    assertThat(Integer.signum(order)).isEqualTo(Integer.signum(left.compareTo(right)));
  }

  @Property
  void readsWhatItWrites(@ForAll String text) {
    assertThat(OrdinalText.decode(OrdinalText.encode(text))).isEqualTo(text);
  }

  @Test
  void putsPairsBeforeTheEndOfTheBasicPlane() {
    byte[] pair = OrdinalText.encode("\uD83D\uDE00");
    assertThat(pair).hasSize(6);
    assertThat(Bytes.ORDER.compare(pair, OrdinalText.encode("\uFFFD"))).isNegative();
  }

  @Test
  void readsUtf8() {
    String text = "aé€\uD83D\uDE00";
    assertThat(OrdinalText.decode(text.getBytes(StandardCharsets.UTF_8))).isEqualTo(text);
  }

  @Test
  void marksWhatIsNoText() {
    assertThat(OrdinalText.decode(new byte[] {'a', (byte) 0x80, (byte) 0xE2, 'b'}))
        .isEqualTo("a\uFFFD\uFFFDb");
  }
}
