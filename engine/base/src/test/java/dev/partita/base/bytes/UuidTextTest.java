package dev.partita.base.bytes;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.UUID;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class UuidTextTest {

  @Property
  void isWhatJavaWrites(@ForAll long high, @ForAll long low) {
    String expected = new UUID(high, low).toString();
    byte[] target = new byte[UuidText.LENGTH + 2];
    UuidText.write(high, low, target, 1);

    assertThat(UuidText.of(high, low)).isEqualTo(expected);
    assertThat(new String(target, StandardCharsets.US_ASCII)).isEqualTo("\0" + expected + "\0");
  }
}
