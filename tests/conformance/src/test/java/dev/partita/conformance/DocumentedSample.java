package dev.partita.conformance;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.partitioningBy;

import dev.partita.embedded.Partita;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Program in the README or a guide: a block of code that begins with its imports. Immutable.
 *
 * @param language language of the block
 * @param number its number on the page, from 1
 */
record DocumentedSample(String page, int number, String language, String code) {

  private static final Path PROJECT = Path.of("..", "..");
  private static final Pattern BLOCK = Pattern.compile("(?ms)^```(\\w+)\n(import .*?)^```$");

  /** Programs of a page in one language. */
  static List<DocumentedSample> in(String page, String language) throws IOException {
    Matcher blocks = BLOCK.matcher(Files.readString(PROJECT.resolve(page)));
    var samples = new ArrayList<DocumentedSample>();
    while (blocks.find()) {
      if (blocks.group(1).equals(language)) {
        samples.add(new DocumentedSample(page, samples.size() + 1, language, blocks.group(2)));
      }
    }
    return samples;
  }

  /** Copy for the ports of a running server, which differ from those on the page. */
  DocumentedSample at(Partita partita) {
    String there =
        code.replaceAll("\\b8081\\b", String.valueOf(partita.uri().getPort()))
            .replaceAll("\\b8901\\b", port(partita, "gremlin"))
            .replaceAll("\\b10002\\b", port(partita, "storage-table"))
            .replaceAll("\\b8902\\b", port(partita, "table"));
    return new DocumentedSample(page, number, language, there);
  }

  private static String port(Partita partita, String endpoint) {
    return String.valueOf(partita.uri(endpoint).getPort());
  }

  /** Imports and statements of a page as a source file that Java can launch. */
  String asJavaProgram() {
    var parts =
        code.lines().collect(partitioningBy(line -> line.startsWith("import "), joining("\n")));
    return "%s%nvoid main() throws Exception {%n%s%n}%n"
        .formatted(parts.get(true), parts.get(false));
  }

  /** File name, different for every sample. */
  String fileName() {
    return page.replaceAll("[^A-Za-z]", "_") + number;
  }

  @Override
  public String toString() {
    return page + ", " + language + " " + number;
  }
}
