package dev.partita.net.http.http1;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.AlphaChars;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;

class KnownNamesTest {

  private final KnownNames names = new KnownNames();

  @Test
  void givesTheSameNameAgain() {
    CharSequence first = of("x-ms-date");
    assertThat(of("x-ms-date")).isSameAs(first);
    assertThat(of("X-ms-date")).isNotSameAs(first).hasToString("X-ms-date");
  }

  @Test
  void knowsNamesWhateverStandsAroundThem() {
    byte[] line = "..host: a".getBytes(US_ASCII);
    assertThat((CharSequence) names.of(line, 2, 4)).isSameAs(of("host"));
    assertThat((CharSequence) names.of(line, 2, 0)).isEmpty();
  }

  @Test
  void doesNotKeepLongNames() {
    String name = "a".repeat(65);
    assertThat(of(name)).hasToString(name).isNotSameAs(of(name));
  }

  @Property(tries = 300)
  void givesTheNameThatWasAskedFor(
      @ForAll @AlphaChars @StringLength(max = 3) String one,
      @ForAll @AlphaChars @StringLength(max = 3) String other) {
    assertThat(of(one)).hasToString(one);
    assertThat(of(other)).hasToString(other);
    assertThat(of(one)).hasToString(one);
  }

  private CharSequence of(String name) {
    byte[] bytes = name.getBytes(US_ASCII);
    return names.of(bytes, 0, bytes.length);
  }
}
