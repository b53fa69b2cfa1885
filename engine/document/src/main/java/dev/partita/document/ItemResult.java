package dev.partita.document;

import dev.partita.container.Outcome;
import dev.partita.container.OwnedPartition;
import dev.partita.throughput.RequestCharge;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a request on an item came to.
 *
 * @param version of the item as it is now or, if there is none to be shown, as it was; null only
 *     after {@link Kind#NOT_DUE}
 * @param lsn of the change or, for a read, of the partition
 * @param partition the physical partition that served it
 */
public record ItemResult(
    Kind kind, @Nullable StoredItem version, long lsn, int partition, RequestCharge charge) {

  /** What happened. */
  public enum Kind {
    CREATED,
    REPLACED,
    DELETED,
    READ,
    NOT_MODIFIED,
    EXPIRED,
    /** There was nothing that had expired. */
    NOT_DUE;

    boolean showsItem() {
      return this == CREATED || this == REPLACED || this == READ;
    }
  }

  /** As it is now; null after a removal and for a read that found what its sender has. */
  public @Nullable StoredItem item() {
    return kind.showsItem() ? version : null;
  }

  /** The entity tag of the version, with its quotes. */
  public String etag() {
    return Objects.requireNonNull(version, "There was no item.").etag();
  }

  /** The item of a result that has one: after a create, a replace or a read that found news. */
  public StoredItem requireItem() {
    StoredItem item = item();
    if (item == null) {
      throw new IllegalStateException("There is no item after " + kind + ".");
    }
    return item;
  }

  static ItemResult of(Outcome<ItemEffect> outcome) {
    return of(outcome.result(), outcome.lsn(), outcome.by());
  }

  static ItemResult of(ItemEffect effect, long lsn, OwnedPartition by) {
    return new ItemResult(effect.kind(), effect.version(), lsn, by.number(), effect.charge());
  }
}
