package dev.partita.cli.shell;

import dev.partita.base.error.DatabaseException;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.ArgSpec;

/** Value of an option or of a positional parameter; read when the command runs. */
public final class OptionValue {

  private final ArgSpec argument;
  private final String name;

  OptionValue(ArgSpec argument, String name) {
    this.argument = argument;
    this.name = name;
  }

  public Optional<String> optional() {
    return Optional.ofNullable(argument.getValue());
  }

  /** The text; only for options that are required or have a default. */
  public String text() {
    return optional().orElseThrow(() -> new IllegalStateException(name + " may be missing"));
  }

  public boolean isOn() {
    Boolean value = argument.getValue();
    return Boolean.TRUE.equals(value);
  }

  /** All values of an option that may be repeated. */
  public List<String> texts() {
    List<String> values = argument.getValue();
    return values == null ? List.of() : values;
  }

  /** Value as a whole number within bounds, if one was given. */
  public Optional<Long> number(long least, long most) {
    Optional<String> text = optional();
    if (text.isEmpty()) {
      return Optional.empty();
    }
    try {
      long value = Long.parseLong(text.get().strip());
      if (value >= least && value <= most) {
        return Optional.of(value);
      }
    } catch (NumberFormatException e) {
      throw outside(text.get(), least, most);
    }
    throw outside(text.get(), least, most);
  }

  public int number(int least, int most) {
    return number((long) least, (long) most).orElseThrow(IllegalStateException::new).intValue();
  }

  private DatabaseException outside(String text, long least, long most) {
    return invalid("The option takes a whole number")
        .with("value", text)
        .with("from", least)
        .with("to", most);
  }

  /** Value as one of several words. */
  public String oneOf(List<String> words) {
    String text = text();
    if (words.contains(text)) {
      return text;
    }
    throw invalid("The option takes one of a few words")
        .with("value", text)
        .with("words", String.join(", ", words));
  }

  /** Failure that names this option. */
  public DatabaseException invalid(String text) {
    return DatabaseException.badRequest(text).with("option", name);
  }
}
