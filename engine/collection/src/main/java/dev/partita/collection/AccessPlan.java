package dev.partita.collection;

import dev.partita.base.bytes.KeyRange;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where to look for documents. Immutable.
 *
 * @param index that is used; null if there is none
 * @param entries whether the ranges are of its entries; else they are of records
 * @param ranges of entries or of records, in the order in which they are read; they do not overlap
 * @param multiple which of the ranges are of documents with several keys, each of which is given at
 *     its first key only
 * @param places within which the records are; null for anywhere
 * @param within the ranges of positions that may have any, of which the partitions are asked
 */
public record AccessPlan(
    @Nullable IndexSpec index,
    boolean entries,
    List<KeyRange> ranges,
    List<Boolean> multiple,
    @Nullable KeyRange places,
    KeyRange within,
    Kind kind) {

  /** What {@code explain} calls it. */
  public enum Kind {
    /** One document, by its id. */
    IDHACK,
    /** Entries of an index, then the documents. */
    IXSCAN,
    /** All documents, or all of one shard key value. */
    COLLSCAN
  }

  public AccessPlan {
    ranges = List.copyOf(ranges);
    multiple = List.copyOf(multiple);
  }
}
