package dev.partita.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.base.time.Clock;
import dev.partita.cli.shell.Environment;
import dev.partita.cli.shell.ExitCode;
import dev.partita.server.Node;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The help of all commands, and docs/cli.md, which is made of it. Run with {@code -Dcli.write=true}
 * to write the page anew.
 */
class HelpPageTest {

  private static final Path PAGE = Path.of("..", "..", "docs", "cli.md");
  private static final String BEGIN = "<!-- From here on this page is made from the help. -->\n";
  private static final List<String> OF_A_CONNECTION =
      List.of("--endpoint", "--key", "--key-file", "--ca-file", "--json", "--help");

  @TempDir private Path folder = Path.of("");

  @Test
  void thePageHasTheHelpOfEveryCommand() throws IOException {
    String page = Files.readString(PAGE);
    String made = page.substring(0, page.indexOf(BEGIN)) + BEGIN + reference();
    if (Boolean.getBoolean("cli.write")) {
      Files.writeString(PAGE, made);
    }
    assertThat(Files.readString(PAGE)).isEqualTo(made);
  }

  @Test
  void everyCommandExplainsItselfWithAnExample() {
    for (CommandSpec command : leaves(root())) {
      assertThat(command.usageMessage().description()).as(command.qualifiedName()).isNotEmpty();
      assertThat(command.usageMessage().footer())
          .as(command.qualifiedName())
          .allMatch(line -> line.contains("partita"))
          .isNotEmpty();
      for (OptionSpec option : command.options()) {
        if (!option.hidden()) {
          assertThat(option.description()).as(command.name() + option.longestName()).isNotEmpty();
        }
      }
    }
  }

  @Test
  void everyExitCodeIsExplained() throws IOException {
    String page = Files.readString(PAGE);
    for (ExitCode code : ExitCode.values()) {
      assertThat(page).contains("| %d | %s |".formatted(code.number(), code.description()));
    }
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  @Timeout(60)
  void bashCompletesCommandsAndOptions() throws Exception {
    Path script = folder.resolve("completion");
    Files.writeString(script, AutoComplete.bash("partita", new CommandLine(root())));
    // Simulates bash's completion after the tab key.
    assertThat(complete(script, "partita", "part")).contains("partition");
    assertThat(complete(script, "partita", "container", "create", "--part"))
        .contains("--partition-key");
  }

  private static String complete(Path script, String... words) throws Exception {
    String typed = String.join("' '", words);
    Process bash =
        new ProcessBuilder(
                "bash",
                "-c",
                "source '%s'; COMP_WORDS=('%s'); COMP_CWORD=%d; _complete_partita; echo"
                        .formatted(script, typed, words.length - 1)
                    + " \"${COMPREPLY[@]}\"")
            .redirectErrorStream(true)
            .start();
    String answer = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(bash.waitFor()).as(answer).isZero();
    return answer;
  }

  /** All commands with their descriptions, examples and options. */
  private static String reference() {
    var page = new StringBuilder();
    for (CommandSpec command : leaves(root())) {
      page.append("\n## ").append(command.qualifiedName()).append("\n\n");
      page.append(String.join(" ", command.usageMessage().description())).append("\n");
      String[] examples = command.usageMessage().footer();
      if (examples.length > 0) {
        page.append("\n```\n");
        for (String example : examples) {
          page.append(example.strip().replace("%%", "%")).append('\n');
        }
        page.append("```\n");
      }
      if (command.name().equals("serve")) {
        page.append(
            "\n"
                + "Its options are the [settings](settings.md), and one that is no setting:"
                + " `--salvage`, for one\n"
                + "start with a damaged write-ahead log. [Operations](guide/operations.md#damage)"
                + " says what it keeps and what it drops.\n");
        continue;
      }
      var rows = new ArrayList<String>();
      command
          .positionalParameters()
          .forEach(each -> rows.add(row(each.paramLabel(), each.description())));
      command.options().stream()
          .filter(each -> !each.hidden() && !OF_A_CONNECTION.contains(each.longestName()))
          .forEach(each -> rows.add(row(names(each), each.description())));
      if (!rows.isEmpty()) {
        page.append("\n| | |\n|---|---|\n").append(String.join("", rows));
      }
    }
    return page.toString();
  }

  private static String names(OptionSpec option) {
    String names = String.join(", ", option.names());
    boolean flag = option.arity().max() == 0;
    return names
        + (flag ? "" : " " + option.paramLabel())
        + (option.required() ? " (required)" : "");
  }

  private static String row(String name, String... description) {
    return "| `%s` | %s |%n"
        .formatted(
            name.replace("|", "\\|").replace(" (required)", ""),
            (name.endsWith(" (required)") ? "Required. " : "")
                + Ansi.OFF.string(String.join(" ", description)).replace("|", "\\|"))
        .replace(System.lineSeparator(), "\n");
  }

  private static List<CommandSpec> leaves(CommandSpec command) {
    if (command.subcommands().isEmpty()) {
      return List.of(command);
    }
    return command.subcommands().values().stream()
        .map(CommandLine::getCommandSpec)
        .distinct()
        .flatMap(each -> leaves(each).stream())
        .toList();
  }

  private static CommandSpec root() {
    var nowhere = new PrintWriter(Writer.nullWriter());
    return new CommandLine(
            Cli.root(
                new Environment(
                    Node::open,
                    Optional.of(
                        (data, findings, progress) -> {
                          throw new AssertionError("Nothing was to be checked");
                        }),
                    Map.of(),
                    InputStream.nullInputStream(),
                    nowhere,
                    nowhere,
                    () -> false,
                    () -> 0,
                    () -> 0,
                    Clock.system(),
                    Interruptions.never())))
        .getCommandSpec();
  }
}
