/**
 * HTTP, whatever its version: an API is an {@link dev.partita.net.http.HttpHandler} from {@link
 * dev.partita.net.http.Request} to {@link dev.partita.net.http.Response}, and {@link
 * dev.partita.net.http.Router} joins several behind one port. A {@link
 * dev.partita.net.http.BodyStream} makes a body that is written while it goes out. {@link
 * dev.partita.net.http.HttpService} carries out what the packages below have read and answers what
 * they are to write.
 *
 * <p>What must stay true: what is wrong with a request is found here and answered alike in each
 * version; handlers are called on event loops and pass their work on to the executor of the
 * request; no answer ever shows a stack trace.
 */
@NullMarked
package dev.partita.net.http;

import org.jspecify.annotations.NullMarked;
