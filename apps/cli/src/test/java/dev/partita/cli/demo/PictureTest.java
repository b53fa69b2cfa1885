package dev.partita.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.cli.demo.PartitionView.Partition;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rendering of the demo in terminals of all sizes. */
class PictureTest {

  private static final String COMMAND =
      "In another terminal:\n  ./partita partition list -d airline -c bookings \\\n"
          + "    --endpoint http://localhost:18090";

  private static PartitionView bookings() {
    return new PartitionView(
            DemoContainer.BOOKINGS,
            12_000,
            List.of(
                new Partition("1", 6_000, 6_000, 100, 0, ""),
                new Partition("117", 6_000, 6_000, 100, 4_200, "")))
        .withHotKeys(Map.of("117", "PT815"));
  }

  private static Scene scene(String... events) {
    return new Scene(
        "http://localhost:18090",
        3,
        "2  A band plays in Lisbon. Everybody wants flight PT815!",
        List.of(bookings(), PartitionView.nothing(DemoContainer.READINGS)),
        12_345,
        1.5,
        123.4,
        1_234_567,
        123_456,
        0,
        List.of(events));
  }

  private static String plain(String line) {
    return line.replaceAll("\033\\[[0-9]*m", "");
  }

  @ParameterizedTest
  @ValueSource(ints = {20, 40, 60, 79, 80, 81, 110, 200})
  void noLineIsWiderThanTheTerminal(int columns) {
    for (boolean coloured : new boolean[] {true, false}) {
      List<String> lines =
          new Picture(coloured).lines(scene(COMMAND, "x".repeat(300)), columns, 200);
      assertThat(lines).allSatisfy(line -> assertThat(plain(line).length()).isLessThan(columns));
      String text = plain(String.join(" ", lines)).replaceAll("\\s+", " ");
      assertThat(text).contains("Everybody wants flight PT815!", "failed 0", "partition list");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {60, 80, 120})
  void theArrowIsBesideThePartitionThatHasTheKey(int columns) {
    assertThat(new Picture(false).lines(scene(), columns, 40))
        .filteredOn(line -> line.contains("◀"))
        .singleElement()
        .asString()
        .startsWith("   117 ")
        .endsWith("◀ PT815");
  }

  @Test
  void aCommandToCopyIsWhole() {
    assertThat(new Picture(false).lines(scene(COMMAND), 80, 40))
        .contains(
            "   ./partita partition list -d airline -c bookings \\",
            "     --endpoint http://localhost:18090");
  }

  @Test
  void theLastEventsAreShownWhereThereIsRoom() {
    List<String> lines = new Picture(false).lines(scene("first", "second", "third"), 80, 16);
    assertThat(lines).hasSize(15);
    assertThat(lines.getLast()).isEqualTo(" third");
    assertThat(lines).doesNotContain(" first");
  }
}
