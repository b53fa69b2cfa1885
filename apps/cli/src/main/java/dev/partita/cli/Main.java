package dev.partita.cli;

import dev.partita.base.time.Clock;
import dev.partita.document.check.DataCheck;
import dev.partita.server.Node;
import java.io.Console;
import java.io.PrintWriter;
import java.util.Optional;

/** Where the process begins: connects the commands to the world and to the engine. */
public final class Main {

  private Main() {}

  public static void main(String[] arguments) {
    var environment =
        new Environment(
            Node::open,
            Optional.of(DataCheck::folder),
            System.getenv(),
            new PrintWriter(System.out, true, System.out.charset()),
            new PrintWriter(System.err, true, System.err.charset()),
            Main::isWatched,
            Clock.system());
    System.exit(Cli.run(environment, arguments));
  }

  private static boolean isWatched() {
    return Optional.ofNullable(System.console()).map(Console::isTerminal).orElse(false);
  }
}
