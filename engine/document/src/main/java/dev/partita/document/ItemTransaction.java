package dev.partita.document;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.index.EntryChange;
import dev.partita.json.JsonObject;
import dev.partita.partition.KeyWatch;
import dev.partita.partition.StoredRecord;
import dev.partita.partition.Transaction;
import dev.partita.throughput.ChargeModel;
import dev.partita.throughput.RequestCharge;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The operations on items within a transaction of a partition. Each either happens whole or throws,
 * and then the transaction is given up. Used by the partition's writer only.
 */
final class ItemTransaction {

  /** The writer is not kept with looking at more changes than this. */
  private static final int TOUCHED_MAX = 200;

  private final Transaction transaction;
  private final ItemSettings settings;
  private final ChargeMeter meter;

  ItemTransaction(Transaction transaction, ItemSettings settings, ChargeMeter meter) {
    this.transaction = transaction;
    this.settings = settings;
    this.meter = meter;
  }

  /** How much the logical partition holds, with what this transaction has written so far. */
  long logicalSizeBytes() {
    return transaction.logicalSizeBytes();
  }

  /** Whether the partition is still the one that a watch was taken in. */
  boolean continues(KeyWatch watch) {
    return watch.isOf(transaction);
  }

  /**
   * @throws DatabaseException PRECONDITION_FAILED if something that was read is not as it was
   */
  void require(Unchanged reads) {
    for (String id : reads.present()) {
      StoredItem current = stored(settings.names().bytes(id));
      if (current == null || current.lsn() > reads.lsn() || !isLive(current)) {
        throw Unchanged.failed().with("id", id);
      }
    }
    for (String id : reads.absent()) {
      StoredItem current = stored(settings.names().bytes(id));
      if (current != null && current.lsn() > reads.lsn()) {
        throw Unchanged.failed().with("id", id);
      }
    }
  }

  /**
   * @throws DatabaseException PRECONDITION_FAILED if something that was read under a watch is not
   *     as it was
   */
  void require(WatchedReads watched) {
    List<KeyWatch.Touched> touched = watched.watch().touched(0);
    if (!continues(watched.watch()) || touched == null || touched.size() > TOUCHED_MAX) {
      throw Unchanged.failed();
    }
    for (KeyWatch.Touched each : touched) {
      if (watched.concern().of(text(each.id()), document(each.before()), document(each.after()))) {
        throw Unchanged.failed().with("id", text(each.id()));
      }
    }
  }

  private @Nullable JsonObject document(@Nullable StoredRecord record) {
    StoredItem item = StoredItem.of(record, settings.properties());
    return item == null ? null : item.document();
  }

  ItemEffect create(ItemBody body) {
    requireFree(body.id());
    return put(body, null);
  }

  /** The same where the id was made up for this item, so that no other can have it. */
  ItemEffect createNew(ItemBody body) {
    return put(body, null);
  }

  private void requireFree(byte[] id) {
    StoredItem current = liveOrExpire(id);
    if (current != null) {
      meter.add(ChargeModel.rejectedWrite(current.jsonBytes()));
      throw new DatabaseException(
              ErrorCode.CONFLICT, "The logical partition has an item with this id.")
          .with("id", text(id));
    }
  }

  ItemEffect upsert(ItemBody body, Precondition precondition) {
    StoredItem current = liveOrExpire(body.id());
    // A version to be replaced is asked for in vain where there is nothing to replace.
    if (current != null) {
      require(precondition, current);
    }
    return put(body, current);
  }

  ItemEffect replace(byte[] id, ItemBody body, Precondition precondition) {
    StoredItem current = require(id);
    require(precondition, current);
    return Arrays.equals(id, body.id()) ? put(body, current) : rename(id, current, body);
  }

  /** Puts the new version of an item under another id, where there must be none. */
  private ItemEffect rename(byte[] id, StoredItem current, ItemBody body) {
    requireFree(body.id());
    int terms = remove(id, current, false);
    meter.add(ChargeModel.delete(current.jsonBytes(), terms));
    ItemEffect put = put(body, null, current.item());
    return new ItemEffect(ItemResult.Kind.REPLACED, put.version(), put.charge());
  }

