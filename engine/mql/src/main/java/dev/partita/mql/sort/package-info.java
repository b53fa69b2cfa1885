/**
 * Sorting: {@link dev.partita.mql.sort.SortPattern} compares documents by the fields of a sort and
 * gives them keys.
 *
 * <p>What stays true: the order of keys is the order of documents.
 */
@NullMarked
package dev.partita.mql.sort;

import org.jspecify.annotations.NullMarked;
