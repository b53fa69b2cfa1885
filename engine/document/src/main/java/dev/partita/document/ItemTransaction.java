package dev.partita.document;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.json.JsonObject;
import dev.partita.partition.StoredRecord;
import dev.partita.partition.Transaction;
import dev.partita.throughput.ChargeModel;
import dev.partita.throughput.RequestCharge;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The operations on items within a transaction of a partition. Each either happens whole or throws,
 * and then the transaction is given up. Used by the partition's writer only.
 */
final class ItemTransaction {

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

  ItemEffect create(ItemBody body) {
    StoredItem stored = stored(body.id());
    if (stored != null && isLive(stored)) {
      meter.add(ChargeModel.rejectedWrite(stored.jsonBytes()));
      throw new DatabaseException(
              ErrorCode.CONFLICT, "The logical partition has an item with this id.")
          .with("id", text(body.id()));
    }
    return put(body, stored);
  }

  ItemEffect upsert(ItemBody body, Precondition precondition) {
    StoredItem stored = stored(body.id());
    require(precondition, live(stored));
    return put(body, stored);
  }

  ItemEffect replace(byte[] id, ItemBody body, Precondition precondition) {
    StoredItem current = require(id);
    require(precondition, current);
    return put(body, current);
  }

  /** Replaces an item by what the change makes of it. */
  ItemEffect change(byte[] id, Precondition precondition, UnaryOperator<JsonObject> change) {
    StoredItem current = require(id);
    require(precondition, current);
    JsonObject before = SystemProperties.strip(current.document());
    return put(settings.body(change.apply(before)), current);
  }

  ItemEffect delete(byte[] id, Precondition precondition) {
    StoredItem current = require(id);
    require(precondition, current);
    remove(id, current, false);
    RequestCharge charge = ChargeModel.delete(current.jsonBytes(), settings.indexTerms());
    return spent(new ItemEffect(ItemResult.Kind.DELETED, null, current.etag(), charge));
  }

  ItemEffect read(byte[] id, Precondition precondition) {
    StoredItem current = require(id);
    return spent(readEffect(current, precondition));
  }

  static ItemEffect readEffect(StoredItem current, Precondition precondition) {
    if (precondition.isKnown(current)) {
      return new ItemEffect(
          ItemResult.Kind.NOT_MODIFIED, null, current.etag(), ChargeModel.notModified());
    }
    return new ItemEffect(
        ItemResult.Kind.READ, current, current.etag(), ChargeModel.pointRead(current.jsonBytes()));
  }

  /** Removes an item if it is there; tells whether anyone could have seen it. */
  boolean remove(byte[] id) {
    StoredItem stored = stored(id);
    if (stored == null) {
      return false;
    }
    boolean seen = isLive(stored);
    remove(id, stored, !seen);
    meter.add(ChargeModel.delete(stored.jsonBytes(), settings.indexTerms()));
    return seen;
  }

  /** Removes an item if its time has come; tells whether it has. */
  boolean expire(byte[] id) {
    StoredItem stored = stored(id);
    if (stored == null || isLive(stored)) {
      return false;
    }
    remove(id, stored, true);
    return true;
  }

  /** Removes the entry of an expiry time unless an item has that time. */
  void forgetExpiry(byte[] id, long seconds) {
    StoredItem stored = stored(id);
    if (stored != null
        && stored.ttlSeconds() > 0
        && stored.seconds() + stored.ttlSeconds() == seconds) {
      return;
    }
    transaction.deleteIndex(ExpiryIndex.entry(transaction.logicalKey(), id, seconds));
  }

  /**
   * @param stored what lies under the id, be it expired or not
   */
  private ItemEffect put(ItemBody body, @Nullable StoredItem stored) {
    UniqueIndex unique = settings.uniqueIndex();
    if (!unique.isEmpty()) {
      unique.update(
          transaction,
          body.id(),
          stored == null ? null : stored.document(),
          body.document(),
          this::isFree);
    }
    long seconds = transaction.timeMillis() / 1000;
    ExpiryIndex.update(
        transaction, body.id(), stored, body.ttlSeconds() > 0 ? seconds + body.ttlSeconds() : 0);
    StoredItem live = live(stored);
    long item =
        live != null
            ? live.item()
            : ResourceIds.item(transaction.partition(), transaction.nextSerial());
    byte[] record = body.record();
    StoredItem.stamp(record, body.ttlSeconds(), transaction.timeMillis(), item);
    settings
        .properties()
        .fill(
            record,
            item,
            transaction.partition(),
            transaction.lsn(),
            transaction.changes(),
            seconds);
    transaction.put(body.id(), stored == null ? null : stored.record(), record);
    StoredItem written =
        Objects.requireNonNull(StoredItem.of(StoredRecord.read(record), settings.properties()));
    RequestCharge charge =
        live == null
            ? ChargeModel.create(body.jsonBytes(), settings.indexTerms())
            : ChargeModel.replace(
                live.jsonBytes(), body.jsonBytes(), settings.indexTerms(), settings.indexTerms());
    return spent(
        new ItemEffect(
            live == null ? ItemResult.Kind.CREATED : ItemResult.Kind.REPLACED,
            written,
            written.etag(),
            charge));
  }

  private void remove(byte[] id, StoredItem stored, boolean expired) {
    UniqueIndex unique = settings.uniqueIndex();
    if (!unique.isEmpty()) {
      unique.update(transaction, id, stored.document(), null, this::isFree);
    }
    ExpiryIndex.update(transaction, id, stored, 0);
    transaction.delete(id, stored.record(), expired);
  }

  /** Whether the item that holds a unique value is there no longer, since it has expired. */
  private boolean isFree(byte[] id) {
    StoredItem holder = stored(id);
    return holder == null || !isLive(holder);
  }

  private StoredItem require(byte[] id) {
    StoredItem current = live(stored(id));
    if (current == null) {
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

  private @Nullable StoredItem live(@Nullable StoredItem stored) {
    return stored != null && isLive(stored) ? stored : null;
  }

  private boolean isLive(StoredItem stored) {
    OptionalInt ttl = settings.defaultTtlSeconds();
    return !stored.isExpired(ttl, transaction.timeMillis());
  }

  private static String text(byte[] id) {
    return new String(id, StandardCharsets.UTF_8);
  }
}
