/**
 * What becomes of the requests of clients, as operators see it: {@link
 * dev.partita.admin.requests.Observed} stands before an API and counts each of its requests, and
 * {@link dev.partita.admin.requests.RequestLog} keeps some of them.
 *
 * <p>What must stay true: what a request that nobody looks at pays is two readings of the clock and
 * a few additions.
 */
@NullMarked
package dev.partita.admin.requests;

import org.jspecify.annotations.NullMarked;
