/**
 * The functions of the query language. {@link dev.partita.query.function.Functions} finds one by
 * name; {@link dev.partita.query.function.Function} says how many arguments it takes and makes the
 * evaluator of a call; {@link dev.partita.query.function.Aggregate} has those that work on many
 * rows. Each class of functions has one subject.
 *
 * <p>What stays true: an argument that is undefined or of another type than the function is for
 * makes the result undefined, unless the function is about just that; only the number of arguments
 * is checked before a query runs.
 */
@NullMarked
package dev.partita.query.function;

import org.jspecify.annotations.NullMarked;
