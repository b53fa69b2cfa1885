package dev.partita.cli.shell;

import dev.partita.base.time.Clock;
import dev.partita.server.EngineFactory;
import java.io.InputStream;
import java.io.PrintWriter;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Everything a command needs from outside, so that tests can decide it.
 *
 * @param checker absent while no engine offers a check; the command does not exist then
 * @param variables the environment variables
 * @param in what is typed or piped in
 * @param isWatched whether a person follows the output; asked only by who cares, as finding out
 *     costs time
 * @param interrupts how a command learns that it is to end
 */
public record Environment(
    EngineFactory engines,
    Optional<Checker> checker,
    Map<String, String> variables,
    InputStream in,
    PrintWriter out,
    PrintWriter err,
    BooleanSupplier isWatched,
    Clock clock,
    Interrupts interrupts) {}
