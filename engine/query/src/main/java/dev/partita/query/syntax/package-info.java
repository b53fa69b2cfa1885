/**
 * The text of queries: {@link dev.partita.query.syntax.Sql} turns it into a {@link
 * dev.partita.query.syntax.Query}, a tree of records, and {@link
 * dev.partita.query.syntax.SqlPrinter} turns a tree back into text. {@link
 * dev.partita.query.syntax.QueryErrors} describes what is wrong with a query in the form that
 * clients know.
 *
 * <p>What stays true: a tree that was printed and parsed again is equal to itself; the depth of a
 * tree is bounded, so that code over it may call itself; whether names and functions exist is not
 * asked here.
 */
@NullMarked
package dev.partita.query.syntax;

import org.jspecify.annotations.NullMarked;
