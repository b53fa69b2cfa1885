/**
 * Functions of the query language. {@link dev.partita.query.function.Functions} finds one by name;
 * {@link dev.partita.query.function.Function} declares the number of its arguments and compiles a
 * call; {@link dev.partita.query.function.Aggregate} has those over many rows. Each class of
 * functions has one subject.
 *
 * <p>What must stay true: an argument that is undefined or of an unexpected type makes the result
 * undefined, unless the function tests for just that; only the number of arguments is checked
 * before a query runs.
 */
@NullMarked
package dev.partita.query.function;

import org.jspecify.annotations.NullMarked;
