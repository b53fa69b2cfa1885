package dev.partita.cli;

import dev.partita.base.time.Clock;
import dev.partita.cli.shell.Environment;
import dev.partita.cli.shell.Interrupts;
import dev.partita.cli.shell.TerminalSize;
import dev.partita.document.check.DataCheck;
import dev.partita.server.Carriers;
import dev.partita.server.Node;
import dev.partita.server.StoredModels;
import java.io.Console;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Entry point of the process: connects the commands to the standard streams, the environment and
 * the engine.
 */
public final class Main {

  private Main() {}

  public static void main(String[] arguments) {
    Carriers.addForServer();
    var environment =
        new Environment(
            Node::open,
            Optional.of(
                (folder, findings, progress) ->
                    DataCheck.folder(folder, StoredModels.ALL, findings, progress)),
            System.getenv(),
            System.in,
            new PrintWriter(System.out, true, charset(System.out)),
            new PrintWriter(System.err, true, charset(System.err)),
            Main::isWatched,
            TerminalSize::columns,
            TerminalSize::rows,
            Clock.system(),
            Interrupts.ofThisProcess());
    System.exit(Cli.run(environment, arguments));
  }

  /**
   * Encoding of the terminal, but UTF-8 where Java falls back to ASCII for lack of a locale: items
   * would lose their letters.
   */
  private static Charset charset(PrintStream stream) {
    return stream.charset().equals(StandardCharsets.US_ASCII)
        ? StandardCharsets.UTF_8
        : stream.charset();
  }

  private static boolean isWatched() {
    return Optional.ofNullable(System.console()).map(Console::isTerminal).orElse(false);
  }
}
