/**
 * The index of containers: which paths of documents are indexed ({@link
 * dev.partita.index.IndexingPolicy}), the entries that a document has, and how they are read.
 *
 * <p>Reading: {@link dev.partita.index.Indexes} says which paths and composite indexes may be used
 * at the moment; {@link dev.partita.index.TermRange} is an interval of values; {@link
 * dev.partita.index.IndexScan} names an index, an interval, the items (by position range or logical
 * partition) and a direction; {@link dev.partita.index.IndexReader} opens it over a segment or a
 * snapshot of one; {@link dev.partita.index.IndexCursor} walks over the entries.
 *
 * <pre>
 *   IndexReader index = new IndexReader(snapshot);
 *   IndexScan scan =
 *       IndexScan.of(IndexPath.of("address", "city"), TermRange.equalTo(city)).within(positions);
 *   try (IndexCursor entries = index.open(scan, after)) {
 *     while (entries.next()) {
 *       StoredRecord record = snapshot.get(entries.itemKey());
 *     }
 *   }
 * </pre>
 *
 * <p>What a reader can rely on:
 *
 * <ul>
 *   <li>An item has, for every indexed path, one entry for each different value there; arrays and
 *       objects have an entry of their type. Elements of arrays are at the path {@code /a/[]}.
 *   <li>Terms sort as {@link dev.partita.json.JsonValue#ORDER} does: undefined, null, false, true,
 *       numbers, strings by code point, arrays, objects. Values whose term is not exact (arrays,
 *       objects, strings of more than 128 bytes) are in order among others but not among those with
 *       the same term or, for strings, the same first 128 bytes.
 *   <li>An item without a value has no entry, except at paths for which {@link
 *       dev.partita.index.Indexes#listsUndefined} holds, and in composite indexes.
 *   <li>An expired item keeps its entries until it is removed. Whoever answers from entries alone
 *       must know that nothing expires.
 *   <li>Entries are written in the transaction of their item: entries and items of one snapshot
 *       agree. Which indexes are complete must be known for that snapshot too; {@code
 *       Items.indexedSnapshot} gives both.
 *   <li>Shapes are found with {@link dev.partita.index.SpatialIndex#near}: several scans that may
 *       meet an item more than once.
 * </ul>
 *
 * <p>What must stay true: no key names a physical partition, so a split or a merge moves nothing;
 * what an item's entries are follows from its document and the policy alone. The layout is in
 * docs/formats/index.md.
 */
@NullMarked
package dev.partita.index;

import org.jspecify.annotations.NullMarked;
