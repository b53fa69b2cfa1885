/**
 * The failures that clients of tables know: {@link dev.partita.table.error.TableError} is the list,
 * and makes the exceptions that carry them. Whatever else fails is translated to the nearest of
 * them.
 */
@NullMarked
package dev.partita.table.error;

import org.jspecify.annotations.NullMarked;
