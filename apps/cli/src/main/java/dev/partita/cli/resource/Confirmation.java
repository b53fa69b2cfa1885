package dev.partita.cli.resource;

import dev.partita.base.error.DatabaseException;
import dev.partita.cli.shell.Command;
import dev.partita.cli.shell.Environment;
import dev.partita.cli.shell.OptionValue;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Confirmation that something is to be deleted: an option, or an answer at the terminal. */
final class Confirmation {

  private final Environment environment;
  private final OptionValue yes;

  Confirmation(Environment environment, Command command) {
    this.environment = environment;
    this.yes = command.flag("--yes,-y", "Do not ask whether this is meant.");
  }

  /**
   * @throws DatabaseException BAD_REQUEST if the user declines, or standard input is no terminal
   */
  void require(String what) {
    if (yes.isOn()) {
      return;
    }
    if (!environment.isWatched().getAsBoolean()) {
      throw DatabaseException.badRequest("To delete without being asked, add --yes")
          .with("delete", what);
    }
    environment.err().print("Delete " + what + "? [y/N] ");
    environment.err().flush();
    try {
      // Not closed: standard input belongs to the process.
      String response =
          new BufferedReader(new InputStreamReader(environment.in(), StandardCharsets.UTF_8))
              .readLine();
      if (response == null || !response.strip().toLowerCase(Locale.ROOT).startsWith("y")) {
        throw DatabaseException.badRequest("Nothing was deleted");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
