package dev.partita.execution.plan;

import dev.partita.document.StoredItem;
import dev.partita.plan.Predicate;

/**
 * The filter of a language other than SQL. The predicate chooses the index and the fragments; the
 * language itself decides about each item. Immutable.
 *
 * @param predicate what the filter compiles to
 * @param accepts whether the filter accepts an item: a subset of those that may pass the predicate.
 *     Called on the page's thread
 */
public record ItemSelection(
    Predicate predicate, java.util.function.Predicate<StoredItem> accepts) {}
