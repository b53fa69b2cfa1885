/**
 * The commands that look at and change what a running server has: databases, containers, items,
 * partitions, throughput and scripts. Each class is a noun with its verbs; {@link
 * dev.partita.cli.resource.QueryCommand} is the one that most people want.
 *
 * <p>What must stay true: results of any length are printed page by page; nothing is deleted that
 * the user has not confirmed.
 */
@NullMarked
package dev.partita.cli.resource;

import org.jspecify.annotations.NullMarked;
