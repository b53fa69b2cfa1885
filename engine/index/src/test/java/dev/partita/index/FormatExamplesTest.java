package dev.partita.index;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.base.bytes.Bytes;
import dev.partita.json.JsonReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The examples of docs/formats/index.md are what the code writes. */
class FormatExamplesTest {

  private static final Path PAGE = Path.of("..", "..", "docs", "formats", "index.md");

  @Test
  void hashesOfPaths() throws IOException {
    List<String[]> rows = rows("| Path | Hash |");
    assertThat(rows).hasSize(2);
    for (String[] row : rows) {
      long hash = PathText.parse(row[0]).path().hash();
      assertThat("%016X".formatted(hash)).as(row[0]).isEqualTo(row[1]);
    }
  }

  @Test
  void terms() throws IOException {
    List<String[]> rows = rows("| Value | Term |");
    assertThat(rows).hasSize(8);
    for (String[] row : rows) {
      TermBuffer term = new TermBuffer(8);
      term.term(JsonReader.DEFAULT.read(row[0]));
      assertThat(Bytes.hex(term.toBytes())).as(row[0]).isEqualTo(row[1].replace(" ", ""));
    }
  }

  /** The cells of the table with this head, without their ticks. */
  private static List<String[]> rows(String head) throws IOException {
    List<String> lines = Files.readAllLines(PAGE);
    int first = lines.indexOf(head) + 2;
    return lines.subList(first, lines.size()).stream()
        .takeWhile(line -> line.startsWith("|"))
        .map(line -> line.substring(2, line.length() - 2).replace("`", "").split(" \\| "))
        .toList();
  }
}
