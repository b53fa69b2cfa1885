package dev.partita.cli.shell;

/**
 * Exit codes of commands, for scripts. A server that a signal stops exits with the code of the
 * signal: 143 after SIGTERM, 130 after SIGINT.
 */
public enum ExitCode {
  OK(0, "Done."),
  FAILED(1, "The command did not succeed, or the check found damage."),
  USAGE(2, "The command line or a setting is not valid."),
  CANNOT_START(3, "The server cannot start: the port, the data or Java is to blame."),
  NOT_FOUND(4, "What was asked for does not exist on the server."),
  REFUSED(
      5, "The server refused: the key, a conflict, a condition, a limit or the request itself."),
  UNREACHABLE(6, "No server answers at the endpoint.");

  private final int number;
  private final String description;

  ExitCode(int number, String description) {
    this.number = number;
    this.description = description;
  }

  public int number() {
    return number;
  }

  public String description() {
    return description;
  }
}
