package dev.partita.json;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

class StringScanTest {

  /** Mostly plain, with the neighbours of all bounds among the rest. */
  @Provide
  Arbitrary<byte[]> texts() {
    Arbitrary<Byte> plain = Arbitraries.bytes().between((byte) 'a', (byte) 'z');
    Arbitrary<Byte> others =
        Arbitraries.of(
            (byte) 0,
            (byte) 1,
            (byte) 31,
            (byte) ' ',
            (byte) '!',
            (byte) '"',
            (byte) '#',
            (byte) '[',
            (byte) '\\',
            (byte) ']',
            (byte) 126,
            (byte) 127,
            (byte) -128,
            (byte) -96,
            (byte) -1);
    return Arbitraries.frequencyOf(Tuple.of(12, plain), Tuple.of(1, others))
        .array(byte[].class)
        .ofMaxSize(40);
  }

  @Property
  void findsTheFirstQuoteOrBackslash(@ForAll("texts") byte[] text, @ForAll byte start) {
    int from = Math.floorMod(start, text.length + 1);
    int expected = from;
    while (expected < text.length && text[expected] != '"' && text[expected] != '\\') {
      expected++;
    }

    assertThat(StringScan.special(text, from, text.length)).isEqualTo(expected);
  }

  @Property
  void findsTheFirstThatIsNotPlain(@ForAll("texts") byte[] text, @ForAll byte start) {
    int from = Math.floorMod(start, text.length + 1);
    int expected = from;
    while (expected < text.length
        && text[expected] >= ' '
        && text[expected] != '"'
        && text[expected] != '\\') {
      expected++;
    }

    assertThat(StringScan.notPlain(text, from, text.length)).isEqualTo(expected);
  }
}
