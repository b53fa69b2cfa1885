/**
 * How every failure of the database is described: {@link dev.partita.base.error.DatabaseException}
 * carries an {@link dev.partita.base.error.ErrorCode}, a static message and a context of named
 * values. Each API turns the code into its own protocol's numbers.
 */
@NullMarked
package dev.partita.base.error;

import org.jspecify.annotations.NullMarked;
