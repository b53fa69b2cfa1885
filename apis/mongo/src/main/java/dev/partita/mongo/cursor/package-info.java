/**
 * Cursors that clients have open: {@link dev.partita.mongo.cursor.ServerCursors} finds them by
 * their numbers, and ends those that nobody asks for any more.
 */
@NullMarked
package dev.partita.mongo.cursor;

import org.jspecify.annotations.NullMarked;
