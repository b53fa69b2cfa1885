package dev.partita.json;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class DigitsTest {

  @Property
  void areThoseBeforeTheFirstCharacterThatIsNone(
      @ForAll @IntRange(max = 99_999_999) int number,
      @ForAll @IntRange(max = 255) int behind,
      @ForAll long others) {
    String digits = Integer.toString(number);
    byte[] text = new byte[8];
    for (int i = 0; i < text.length; i++) {
      text[i] = (byte) (others >>> (Byte.SIZE * i));
    }
    System.arraycopy(digits.getBytes(ISO_8859_1), 0, text, 0, digits.length());
    boolean goesOn = behind >= '0' && behind <= '9';
    if (digits.length() < text.length) {
      text[digits.length()] = (byte) (goesOn ? ',' : behind);
    }
    long characters = StringScan.eight(text, 0);
    assertThat(Digits.count(characters)).isEqualTo(digits.length());
    assertThat(Digits.value(characters, digits.length())).isEqualTo(number);
  }

  @Property
  void areNotThereWhereAnotherCharacterIsFirst(@ForAll @IntRange(max = 255) int first) {
    byte[] text = "00000000".getBytes(ISO_8859_1);
    text[0] = (byte) first;
    int expected = first >= '0' && first <= '9' ? 8 : 0;
    assertThat(Digits.count(StringScan.eight(text, 0))).isEqualTo(expected);
  }
}
