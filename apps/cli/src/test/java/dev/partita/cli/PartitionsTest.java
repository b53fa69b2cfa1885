package dev.partita.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.cli.Shell.Ran;
import dev.partita.json.JsonObject;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The commands on partitions, over HTTP. */
@Timeout(60)
class PartitionsTest {

  private static final Shell shell = Shell.start();

  @BeforeAll
  static void makeItems() {
    shell.run("database", "create", "--name", "d");
    shell.run("container", "create", "-d", "d", "-n", "c", "-p", "/k", "--throughput", "6000");
    String lines =
        IntStream.range(0, 200)
            .mapToObj(i -> "{\"id\":\"%d\",\"k\":\"key %d\"}\n".formatted(i, i % 20))
            .collect(Collectors.joining());
    assertThat(shell.type(lines, "import", "-d", "d", "-c", "c", "-").code()).isZero();
  }

  @AfterAll
  static void stop() {
    shell.close();
  }

  @Test
  void showsSplitsAndMergesThem() {
    Ran table = run("list");
    assertThat(table.out())
        .containsPattern("ID +FROM +TO +ITEMS +SIZE +SHARE")
        .containsPattern("0 +the start +the end +200 .*6,000 RU/s")
        .contains("░")
        .contains("KEY  Data is spread evenly over 20 values of the key; the largest has 5 %");
    assertThat(ids()).containsExactly("\"0\"");

    JsonObject split = run("split", "--id", "0", "--json").only();
    assertThat(split.at("state")).hasToString("\"done\"");
    assertThat(ids()).containsExactly("\"1\"", "\"2\"");

    Ran located = run("locate", "-k", "key 3");
    assertThat(located.out())
        .containsPattern("PARTITION +[12]")
        .containsPattern("EXISTS +true")
        .containsPattern("ITEMS +10");
    assertThat(run("locate", "-k", "nobody", "--json").only().at("exists")).hasToString("false");

    assertThat(run("lineage").out())
        .containsPattern("0 +1, 2 +false")
        .containsPattern("1 +0 +true");

    Ran merged = run("merge", "--left", "1", "--right", "2");
    assertThat(merged.code()).isZero();
    assertThat(merged.out()).containsPattern("STATE +done");
    assertThat(ids()).containsExactly("\"3\"");

    assertThat(run("history").out()).contains("OLDEST FIRST").containsPattern("(?m)^\\d ");
    assertThat(run("history", "--json", "--minutes", "1").only().has("times")).isTrue();
  }

  @Test
  void tellsWhatIsNotPossible() {
    assertThat(run("split", "--id", "99").code()).isIn(4, 5);
    assertThat(run("split").code()).isEqualTo(2);
    assertThat(run("history", "--minutes", "0").code()).isEqualTo(2);
    assertThat(shell.run("partition", "list", "-d", "d", "-c", "none").code()).isEqualTo(4);
    assertThat(shell.run("partition", "list", "-d", "d", "-c", "c", "--key", "AAAA").code())
        .isIn(0, 5);
  }

  private static List<String> ids() {
    return run("list", "--json").json().stream().map(each -> each.at("id").toString()).toList();
  }

  private static Ran run(String... arguments) {
    String[] all = Arrays.copyOf(new String[] {"partition"}, arguments.length + 5);
    System.arraycopy(arguments, 0, all, 1, arguments.length);
    List<String> container = List.of("-d", "d", "-c", "c");
    for (int i = 0; i < container.size(); i++) {
      all[arguments.length + 1 + i] = container.get(i);
    }
    return shell.run(all);
  }
}
