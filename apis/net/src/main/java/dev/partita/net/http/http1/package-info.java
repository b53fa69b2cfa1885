/**
 * HTTP/1.0 and 1.1: {@link dev.partita.net.http.http1.Http1Protocol} says what a connection
 * consists of.
 *
 * <p>What must stay true: the requests of a connection are carried out one after the other and
 * answered in their order; what two readers could understand differently is refused, and the
 * connection closed.
 */
@NullMarked
package dev.partita.net.http.http1;

import org.jspecify.annotations.NullMarked;
