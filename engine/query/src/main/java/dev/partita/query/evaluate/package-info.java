/**
 * Compiled expressions: an {@link dev.partita.query.evaluate.Evaluator} returns a value for a
 * {@link dev.partita.query.evaluate.Row}. The classes here are the operators of the language and
 * define what they mean: how undefined propagates, how values of different types compare, and the
 * edge cases of arithmetic. Functions are in {@code dev.partita.query.function}, the compiler in
 * {@code dev.partita.query.compile}.
 *
 * <p>What must stay true: undefined is a result like any other and never an error; a number that is
 * not finite exists only between evaluators and never reaches a document.
 */
@NullMarked
package dev.partita.query.evaluate;

import org.jspecify.annotations.NullMarked;
