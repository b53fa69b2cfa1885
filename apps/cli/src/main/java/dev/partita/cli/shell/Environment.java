package dev.partita.cli.shell;

import dev.partita.base.time.Clock;
import dev.partita.server.Node;
import dev.partita.server.ServerOptions;
import java.io.InputStream;
import java.io.PrintWriter;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.IntSupplier;

/**
 * Everything a command needs from outside the process, replaceable in tests.
 *
 * @param nodes opens the data of a server
 * @param checker absent while the engine offers no check; the command does not exist then
 * @param variables the environment variables
 * @param in standard input
 * @param isWatched whether standard error is a terminal; evaluated only where needed, as finding
 *     out costs time
 * @param terminalColumns width of the terminal; 0 if unknown
 * @param terminalRows height of the terminal; 0 if unknown
 * @param interrupts how a command learns that it is to end
 */
public record Environment(
    Function<ServerOptions, Node> nodes,
    Optional<Checker> checker,
    Map<String, String> variables,
    InputStream in,
    PrintWriter out,
    PrintWriter err,
    BooleanSupplier isWatched,
    IntSupplier terminalColumns,
    IntSupplier terminalRows,
    Clock clock,
    Interrupts interrupts) {

  private static final int COLUMNS = 80;
  private static final int ROWS = 24;
  private static final int LEAST = 20;

  /** Width of lines: what {@code COLUMNS} says, or else the terminal. Evaluated at each call. */
  public int columns() {
    return size("COLUMNS", terminalColumns, COLUMNS);
  }

  /** Height of the terminal: what {@code LINES} says, or else the terminal itself. */
  public int rows() {
    return size("LINES", terminalRows, ROWS);
  }

  private int size(String variable, IntSupplier terminal, int usual) {
    try {
      int given = Integer.parseInt(variables.getOrDefault(variable, "0"));
      if (given > 0) {
        return Math.max(LEAST, given);
      }
    } catch (NumberFormatException e) {
      // A value that is not a number is ignored.
    }
    int known = terminal.getAsInt();
    return known > 0 ? Math.max(LEAST, known) : usual;
  }
}
