/**
 * From trees to evaluators. {@link dev.partita.query.compile.QueryChecker} finds what is wrong with
 * a query that the grammar allows; {@link dev.partita.query.compile.ExpressionCompiler} makes the
 * evaluators of a query that was checked; {@link dev.partita.query.compile.ContainerTraits} and
 * {@link dev.partita.query.compile.Parameters} are what both must know besides the text.
 *
 * <p>What stays true: all errors of a query that do not depend on data are found here, in the order
 * in which the service lists them; whoever compiles has checked first.
 */
@NullMarked
package dev.partita.query.compile;

import org.jspecify.annotations.NullMarked;
