/**
 * How a client is told to run a query that many partitions answer. {@link
 * dev.partita.query.plan.QueryPlanner} makes a {@link dev.partita.query.plan.QueryPlan}: the query
 * to send to each partition, and what to do with the rows that come back. Clients of the service
 * ask for plans before they fan out; the text of the rewritten query and the names in the JSON are
 * theirs to read, so both are exactly those of the service.
 *
 * <p>The rewritten query is an ordinary one once the client has replaced the placeholders in it; a
 * server runs it like any other. {@link dev.partita.query.plan.QueryInfo} is the plan of most
 * queries, {@link dev.partita.query.plan.HybridSearchInfo} that of ORDER BY RANK.
 */
@NullMarked
package dev.partita.query.plan;

import org.jspecify.annotations.NullMarked;