  /** Replaces an item by what the change makes of it, given its system properties as well. */
  ItemEffect change(byte[] id, Precondition precondition, UnaryOperator<JsonObject> change) {
    StoredItem current = require(id);
    require(precondition, current);
    return change(current, change);
  }

  /** Like {@link #change}; where there is no item, the body becomes one. */
  ItemEffect changeOrCreate(ItemBody body, UnaryOperator<JsonObject> change) {
    StoredItem current = liveOrExpire(body.id());
    return current == null ? put(body, null) : change(current, change);
  }

  private ItemEffect change(StoredItem current, UnaryOperator<JsonObject> change) {
    JsonObject changed;
    try {
      changed = change.apply(current.document());
    } catch (DatabaseException e) {
      meter.add(ChargeModel.rejectedWrite(current.jsonBytes()));
      throw e;
    }
    return put(settings.body(changed), current);
  }

  ItemEffect delete(byte[] id, Precondition precondition) {
    StoredItem current = require(id);
    require(precondition, current);
    int terms = remove(id, current, false);
    RequestCharge charge = ChargeModel.delete(current.jsonBytes(), terms);
    return spent(new ItemEffect(ItemResult.Kind.DELETED, current, charge));
  }

  ItemEffect read(byte[] id, Precondition precondition) {
    StoredItem current = require(id);
    return spent(readEffect(current, precondition));
  }

  static ItemEffect readEffect(StoredItem current, Precondition precondition) {
    if (precondition.isKnown(current)) {
      return new ItemEffect(ItemResult.Kind.NOT_MODIFIED, current, ChargeModel.notModified());
    }
    return new ItemEffect(
        ItemResult.Kind.READ, current, ChargeModel.pointRead(current.jsonBytes()));
  }

  /** Removes an item if it is there; tells whether anyone could have seen it. */
  boolean remove(byte[] id) {
    StoredItem stored = stored(id);
    if (stored == null) {
      return false;
    }
    boolean seen = isLive(stored);
    int terms = remove(id, stored, !seen);
    meter.add(ChargeModel.delete(stored.jsonBytes(), terms));
    return seen;
  }

  /** Removes an item if its time has come. */
  ItemEffect expire(byte[] id) {
    StoredItem stored = stored(id);
    if (stored != null && liveOrExpire(id) == null) {
      return new ItemEffect(ItemResult.Kind.EXPIRED, stored, RequestCharge.ZERO);
    }
    return new ItemEffect(ItemResult.Kind.NOT_DUE, null, RequestCharge.ZERO);
  }

  /** Whether there is an item that expires at a time by its own time to live. */
  boolean expiresAt(byte[] id, long seconds) {
    StoredItem stored = stored(id);
    return stored != null && ExpiryIndex.expirySeconds(stored) == seconds;
  }

  /** Gives an item the index entries that the current policy asks for, whichever it has. */
  void reindex(byte[] id) {
    StoredItem stored = stored(id);
    if (stored != null) {
      ItemIndex.Version version = new ItemIndex.Version(stored.document(), stored.seconds());
      settings
          .index()
          .complete(transaction.keyPrefix(), transaction.logicalKey(), id, version)
          .write(transaction);
    }
  }

  /** Stores a new version of an item, or a new item where there is none. */
  private ItemEffect put(ItemBody body, @Nullable StoredItem current) {
    return put(
        body,
        current,
        current != null
            ? current.item()
            : ResourceIds.item(transaction.partition(), transaction.nextSerial()));
  }

  private ItemEffect put(ItemBody body, @Nullable StoredItem current, long item) {
    JsonObject before = documentBefore(current);
    UniqueIndex unique = settings.uniqueIndex();
    if (!unique.isEmpty()) {
      unique.update(transaction, body.id(), before, body.document(), this::makesWay);
    }
    long ticks = settings.properties().ticks(transaction.stampMillis(), transaction.lsn(), current);
    long seconds = StoredItem.seconds(ticks);
    ExpiryIndex.update(
        transaction, body.id(), current, body.ttlSeconds() > 0 ? seconds + body.ttlSeconds() : 0);
    EntryChange entries =
        changeEntries(
            body.id(),
            version(before, current),
            new ItemIndex.Version(body.document(), seconds),
            body.entries());
    byte[] record = body.record();
    StoredItem.stamp(record, body.ttlSeconds(), ticks, item);
    settings
        .properties()
        .fill(
            record,
            item,
            transaction.partition(),
            transaction.lsn(),
            transaction.changes(),
            seconds);
    transaction.put(body.id(), current == null ? null : current.record(), record);
    StoredItem written =
        Objects.requireNonNull(StoredItem.of(StoredRecord.read(record), settings.properties()));
    RequestCharge charge =
        current == null
            ? ChargeModel.create(body.jsonBytes(), unique.size() + entries.written())
            : ChargeModel.replace(
                current.jsonBytes(),
                body.jsonBytes(),
                unique.size() + entries.removed(),
                unique.size() + entries.written());
    return spent(
        new ItemEffect(
            current == null ? ItemResult.Kind.CREATED : ItemResult.Kind.REPLACED, written, charge));
  }

