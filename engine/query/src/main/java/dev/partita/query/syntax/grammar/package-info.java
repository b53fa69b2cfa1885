/**
 * Grammar of the query language and its generated parser. {@link
 * dev.partita.query.syntax.grammar.TreeBuilder} is the hand-written part of the parser. Used by
 * {@link dev.partita.query.syntax.Sql} only.
 */
@NullMarked
package dev.partita.query.syntax.grammar;

import org.jspecify.annotations.NullMarked;
