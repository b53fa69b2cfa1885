/**
 * What the parts of MongoDB's language share: its failures ({@link dev.partita.mql.MqlException}),
 * collations, variables, and the interface to expressions of aggregation ({@link
 * dev.partita.mql.ExpressionParser}). Queries, updates and projections are in the packages below;
 * each is parsed once from BSON, and applied to any number of documents.
 *
 * <p>What stays true: nothing here knows storage. Whatever a client sends, the answer is a result
 * or an MqlException. Recursion goes no deeper than BSON nests.
 */
@NullMarked
package dev.partita.mql;

import org.jspecify.annotations.NullMarked;
