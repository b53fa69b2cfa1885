/**
 * Failures of the database: {@link dev.partita.base.error.DatabaseException} carries an {@link
 * dev.partita.base.error.ErrorCode}, a constant message and a context of named values. Each API
 * maps the code to its own protocol's numbers. {@link dev.partita.base.error.Reasons} describes
 * exceptions of libraries.
 */
@NullMarked
package dev.partita.base.error;

import org.jspecify.annotations.NullMarked;
