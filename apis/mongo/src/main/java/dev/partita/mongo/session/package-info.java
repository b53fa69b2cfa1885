/**
 * Sessions of clients: {@link dev.partita.mongo.session.ClientSessions} keeps those that are in
 * use. A session makes statements that are sent again wait for those that were sent first.
 */
@NullMarked
package dev.partita.mongo.session;

import org.jspecify.annotations.NullMarked;
