/**
 * How the items of a page are found and read, over one snapshot. Start with {@code ItemLoader},
 * which a page reads items, documents and index entries through, and counts them.
 *
 * <p>{@code ItemAccess} is either a scan of all items of a fragment or a lookup of {@code
 * Candidates}, which {@code CandidateSearch} finds for an {@code IndexCondition}: lists of keys
 * that are short enough to be read at once, walks over the entries of a term, intersections and
 * unions. {@code OrderedKeys} reads keys in the order of an index. Scans of many items are cut into
 * {@code Morsels}, which other threads filter or group ahead; {@code DocumentReadAhead} and {@code
 * KeyReadAhead} do the same for documents and for keys of long intersections.
 *
 * <p>Invariant: candidates contain every item of the fragments that meets the condition; the whole
 * filter is evaluated on each of them, unless the search was exact.
 */
@NullMarked
package dev.partita.execution.access;

import org.jspecify.annotations.NullMarked;
