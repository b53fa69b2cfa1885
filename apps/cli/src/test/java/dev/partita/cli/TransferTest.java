package dev.partita.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.cli.Shell.Ran;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Import and export, over HTTP. */
@Timeout(120)
class TransferTest {

  private static final Shell shell = Shell.start();

  @TempDir private Path folder = Path.of("");

  @AfterAll
  static void stop() {
    shell.close();
  }

  @BeforeEach
  void makeContainers() {
    shell.interruptedBy(Interruptions.never());
    shell.run("database", "delete", "--name", "d", "--yes");
    shell.run("database", "create", "--name", "d");
    for (String name : List.of("a", "b")) {
      assertThat(
              shell
                  .run(
                      "container",
                      "create",
                      "-d",
                      "d",
                      "-n",
                      name,
                      "-p",
                      "/group",
                      "--throughput",
                      "6000")
                  .code())
          .isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"items.json", "items.jsonl", "items.csv"})
  void exportsWhatWasImported(String name) throws IOException {
    String file = path(name);
    assertThat(shell.type(lines(300), "import", "-d", "d", "-c", "a", "-").code()).isZero();
    Ran exported = shell.run("export", "-d", "d", "-c", "a", file);
    assertThat(exported.code()).isZero();
    assertThat(exported.err()).contains("Exported 300 items", " RU");
    Ran imported = shell.run("import", "-d", "d", "-c", "b", file);
    assertThat(imported.code()).isZero();
    assertThat(imported.err()).contains("Imported 300 items");
    assertThat(sorted("b")).isEqualTo(sorted("a")).hasSize(300);
    assertThat(Path.of(file + ".rejected")).doesNotExist();
    assertThat(Files.readString(Path.of(file))).doesNotContain("_etag");
  }

  @Test
  void reportsWhatItRejectsAndImportsTheRest() throws IOException {
    String file = path("mixed.jsonl");
    Files.writeString(
        Path.of(file),
        """
        {"id":"1","group":"g"}
        {"id": oops

        {"id":"1","group":"g","n":2}
        {"id":7,"group":"g"}
        {"id":"2","group":"g"}
        """);
    Ran ran = shell.run("import", "-d", "d", "-c", "a", file);
    assertThat(ran.code()).isEqualTo(1);
    assertThat(ran.err()).contains("Imported 2 items", "3 rejected", file + ".rejected");
    List<JsonObject> rejected =
        Files.readAllLines(Path.of(file + ".rejected")).stream()
            .map(line -> (JsonObject) JsonReader.DEFAULT.read(line))
            .toList();
    assertThat(rejected)
        .extracting(each -> each.at("line") + " " + each.at("status"))
        .containsExactlyInAnyOrder("2 0", "4 409", "5 400");
    assertThat(rejected).allMatch(each -> each.has("reason") && each.has("text"));
    assertThat(count("a")).isEqualTo(2);
    // With --upsert the same file replaces, in its order.
    assertThat(shell.run("import", "-d", "d", "-c", "a", "--upsert", file).err())
        .contains("Imported 3 items", "2 rejected");
    assertThat(
            shell
                .run("item", "read", "-d", "d", "-c", "a", "--id", "1", "-k", "g", "--json")
                .only()
                .at("n"))
        .isEqualTo(JsonNumber.of(2));
  }

  @Test
  void waitsForThroughputAndLosesNothing() {
    shell.run("container", "delete", "-d", "d", "-n", "a", "--yes");
    shell.run("container", "create", "-d", "d", "-n", "a", "-p", "/group", "--throughput", "400");
    // Some 6 RU each: more than twice of what a second allows.
    Ran ran = shell.type(lines(200), "import", "-d", "d", "-c", "a", "--parallel", "3", "-");
    assertThat(ran.code()).isZero();
    assertThat(ran.err()).contains("Imported 200 items").doesNotContain(" 0 waits");
    assertThat(count("a")).isEqualTo(200);
  }

