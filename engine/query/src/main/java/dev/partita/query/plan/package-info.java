/**
 * Plans by which a client runs a query over many partitions. {@link
 * dev.partita.query.plan.QueryPlanner} creates a {@link dev.partita.query.plan.QueryPlan}: the
 * query to send to each partition, and how to merge the rows that come back. Clients of the service
 * ask for plans before they fan out and parse the rewritten query and the JSON, so both are exactly
 * those of the service.
 *
 * <p>The rewritten query is an ordinary one once the client has replaced its placeholders; a server
 * runs it like any other. {@link dev.partita.query.plan.QueryInfo} is the plan of most queries,
 * {@link dev.partita.query.plan.HybridSearchInfo} that of ORDER BY RANK.
 */
@NullMarked
package dev.partita.query.plan;

import org.jspecify.annotations.NullMarked;
