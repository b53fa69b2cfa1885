package dev.partita.tinkerpop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.runner.JUnitCore;
import org.junit.runner.Result;
import org.junit.runner.notification.Failure;

/**
 * Runs TinkerPop's suites. Every failure must be in the list of known differences, with a reason;
 * and every entry of the list must fail, so that the list stays true.
 */
class SuitesTest {

  @Test
  void structure() throws IOException {
    run("structure", Suites.Structure.class, 300, 69);
  }

  @Test
  void process() throws IOException {
    run("process", Suites.Traversals.class, 100, 0);
  }

  @Test
  void features() throws IOException {
    run("features", Suites.Features.class, 1_500, 36);
  }

  /**
   * @param least how many tests run at least
   * @param differing how many fail, as docs/guide/graphs.md has it; some have the same name
   */
  private static void run(String suite, Class<?> tests, int least, int differing)
      throws IOException {
    Result result = JUnitCore.runClasses(tests);
    Set<String> found = new TreeSet<>();
    for (Failure failure : result.getFailures()) {
      found.add(name(failure));
    }
    assertThat(result.getRunCount()).as("tests that ran").isGreaterThan(least);
    assertThat(found)
        .as(
            () ->
                result.getRunCount()
                    + " run, failures: "
                    + result.getFailures().stream()
                        .filter(failure -> !known(suite).contains(name(failure)))
                        .map(failure -> name(failure) + ": " + failure.getMessage())
                        .limit(30)
                        .toList())
        .isEqualTo(known(suite));
    assertThat(result.getFailureCount()).as("tests that differ").isEqualTo(differing);
  }

  private static String name(Failure failure) {
    return failure.getDescription().getDisplayName();
  }

  /** Lines of the list: suite, test, reason. */
  private static Set<String> known(String suite) {
    try (InputStream list =
        Objects.requireNonNull(SuitesTest.class.getResourceAsStream("/known-differences.txt"))) {
      Set<String> names = new TreeSet<>();
      String text = new String(list.readAllBytes(), StandardCharsets.UTF_8);
      for (String line : text.lines().toList()) {
        List<String> columns = List.of(line.split(" \\| "));
        if (!line.startsWith("#") && columns.getFirst().equals(suite)) {
          assertThat(columns).as(line).hasSize(3);
          names.add(columns.get(1));
        }
      }
      return names;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
