/**
 * Listeners and HTTP: the only code that knows Netty. Start with {@link
 * dev.partita.net.HttpServer}; an API is an {@link dev.partita.net.HttpHandler} from {@link
 * dev.partita.net.Request} to {@link dev.partita.net.Response}, and {@link dev.partita.net.Router}
 * joins several behind one port. A {@link dev.partita.net.BodyStream} makes a body that is written
 * for as long as somebody reads it.
 *
 * <p>What must stay true: everything a client can make the server hold is bounded by {@link
 * dev.partita.net.NetLimits}; the requests of one HTTP/1 connection are carried out one after the
 * other and answered in their order, those of an HTTP/2 connection at once; handlers run on virtual
 * threads and may block, the event loops never do; no answer ever shows a stack trace.
 */
@NullMarked
package dev.partita.net;

import org.jspecify.annotations.NullMarked;
