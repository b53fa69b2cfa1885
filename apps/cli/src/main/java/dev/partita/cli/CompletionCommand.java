package dev.partita.cli;

import dev.partita.cli.shell.Command;
import dev.partita.cli.shell.Environment;
import dev.partita.cli.shell.ExitCode;
import dev.partita.cli.shell.OptionValue;
import java.util.List;
import java.util.function.Supplier;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** {@code partita completion}: prints the completion script for a shell. */
final class CompletionCommand {

  private CompletionCommand() {}

  /**
   * @param root builds the whole tree of commands, which only this command needs
   */
  static CommandSpec spec(Environment environment, Supplier<CommandSpec> root) {
    Command command =
        Command.named(
            "completion",
            "Print a script with which bash or zsh completes commands and options.",
            "source <(partita completion bash)",
            "partita completion zsh > ~/.partita-completion && echo source ~/.partita-completion >>"
                + " ~/.zshrc");
    OptionValue shell = command.positional(0, "bash|zsh", true, "The shell.");
    return command.does(
        () -> {
          shell.oneOf(List.of("bash", "zsh"));
          // The script detects by itself whether bash or zsh reads it.
          environment.out().print(AutoComplete.bash("partita", new CommandLine(root.get())));
          environment.out().flush();
          return ExitCode.OK;
        });
  }
}
