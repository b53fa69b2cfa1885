/**
 * Expressions of the aggregation language. {@link
 * dev.partita.aggregation.expression.AggregationExpressions} parses them; the operators are in
 * classes by what they work on, each of which adds its own to {@link
 * dev.partita.aggregation.expression.Operators}.
 *
 * <p>What stays true: an expression is immutable and may be evaluated by several threads; a missing
 * value is Java's null, never a value; what an expression cannot do with its operands is an {@link
 * dev.partita.mql.MqlException} with MongoDB's code and text.
 */
@NullMarked
package dev.partita.aggregation.expression;

import org.jspecify.annotations.NullMarked;
