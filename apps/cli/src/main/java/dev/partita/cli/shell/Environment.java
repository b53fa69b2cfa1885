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
 * Everything a command needs from outside, so that tests can decide it.
 *
 * @param nodes what opens the data of a server
 * @param checker absent while no engine offers a check; the command does not exist then
 * @param variables the environment variables
 * @param in what is typed or piped in
 * @param isWatched whether a person follows the output; asked only by who cares, as finding out
 *     costs time
 * @param terminalColumns how wide the terminal is; 0 if nobody knows
 * @param terminalRows how high it is; 0 if nobody knows
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

  /**
   * How wide lines may be: what {@code COLUMNS} says, or the terminal. Asked for again each time.
   */
  public int columns() {
    return size("COLUMNS", terminalColumns, COLUMNS);
  }

  /** How many lines the terminal has: what {@code LINES} says, or the terminal itself. */
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
      // What is no number says nothing.
    }
    int known = terminal.getAsInt();
    return known > 0 ? Math.max(LEAST, known) : usual;
  }
}
