package dev.partita.cli.shell;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * Declaration of a command. Built by hand rather than from annotations, which would cost reflection
 * at each start.
 */
public final class Command {

  private Callable<Integer> action =
      () -> {
        throw new IllegalStateException("The command does nothing");
      };
  private final CommandSpec spec;

  private Command(String name, String description) {
    this.spec = spec(name, description, () -> action.call());
  }

  /**
   * @param examples whole command lines, shown at the end of the help
   */
  public static Command named(String name, String description, String... examples) {
    Command command = new Command(name, description);
    withExamples(command.spec, examples);
    return command;
  }

  /** Adds whole command lines at the end of the help. */
  public static CommandSpec withExamples(CommandSpec spec, String... examples) {
    spec.usageMessage().footerHeading("%nExamples:%n").footer(escaped(examples));
    return spec;
  }

  /** Command that only has subcommands. */
  public static CommandSpec group(
      Environment environment, String name, String description, CommandSpec... commands) {
    CommandSpec group =
        spec(
            name,
            description,
            () -> {
              environment.err().printf("partita: %s what? Try: partita %s --help%n", name, name);
              return ExitCode.USAGE.number();
            });
    for (CommandSpec command : commands) {
      group.addSubcommand(command.name(), command);
    }
    return group;
  }

  /** Command with a name, a one-line description, help, and the exit codes at its end. */
  public static CommandSpec spec(String name, String description, Callable<Integer> action) {
    CommandSpec spec = CommandSpec.wrapWithoutInspection(action).name(name);
    spec.addOption(
        OptionSpec.builder("-h", "--help")
            .usageHelp(true)
            .description("Show this help and exit.")
            .build());
    spec.usageMessage()
        .description(description)
        .exitCodeListHeading("%nExit codes:%n")
        .exitCodeList(
            Arrays.stream(ExitCode.values())
                .collect(
                    Collectors.toMap(
                        code -> Integer.toString(code.number()),
                        ExitCode::description,
                        (first, second) -> first,
                        LinkedHashMap::new)));
    return spec;
  }

  /** Declares an option that must be given. The names are separated by commas. */
  public OptionValue required(String names, String label, String description) {
    return option(option(names).paramLabel(label).required(true).description(description));
  }

  public OptionValue optional(String names, String label, String description) {
    return option(option(names).paramLabel(label).description(description));
  }

  public OptionValue withDefault(String names, String label, String value, String description) {
    return option(
        option(names)
            .paramLabel(label)
            .defaultValue(value)
            .description(description + " (default " + value + ")"));
  }

  /** Declares an option that may be given more than once. */
  public OptionValue repeated(String names, String label, String description) {
    return option(
        option(names)
            .paramLabel(label)
            .type(List.class)
            .auxiliaryTypes(String.class)
            .description(description));
  }

  /** Declares an option without a value. */
  public OptionValue flag(String names, String description) {
    return option(
        OptionSpec.builder(names.split(","))
            .type(boolean.class)
            .arity("0")
            .defaultValue("false")
            .description(description));
  }

  /** Declares a flag for the launcher, which the help does not show. */
  public OptionValue hidden(String name) {
    return option(
        OptionSpec.builder(name).type(boolean.class).arity("0").defaultValue("false").hidden(true));
  }

  /** Declares a positional parameter. */
  public OptionValue positional(int place, String label, boolean required, String description) {
    PositionalParamSpec positional =
        PositionalParamSpec.builder()
            .index(Integer.toString(place))
            .paramLabel(label)
            .type(String.class)
            .arity(required ? "1" : "0..1")
            .required(required)
            .description(description)
            .build();
    spec.addPositional(positional);
    return new OptionValue(positional, label);
  }

  public CommandSpec does(Callable<ExitCode> body) {
    action = () -> body.call().number();
    return spec;
  }

  private static OptionSpec.Builder option(String names) {
    return OptionSpec.builder(names.split(",")).type(String.class).arity("1");
  }

  private OptionValue option(OptionSpec.Builder builder) {
    OptionSpec option = builder.build();
    spec.addOption(option);
    return new OptionValue(option, option.longestName());
  }

  /** Escapes examples, which picocli would otherwise take for format strings. */
  private static String[] escaped(String... examples) {
    return Arrays.stream(examples)
        .map(example -> "  " + example.replace("%", "%%"))
        .toArray(String[]::new);
  }
}
