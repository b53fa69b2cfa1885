/**
 * Commands that show and change the resources of a running server: databases, containers, items,
 * partitions, throughput and scripts. Each class is a resource with its verbs; {@link
 * dev.partita.cli.resource.QueryCommand} is the one to start with.
 *
 * <p>What must stay true: results of any length are printed page by page; nothing is deleted
 * without the user's confirmation.
 */
@NullMarked
package dev.partita.cli.resource;

import org.jspecify.annotations.NullMarked;
