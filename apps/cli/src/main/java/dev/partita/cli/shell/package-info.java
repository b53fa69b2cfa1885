/**
 * Parts that all commands share: {@link dev.partita.cli.shell.Environment} is everything outside
 * the process, {@link dev.partita.cli.shell.Command} declares a command, {@link
 * dev.partita.cli.shell.Remote} connects it to a running server, {@link
 * dev.partita.cli.shell.Output} formats results for people or for programs, {@link
 * dev.partita.cli.shell.ExitCode} is how a command ends.
 *
 * <p>What must stay true: results go to standard output, everything else to standard error; the
 * account key goes to neither.
 */
@NullMarked
package dev.partita.cli.shell;

import org.jspecify.annotations.NullMarked;
