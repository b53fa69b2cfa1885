package dev.partita.index;

import dev.partita.partition.LogicalKey;
import dev.partita.partition.RecordKey;
import dev.partita.partition.Transaction;
import dev.partita.storage.Batch;
import dev.partita.storage.Family;

/**
 * The writes that take an item's entries from one version to another.
 *
 * @param writes to be made in the item's own transaction
 * @param removed how many entries only the earlier version has
 * @param written how many entries only the later version has
 */
public record EntryChange(Batch writes, int removed, int written) {

  /** What an operation takes in a batch besides the entry and the item. */
  private static final int OPERATION_BYTES = 16;

  public static final EntryChange NOTHING = new EntryChange(new Batch(0), 0, 0);

  /** The entries of one item in the store. */
  public record Item(byte[] segment, byte[] key) {

    /** What the entries take in a batch, and about what one more takes. */
    private int room(Entries before, Entries after) {
      int operations = before.size() + after.size() + 1;
      return before.sizeBytes() + after.sizeBytes() + operations * (key.length + OPERATION_BYTES);
    }

    /**
     * @param segment what the keys of all entries begin with: {@link Transaction#keyPrefix}
     */
    public static Item of(byte[] segment, LogicalKey logical, byte[] id) {
      return new Item(segment, RecordKey.encode(logical, id));
    }
  }

  /** Makes the writes. */
  public void write(Transaction transaction) {
    transaction.writeIndex(writes);
  }

  /** The same writes with the counts of another change. */
  public EntryChange countedAs(EntryChange other) {
    return new EntryChange(writes, other.removed, other.written);
  }

  /** From entries that are there to others: what both have is left alone. */
  public static EntryChange between(Item item, Entries before, Entries after) {
    return of(item, before, after, false);
  }

  /** From entries some of which may not be there: all that shall be there is written. */
  public static EntryChange completing(Item item, Entries before, Entries after) {
    return of(item, before, after, true);
  }

  /** This change and one of further entries of the item, which do not count. */
  public EntryChange with(Item item, Entries before, Entries after) {
    EntryChange _ = of(item, before, after, false, writes);
    return this;
  }

  private static EntryChange of(Item item, Entries before, Entries after, boolean completing) {
    return of(item, before, after, completing, new Batch(item.room(before, after)));
  }

  private static EntryChange of(
      Item item, Entries before, Entries after, boolean completing, Batch writes) {
    int removed = 0;
    int written = 0;
    int b = 0;
    int a = 0;
    while (b < before.size() || a < after.size()) {
      int order =
          b == before.size() ? 1 : a == after.size() ? -1 : Entries.compare(before, b, after, a);
      if (order < 0) {
        writes.delete(Family.INDEX, before.key(b++, item.segment, item.key));
        removed++;
        continue;
      }
      if (order > 0 || completing) {
        after.put(a, item.segment, item.key, writes);
      }
      a++;
      if (order > 0) {
        written++;
      } else {
        b++;
      }
    }
    return new EntryChange(writes, removed, written);
  }
}
