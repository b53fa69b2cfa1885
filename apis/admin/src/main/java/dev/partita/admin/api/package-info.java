/**
 * The admin API over HTTP: what operators and their tools ask a server about itself. {@link
 * dev.partita.admin.api.AdminModule} is its entry in the server's list, and {@link
 * dev.partita.admin.api.AdminApi} passes each request to what it addresses; what other protocols do
 * for operators it finds by name.
 *
 * <p>What must stay true: without a key nothing of the data is shown, save to developers on their
 * own machine; a page from elsewhere cannot use their browser to ask.
 */
@NullMarked
package dev.partita.admin.api;

import org.jspecify.annotations.NullMarked;
