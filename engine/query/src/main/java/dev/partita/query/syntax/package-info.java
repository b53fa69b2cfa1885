/**
 * Syntax of queries: {@link dev.partita.query.syntax.Sql} parses text into a {@link
 * dev.partita.query.syntax.Query}, a tree of records, and {@link
 * dev.partita.query.syntax.SqlPrinter} prints a tree as text. {@link
 * dev.partita.query.syntax.QueryErrors} describes the errors of a query in the form that clients
 * know.
 *
 * <p>What must stay true: a tree that was printed and parsed again is equal to itself; the depth of
 * a tree is bounded, so that code over it may be recursive; whether names and functions exist is
 * checked later, in {@code dev.partita.query.compile}.
 */
@NullMarked
package dev.partita.query.syntax;

import org.jspecify.annotations.NullMarked;
