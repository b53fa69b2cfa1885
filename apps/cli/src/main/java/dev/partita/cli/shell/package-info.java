/**
 * What all commands share: {@link dev.partita.cli.shell.Environment} is the world around them,
 * {@link dev.partita.cli.shell.Command} how one is declared, {@link dev.partita.cli.shell.Remote}
 * how one asks a running server, {@link dev.partita.cli.shell.Output} how results are shown to
 * people or to programs, {@link dev.partita.cli.shell.ExitCode} how a command ends.
 *
 * <p>What must stay true: results go to standard output, everything else to standard error; the
 * account's key to neither.
 */
@NullMarked
package dev.partita.cli.shell;

import org.jspecify.annotations.NullMarked;
