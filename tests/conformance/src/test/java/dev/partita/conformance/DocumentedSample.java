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
 * A program in the README or a guide: a block of code that begins with what it imports. Immutable.
 *
 * @param language as the block names it
 * @param number which one of its page it is, from 1
 */
record DocumentedSample(String page, int number, String language, String code) {

  private static final Path PROJECT = Path.of("..", "..");
  private static final Pattern BLOCK = Pattern.compile("(?ms)^```(\\w+)\n(import .*?)^```$");

  /** The programs of a page in one language. */
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

  /** The same for the ports of a running server, which the page cannot know. */
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

  /** The imports and statements of a page as a source file that Java can launch. */
  String asJavaProgram() {
    var parts =
        code.lines().collect(partitioningBy(line -> line.startsWith("import "), joining("\n")));
    return "%s%nvoid main() throws Exception {%n%s%n}%n"
        .formatted(parts.get(true), parts.get(false));
  }

  /** A name for files, different for every sample. */
  String fileName() {
    return page.replaceAll("[^A-Za-z]", "_") + number;
  }

  @Override
  public String toString() {
    return page + ", " + language + " " + number;
  }
}
