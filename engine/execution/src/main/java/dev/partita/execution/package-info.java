/**
 * Queries run over the items of a container, page by page. {@link
 * dev.partita.execution.ItemQueries} is the way in: it takes a {@link
 * dev.partita.execution.QueryRequest} and gives a {@link dev.partita.execution.QueryPage}.
 *
 * <p>What a query means is defined by {@link dev.partita.query.reference.ReferenceQuery} over all
 * items in the order of their keys; this package comes to the same results, reads less for them and
 * can stop after any row. A query runs in one of six ways:
 *
 * <ul>
 *   <li>{@code StreamRun}: results are given as the rows come. A page ends between two rows and the
 *       next one goes on there.
 *   <li>{@code OrderedRun}: all rows are read and the first of those that come after the last page
 *       are kept. Only a page of them is ever in memory.
 *   <li>{@code GroupedRun}: all rows are read into groups, and the groups are given in an order in
 *       which the next page can go on.
 *   <li>{@code CountRun}: items that are only counted are not read, if the sizes of partitions or
 *       the index say exactly how many there are.
 *   <li>{@code IdRun}: items of which no more than the id is wanted are not read either, if the
 *       index says exactly which they are and there are so many that they come in no other order
 *       than that of their keys.
 *   <li>{@code WholeRun}: for queries whose FROM makes one thing of many items. The plain executor
 *       runs, and the next page passes over what was given.
 * </ul>
 *
 * <p>Items are found by {@code Access}: all of them, in which case {@code Morsels} has other
 * threads read ahead, filter and group, or those that {@code CandidateSearch} finds in the index.
 * {@code NeededProperties} tells what is read of them, and {@code Covering} whether the index alone
 * will do.
 *
 * <p>What stays true: a continuation names keys and values, never partitions, so it is good after a
 * split, a merge or a restart; an item is charged once, in the page that reads it first; and no
 * query holds more than its limits allow, however large the container is.
 */
@NullMarked
package dev.partita.execution;

import org.jspecify.annotations.NullMarked;
