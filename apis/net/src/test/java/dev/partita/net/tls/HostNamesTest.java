package dev.partita.net.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.base.error.DatabaseException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HostNamesTest {

  @ParameterizedTest
  @CsvSource({
    "LocalHost, localhost",
    "my_host, my_host",
    "*.Example.test, *.example.test",
    "münchen.test, xn--mnchen-3ya.test",
    "10.0.0.1, 10.0.0.1",
    "[::1], 0:0:0:0:0:0:0:1",
    "fe80::1, fe80:0:0:0:0:0:0:1",
    "2001:DB8::A, 2001:db8:0:0:0:0:0:a",
  })
  void spellsEachOneWay(String name, String normal) {
    assertThat(HostNames.normal(name)).isEqualTo(normal);
    assertThat(HostNames.normal(normal)).isEqualTo(normal);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "a b", "-a", "a..b", "https://a", "a/b", "a:80", "*"})
  void refusesWhatIsNoName(String name) {
    assertThatThrownBy(() -> HostNames.normal(name))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("hostname " + name);
  }

  @Test
  void beginsWithThisMachine() {
    assertThat(HostNames.withThoseOfThisMachine(List.of("z.test", "LOCALHOST")))
        .startsWith("localhost", "127.0.0.1", "0:0:0:0:0:0:0:1", "host.docker.internal")
        .endsWith("z.test");
  }
}
