/**
 * Comparison with PostgreSQL: the same documents and the same queries in two databases. {@link
 * dev.partita.benchmarks.sql.SqlQuery} has each query in both languages, {@link
 * dev.partita.benchmarks.sql.SqlServer} is the interface to either database, and {@link
 * dev.partita.benchmarks.sql.SqlLoad} measures one.
 */
@NullMarked
package dev.partita.benchmarks.sql;

import org.jspecify.annotations.NullMarked;
