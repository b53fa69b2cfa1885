/**
 * The command line. {@link dev.partita.cli.Main} is where the process begins and the only place
 * that ends it; {@link dev.partita.cli.Cli} has the commands. What a command needs from the engine
 * it asks for through a port of its own, such as {@link dev.partita.cli.Checker}.
 *
 * <p>What must stay true: results go to standard output, everything else to standard error; {@link
 * dev.partita.cli.ExitCode} says how a command ended.
 */
@NullMarked
package dev.partita.cli;

import org.jspecify.annotations.NullMarked;
