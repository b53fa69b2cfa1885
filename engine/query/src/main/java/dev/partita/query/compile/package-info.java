/**
 * Checking and compilation of queries, from trees to evaluators. {@link
 * dev.partita.query.compile.QueryChecker} finds the semantic errors of a parsed query; {@link
 * dev.partita.query.compile.ExpressionCompiler} compiles the expressions of a checked query; {@link
 * dev.partita.query.compile.ContainerTraits} and {@link dev.partita.query.compile.Parameters} are
 * what both need besides the tree.
 *
 * <p>What must stay true: all errors of a query that do not depend on data are found here, in the
 * order in which the service lists them; only checked queries are compiled.
 */
@NullMarked
package dev.partita.query.compile;

import org.jspecify.annotations.NullMarked;
