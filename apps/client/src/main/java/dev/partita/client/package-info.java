/**
 * A small client of a running server: the NoSQL protocol with signed requests, and the admin API
 * with the key itself. For the command line and the demo, which want to see statuses and charges as
 * they are, where the SDKs hide them.
 *
 * <p>Start with {@link dev.partita.client.Client}: it sends an {@link dev.partita.client.Ask} and
 * gives an {@link dev.partita.client.Answer}; {@link dev.partita.client.Feed} goes through pages.
 *
 * <p>What must stay true: the key of the account appears in no message; nothing is collected that
 * could be handed on page by page.
 */
@NullMarked
package dev.partita.client;

import org.jspecify.annotations.NullMarked;
