package dev.partita.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DataGlanceTest {

  private static final Map<String, String> NONE = Map.of();

  @Test
  void seesTheFolderOfAServer() {
    assertThat(DataGlance.at(NONE, "serve", "--port", "1", "--data", "a")).contains(Path.of("a"));
    assertThat(DataGlance.at(NONE, "serve", "--data=b/c")).contains(Path.of("b/c"));
    assertThat(DataGlance.at(NONE, "serve")).contains(Path.of("./data"));
    Map<String, String> variables = Map.of("PARTITA_DATA", "d");
    assertThat(DataGlance.at(variables, "serve")).contains(Path.of("d"));
    assertThat(DataGlance.at(variables, "serve", "--data", "e")).contains(Path.of("e"));
  }

  @Test
  void seesNoneWhereNoneIsWanted() {
    assertThat(DataGlance.at(NONE)).isEmpty();
    assertThat(DataGlance.at(NONE, "version")).isEmpty();
    assertThat(DataGlance.at(NONE, "serve", "--in-memory", "--data", "a")).isEmpty();
    assertThat(DataGlance.at(NONE, "serve", "--data", "a\0b")).isEmpty();
  }
}
