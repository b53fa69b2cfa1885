/**
 * The server: options, wiring, start and stop, nothing else. Start with {@link
 * dev.partita.server.PartitaServer}; {@link dev.partita.server.ServerOptions} says how it runs, and
 * {@link dev.partita.server.Setting} is the one list of what can be set.
 *
 * <p>What must stay true: a setting has one name and one meaning, whether it comes from a flag, the
 * environment or a file; nothing is half started when starting fails.
 */
@NullMarked
package dev.partita.server;

import org.jspecify.annotations.NullMarked;
