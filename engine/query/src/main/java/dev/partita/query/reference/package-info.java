/**
 * Queries run in the plainest way: every document is read, every clause does what the language says
 * and nothing is looked up. This defines what a query means; anything faster must come to the same
 * results. {@link dev.partita.query.reference.ReferenceQuery} is the way in.
 */
@NullMarked
package dev.partita.query.reference;

import org.jspecify.annotations.NullMarked;
