/**
 * Commands: {@link dev.partita.mongo.command.Commands} finds what carries one out by its name, with
 * its {@link dev.partita.mongo.command.Arguments}, and turns what it fails with into a reply.
 *
 * <p>What must stay true: an argument that a command does not know is refused by its name, and so
 * is one that it knows and cannot honour.
 */
@NullMarked
package dev.partita.mongo.command;

import org.jspecify.annotations.NullMarked;
