package dev.partita.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Check of the compatibility page: every supported feature names a test that shows it, and the page
 * is generated from the list. Run with {@code -Dcompatibility.write=true} to write the page anew.
 */
final class CompatibilityTest {

  private static final Path LIST = Path.of("src/test/resources/compatibility.txt");
  private static final Path PAGE = Path.of("../../docs/compatibility.md");
  private static final Pattern SHOWN =
      Pattern.compile("@Shows\\(\\{?\\s*(\"[^)]*?\")\\s*}?\\)|// shows: (.*)");
  private static final Pattern TEXT = Pattern.compile("\"([^\"]*)\"");

  private record Line(String area, String what, String state, String note) {

    String name() {
      return area + ": " + what;
    }

    boolean needsATest() {
      return !state.equals("accepted");
    }
  }

  @Test
  void everyClaimHasATestAndEveryTestAClaim() throws IOException {
    Map<String, List<String>> shown = shown();
    List<String> claims = lines().stream().filter(Line::needsATest).map(Line::name).toList();
    assertThat(shown.keySet()).as("what tests show").containsExactlyInAnyOrderElementsOf(claims);
  }

  @Test
  void thePageIsTheList() throws IOException {
    String page = page();
    if (Boolean.getBoolean("compatibility.write")) {
      Files.writeString(PAGE, page);
    }
    assertThat(Files.readString(PAGE)).isEqualTo(page);
  }

  private static List<Line> lines() throws IOException {
    List<Line> lines = new ArrayList<>();
    for (String text : Files.readAllLines(LIST)) {
      if (!text.startsWith("#") && !text.isBlank()) {
        String[] cells = text.split("\\|", -1);
        assertThat(cells).as(text).hasSize(4);
        lines.add(new Line(cells[0].strip(), cells[1].strip(), cells[2].strip(), cells[3].strip()));
        assertThat(lines.getLast().state()).isIn("works", "refused", "accepted");
      }
    }
    return lines;
  }

  /** Features that tests show, with the files of the tests. */
  private static Map<String, List<String>> shown() throws IOException {
    Map<String, List<String>> shown = new TreeMap<>();
    try (Stream<Path> files = Files.walk(Path.of("src/test"))) {
      for (Path file :
          files.filter(path -> path.toString().matches(".*(Test\\.java|\\.mjs)")).toList()) {
        if (file.endsWith("CompatibilityTest.java")) {
          continue;
        }
        Matcher matcher = SHOWN.matcher(Files.readString(file));
        while (matcher.find()) {
          names(matcher)
              .forEach(
                  name ->
                      shown
                          .computeIfAbsent(name, _ -> new ArrayList<>())
                          .add(Objects.requireNonNull(file.getFileName()).toString()));
        }
      }
    }
    return shown;
  }

  private static List<String> names(Matcher matcher) {
    if (matcher.group(2) != null) {
      return Arrays.stream(matcher.group(2).split(";")).map(String::strip).toList();
    }
    return TEXT.matcher(matcher.group(1)).results().map(found -> found.group(1)).toList();
  }

  private static String page() throws IOException {
    Map<String, List<String>> shown = shown();
    Map<String, StringBuilder> tables = new LinkedHashMap<>();
    for (Line line : lines()) {
      tables
          .computeIfAbsent(
              line.area(),
              area ->
                  new StringBuilder("\n## ")
                      .append(area)
                      .append("\n\n| What | State | Shown by | Note |\n|---|---|---|---|\n"))
          .append("| ")
          .append(line.what())
          .append(" | ")
          .append(line.state())
          .append(" | ")
          .append(
              String.join(
                  ", ",
                  shown.getOrDefault(line.name(), List.of()).stream().distinct().sorted().toList()))
          .append(" | ")
          .append(line.note())
          .append(" |\n");
    }
    return """
    # Compatibility

    What clients of the NoSQL API and of the Table API can count on. *Works* means that a test with a real client
    shows it; *refused* that the request gets an error which names what is missing; *accepted* that it means nothing
    to this server.
    `tests/conformance` makes this page from its tests. What the query language comes to, area by area, is in
    [SQL conformance](sql-conformance.md).
    """
        + String.join("", tables.values());
  }
}
