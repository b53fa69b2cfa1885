package dev.partita.cli;

import dev.partita.base.time.Clock;
import dev.partita.cli.shell.Environment;
import dev.partita.cli.shell.Interrupts;
import dev.partita.cli.shell.TerminalSize;
import dev.partita.document.check.DataCheck;
import dev.partita.server.Carriers;
import dev.partita.server.Node;
import java.io.Console;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Where the process begins: connects the commands to the world and to the engine. */
public final class Main {

  private Main() {}

  public static void main(String[] arguments) {
    Carriers.addForServer();
    var environment =
        new Environment(
            Node::open,
            Optional.of(DataCheck::folder),
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

  /** Java takes ASCII for a system that says nothing, where items would lose their letters. */
  private static Charset charset(PrintStream stream) {
    return stream.charset().equals(StandardCharsets.US_ASCII)
        ? StandardCharsets.UTF_8
        : stream.charset();
  }

  private static boolean isWatched() {
    return Optional.ofNullable(System.console()).map(Console::isTerminal).orElse(false);
  }
}
