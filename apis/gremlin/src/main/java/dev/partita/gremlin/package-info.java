/**
 * The Gremlin API: traversals of graphs over WebSocket and HTTP, for unmodified drivers. {@link
 * dev.partita.gremlin.GremlinApi} is where it begins.
 */
@NullMarked
package dev.partita.gremlin;

import org.jspecify.annotations.NullMarked;
