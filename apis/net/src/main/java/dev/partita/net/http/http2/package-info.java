/**
 * HTTP/2: {@link dev.partita.net.http.http2.Http2Protocol} says what a connection consists of, and
 * each of its streams is an exchange of one request and one answer.
 *
 * <p>What must stay true: the requests of a connection are carried out at once, up to a bound that
 * streams taken back count against until what they began has ended; a client that leaves much
 * unread has no more done for it.
 */
@NullMarked
package dev.partita.net.http.http2;

import org.jspecify.annotations.NullMarked;
