package dev.partita.document;

import dev.partita.container.OwnedPartition;
import dev.partita.throughput.RequestCharge;
import org.jspecify.annotations.Nullable;

/**
 * What a request on an item came to.
 *
 * @param item as it is now; null after a delete and for a read that found what its sender has
 * @param lsn of the change or, for a read, of the partition
 * @param partition the physical partition that served it
 */
public record ItemResult(
    Kind kind,
    @Nullable StoredItem item,
    String etag,
    long lsn,
    int partition,
    RequestCharge charge) {

  /** What happened. */
  public enum Kind {
    CREATED,
    REPLACED,
    DELETED,
    READ,
    NOT_MODIFIED
  }

  /** The item of a result that has one: after a create, a replace or a read that found news. */
  public StoredItem requireItem() {
    if (item == null) {
      throw new IllegalStateException("There is no item after " + kind + ".");
    }
    return item;
  }

  static ItemResult of(ItemEffect effect, long lsn, OwnedPartition by) {
    return new ItemResult(
        effect.kind(), effect.item(), effect.etag(), lsn, by.number(), effect.charge());
  }
}
