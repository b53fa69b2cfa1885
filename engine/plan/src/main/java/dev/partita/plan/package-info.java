/**
 * What queries of all languages ask of documents, as data. Start with {@link
 * dev.partita.plan.Predicate}: a filter over values with {@code undefined}, to which SQL, OData and
 * graph selections compile and by which indexes are chosen.
 *
 * <p>Languages differ in what they do with undefined, null, types and arrays. The form states one
 * precise meaning, which {@link dev.partita.plan.Predicate#test} defines. A language compiles to it
 * only what means exactly the same there; the rest becomes a {@link
 * dev.partita.plan.Predicate.Residual}, which the language evaluates itself.
 *
 * <p>Invariant: every document that a filter accepts passes its predicate, or may pass it; without
 * a residual the two are equivalent. All types are immutable records of values, without functions,
 * so that they can be sent to where the data is.
 */
@NullMarked
package dev.partita.plan;

import org.jspecify.annotations.NullMarked;
