/**
 * The grammar of the query language and what is generated from it. {@link
 * dev.partita.query.syntax.grammar.TreeBuilder} is the part of the parser that is written by hand.
 * For the use of {@link dev.partita.query.syntax.Sql} alone, which is the way in.
 */
@NullMarked
package dev.partita.query.syntax.grammar;

import org.jspecify.annotations.NullMarked;