  @Test
  void saysHowFarItGotAndGoesOnFromThere() throws IOException {
    Path file = Path.of(path("long.jsonl"));
    Files.writeString(file, lines(3_000));
    // The reader polls before each entry: this is ^C after some of them.
    shell.interruptedBy(Interruptions.afterQuestions(1_000));
    Ran stopped = shell.run("import", "-d", "d", "-c", "a", file.toString());
    assertThat(stopped.code()).isEqualTo(1);
    assertThat(stopped.err()).containsPattern("Go on with: --skip \\d+ --upsert");
    String skip = stopped.err().replaceAll("(?s).*--skip (\\d+).*", "$1");
    assertThat(count("a")).isBetween(Long.parseLong(skip), 2_999L);
    shell.interruptedBy(Interruptions.never());
    Ran rest =
        shell.run("import", "-d", "d", "-c", "a", "--skip", skip, "--upsert", file.toString());
    assertThat(rest.code()).isZero();
    assertThat(count("a")).isEqualTo(3_000);
  }

  @Test
  void stopsWhereTheServerSaysNo() throws IOException {
    Ran missing = shell.type(lines(3), "import", "-d", "d", "-c", "no", "-");
    assertThat(missing.code()).isEqualTo(4);
    assertThat(shell.run("import", "-d", "d", "-c", "a", path("none")).code()).isEqualTo(2);
    assertThat(shell.type("", "import", "-d", "d", "-c", "a", "--format", "xml", "-").code())
        .isEqualTo(2);
    assertThat(shell.type("", "import", "-d", "d", "-c", "a", "--parallel", "0", "-").code())
        .isEqualTo(2);
    assertThat(shell.run("export", "-d", "d", "-c", "no").code()).isEqualTo(4);
  }

  @Test
  void exportsPartsAndOverwritesOnlyIfTold() throws IOException {
    shell.type(lines(50), "import", "-d", "d", "-c", "a", "-");
    String file = path("part.jsonl");
    assertThat(
            shell
                .run(
                    "export",
                    "-d",
                    "d",
                    "-c",
                    "a",
                    "--query",
                    "SELECT c.id, c.n FROM c WHERE c.n < 5",
                    file)
                .code())
        .isZero();
    assertThat(Files.readAllLines(Path.of(file)))
        .hasSize(5)
        .contains("{\"id\":\"item-3\",\"n\":3}");
    Ran again = shell.run("export", "-d", "d", "-c", "a", file);
    assertThat(again.code()).isEqualTo(2);
    assertThat(again.err()).contains("--overwrite");
    assertThat(shell.run("export", "-d", "d", "-c", "a", "--overwrite", "-k", "g1", file).code())
        .isZero();
    assertThat(Files.readAllLines(Path.of(file))).hasSize(10);
    assertThat(shell.run("export", "-d", "d", "-c", "a", "--system-properties").json())
        .hasSize(50)
        .allMatch(item -> item.has("_etag"));
  }

  @Test
  void leavesAWholeFileWhenItIsInterrupted() throws IOException {
    shell.type(lines(2_500), "import", "-d", "d", "-c", "a", "-");
    String file = path("cut.json");
    shell.interruptedBy(Interruptions.afterQuestions(2));
    Ran stopped = shell.run("export", "-d", "d", "-c", "a", file);
    assertThat(stopped.code()).isEqualTo(1);
    assertThat(stopped.err()).contains("Stopped after 1,000 items");
    assertThat(JsonReader.DEFAULT.read(Files.readAllBytes(Path.of(file))).toString())
        .startsWith("[{");
  }

  private String path(String name) {
    return folder.resolve(name).toString();
  }

  private static String lines(int count) {
    return IntStream.range(0, count)
        .mapToObj(
            i ->
                "{\"id\":\"item-%d\",\"group\":\"g%d\",\"n\":%d,\"text\":\"é, \\\"%d\\\"\"}%n"
                    .formatted(i, i % 5, i, i))
        .collect(Collectors.joining());
  }

  private static long count(String container) {
    return Long.parseLong(
        shell
            .run("query", "-d", "d", "-c", container, "SELECT VALUE COUNT(1) FROM c")
            .out()
            .strip());
  }

  private static List<String> sorted(String container) {
    return shell.run("export", "-d", "d", "-c", container).out().lines().sorted().toList();
  }
}
