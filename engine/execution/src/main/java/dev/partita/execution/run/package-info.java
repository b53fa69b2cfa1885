/**
 * The ways to compute a page, and the choice among them. {@code Planner} chooses a {@code Run} for
 * each page anew; {@code PageContext} is what a run works with. {@code Operators} describes for
 * EXPLAIN what was done.
 *
 * <ul>
 *   <li>{@code StreamRun}: results are returned as rows come. A page ends between two rows, and the
 *       next one continues there.
 *   <li>{@code OrderedRun}: all rows are read, and the first of those after the last page are kept.
 *       Only a page of them is ever in memory.
 *   <li>{@code IndexOrderRun}: rows come in the order of an index.
 *   <li>{@code GroupedRun}: all rows are read into groups, which are returned in an order in which
 *       the next page can continue.
 *   <li>{@code CachedGroupsRun}: a page of groups that the page before has computed.
 *   <li>{@code CountRun}: items are counted without reading them, where the sizes of partitions or
 *       the index are exact.
 *   <li>{@code IdRun}: only ids are selected, which the index has.
 *   <li>{@code WholeRun}: for queries whose FROM combines several items. The reference executor
 *       runs, and later pages pass over what was returned before.
 * </ul>
 */
@NullMarked
package dev.partita.execution.run;

import org.jspecify.annotations.NullMarked;