  /** Removes an item with all that leads to it; tells how many index terms that took. */
  private int remove(byte[] id, StoredItem stored, boolean expired) {
    JsonObject before = documentBefore(stored);
    UniqueIndex unique = settings.uniqueIndex();
    if (!unique.isEmpty()) {
      unique.update(transaction, id, before, null, this::makesWay);
    }
    ExpiryIndex.update(transaction, id, stored, 0);
    EntryChange entries = changeEntries(id, version(before, stored), null, null);
    transaction.delete(id, stored.record(), expired);
    return unique.size() + entries.removed();
  }

  private @Nullable JsonObject documentBefore(@Nullable StoredItem stored) {
    return stored != null && settings.needsDocumentBefore() ? stored.document() : null;
  }

  private static ItemIndex.@Nullable Version version(
      @Nullable JsonObject document, @Nullable StoredItem stored) {
    return document == null || stored == null
        ? null
        : new ItemIndex.Version(document, stored.seconds());
  }

  private EntryChange changeEntries(
      byte[] id,
      ItemIndex.@Nullable Version before,
      ItemIndex.@Nullable Version after,
      ItemIndex.@Nullable PreparedEntries prepared) {
    if (settings.index().isOff()) {
      return EntryChange.NOTHING;
    }
    EntryChange change =
        settings
            .index()
            .change(transaction.keyPrefix(), transaction.logicalKey(), id, before, after, prepared);
    change.write(transaction);
    return change;
  }

  /**
   * Whether the item that holds a unique value gives it up, since it has expired. It goes at once:
   * if the container's time to live were changed later, it must not come back beside the other.
   */
  private boolean makesWay(byte[] id) {
    StoredItem holder = liveOrExpire(id);
    if (holder != null) {
      meter.add(ChargeModel.rejectedWrite(holder.jsonBytes()));
    }
    return holder == null;
  }

  private StoredItem require(byte[] id) {
    StoredItem current = stored(id);
    if (current == null || !isLive(current)) {
      meter.add(ChargeModel.notFound());
      throw notFound(text(id));
    }
    return current;
  }

  private void require(Precondition precondition, @Nullable StoredItem current) {
    try {
      precondition.require(current);
    } catch (DatabaseException e) {
      meter.add(ChargeModel.rejectedWrite(current == null ? 0 : current.jsonBytes()));
      throw e;
    }
  }

  private ItemEffect spent(ItemEffect effect) {
    meter.add(effect.charge());
    return effect;
  }

  static DatabaseException notFound(String id) {
    return new DatabaseException(
            ErrorCode.NOT_FOUND, "The logical partition has no item with this id.")
        .with("id", id);
  }

  private @Nullable StoredItem stored(byte[] id) {
    return StoredItem.of(transaction.get(id), settings.properties());
  }

  /**
   * The item, if it is there for anyone to see. One whose time has come is removed, as it would be
   * sooner or later, so that the change log shows its end before another takes its place.
   */
  private @Nullable StoredItem liveOrExpire(byte[] id) {
    StoredItem stored = stored(id);
    if (stored == null || isLive(stored)) {
      return stored;
    }
    remove(id, stored, true);
    return null;
  }

  private boolean isLive(StoredItem stored) {
    OptionalInt ttl = settings.defaultTtlSeconds();
    return !stored.isExpired(ttl, transaction.stampMillis());
  }

  private static String text(byte[] id) {
    return new String(id, StandardCharsets.UTF_8);
  }
}
