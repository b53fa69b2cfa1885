package dev.partita.cli;

import dev.partita.base.time.Clock;
import dev.partita.server.EngineFactory;
import java.io.PrintWriter;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Everything a command needs from outside, so that tests can decide it.
 *
 * @param checker absent while no engine offers a check; the command does not exist then
 * @param variables the environment variables
 * @param isWatched whether a person follows the output; asked only by who cares, as finding out
 *     costs time
 */
record Environment(
    EngineFactory engines,
    Optional<Checker> checker,
    Map<String, String> variables,
    PrintWriter out,
    PrintWriter err,
    BooleanSupplier isWatched,
    Clock clock) {}
