package dev.partita.cli;

import dev.partita.server.Setting;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * Where the data of a server is, as far as a glance at its command line tells. To read that
 * properly takes a third of a start, in which other things can be done already; they must bear it
 * that the glance was wrong.
 */
final class DataGlance {

  private DataGlance() {}

  /** The folder; empty if the command starts no server or the data is in memory. */
  static Optional<Path> at(Map<String, String> variables, String... arguments) {
    if (arguments.length == 0 || !arguments[0].equals("serve")) {
      return Optional.empty();
    }
    String flag = Setting.DATA.flag();
    String folder = variables.getOrDefault(Setting.DATA.variable(), Setting.DATA.defaultText());
    for (int i = 1; i < arguments.length; i++) {
      String argument = arguments[i];
      if (argument.equals(Setting.IN_MEMORY.flag())) {
        return Optional.empty();
      } else if (argument.startsWith(flag + "=")) {
        folder = argument.substring(flag.length() + 1);
      } else if (argument.equals(flag) && i + 1 < arguments.length) {
        folder = arguments[i + 1];
      }
    }
    try {
      return Optional.of(Path.of(folder));
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }
}
