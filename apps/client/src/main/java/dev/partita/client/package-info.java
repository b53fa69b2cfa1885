/**
 * Small client of a running server: the NoSQL protocol with signed requests, and the admin API with
 * the account key itself. Made for the command line and the demo, which show statuses and charges
 * that the SDKs hide.
 *
 * <p>Start with {@link dev.partita.client.Client}: it sends an {@link
 * dev.partita.client.ClientRequest} and returns an {@link dev.partita.client.ClientResponse};
 * {@link dev.partita.client.Feed} iterates over pages.
 *
 * <p>What must stay true: the account key appears in no message; no more than a page of results is
 * kept in memory.
 */
@NullMarked
package dev.partita.client;

import org.jspecify.annotations.NullMarked;
