/**
 * Expressions ready to run: an {@link dev.partita.query.evaluate.Evaluator} gives a value for a
 * {@link dev.partita.query.evaluate.Row}. The classes here are the operators of the language and
 * define what they mean: how undefined spreads, when values of different types compare, what
 * arithmetic does at its edges. Functions are in a package of their own; making evaluators from
 * trees is another.
 *
 * <p>What stays true: undefined is a result like any other and never an error; a number that is not
 * finite exists only between evaluators and never reaches a document.
 */
@NullMarked
package dev.partita.query.evaluate;

import org.jspecify.annotations.NullMarked;
