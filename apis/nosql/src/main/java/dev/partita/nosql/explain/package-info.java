/**
 * How a query is carried out, for operators: {@link dev.partita.nosql.explain.ExplainAction} runs
 * the first page of one and tells what each operator did and cost.
 *
 * <p>What must stay true: the request units in a plan add up to the charge of the page.
 */
@NullMarked
package dev.partita.nosql.explain;

import org.jspecify.annotations.NullMarked;
