/**
 * Reference executor: reads every document and evaluates every clause by the definition of the
 * language, without index. It defines what a query means; every faster executor must return the
 * same results. Start with {@link dev.partita.query.reference.ReferenceQuery}.
 */
@NullMarked
package dev.partita.query.reference;

import org.jspecify.annotations.NullMarked;
