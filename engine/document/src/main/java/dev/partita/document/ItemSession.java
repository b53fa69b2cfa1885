package dev.partita.document;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.container.key.PartitionKey;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;
import dev.partita.json.patch.JsonPatch;
import dev.partita.partition.KeyWatch;
import dev.partita.partition.LogicalKey;
import dev.partita.partition.RecordKey;
import dev.partita.partition.StoredRecord;
import dev.partita.throughput.ChargeModel;
import dev.partita.throughput.RequestCharge;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A transaction on the items of one partition key that takes its time: it reads from a snapshot and
 * from what it has written itself, and its writes are made at the end, all or none, if what it has
 * read is still the same: the items it looked for by their ids, found or not, and those that are or
 * were part of what it {@link #asks}. Used by one thread.
 *
 * <p>Items that it writes get their system properties as they are going to be if the partition
 * stands still. {@link #settled} puts the true ones in the place of others.
 */
public final class ItemSession {

  /** How often a change may be held against a question while the writer waits. */
  private static final int LOOKS_AT_WRITER = 64;

  private final Items items;
  private final PartitionKey key;
  private final LogicalKey logical;
  private final KeyWatch watch;
  private final ItemSettings settings;
  private final ChargeMeter meter;
  private final SessionUniqueKeys unique;
  private final Map<String, @Nullable StoredItem> written = new HashMap<>();
  private final List<Step> steps = new ArrayList<>();
  private final List<ItemEffect> effects = new ArrayList<>();
  private final Map<JsonValue, JsonValue> corrections = new HashMap<>();
  private final Set<String> read = new HashSet<>();
  private final List<Predicate<JsonObject>> asked = new ArrayList<>();
  private boolean askedForAll;
  private int known;
  private long serial;
  private RequestCharge ahead = RequestCharge.ZERO;

  /**
   * A write to be made.
   *
   * @param body null for a delete
   * @param expected the item that the session has taken for its result; null for a delete
   */
  private record Step(
      ItemOperation.Kind kind, String id, @Nullable ItemBody body, @Nullable StoredItem expected) {}

  ItemSession(
      Items items, PartitionKey key, LogicalKey logical, KeyWatch watch, ChargeMeter meter) {
    this.items = items;
    this.key = key;
    this.logical = logical;
    this.watch = watch;
    this.settings = items.settings();
    this.meter = meter;
    this.unique = new SessionUniqueKeys(settings.uniqueIndex(), logical, watch.snapshot());
    this.serial = watch.before().serial();
  }

  public JsonObject create(JsonObject document) {
    ItemBody body = body(document);
    String id = id(body);
    if (current(id) != null) {
      throw new DatabaseException(
              ErrorCode.CONFLICT, "The logical partition has an item with this id.")
          .with("id", id);
    }
    return put(ItemOperation.Kind.CREATE, body, null);
  }

  public JsonObject upsert(JsonObject document, Precondition precondition) {
    ItemBody body = body(document);
    StoredItem current = current(id(body));
    // As outside of sessions: a version to be replaced counts only where there is one.
    if (current != null) {
      precondition.require(current);
    }
    return put(ItemOperation.Kind.UPSERT, body, current);
  }

  public JsonObject replace(String id, JsonObject document, Precondition precondition) {
    if (!(document.at("id") instanceof JsonString(String own)) || !own.equals(id)) {
      throw DatabaseException.badRequest("A script cannot change the id of an item.")
          .with("id", id)
          .with("document", document.at("id"));
    }
    ItemBody body = body(document);
    StoredItem current = require(id);
    precondition.require(current);
    return put(ItemOperation.Kind.REPLACE, body, current);
  }

  /** What a patch would make of an item; nothing is written. */
  public JsonObject patched(
      String id, JsonPatch patch, @Nullable ItemCondition condition, Precondition precondition) {
    StoredItem current = require(id);
    precondition.require(current);
    return items.patched(current.document(), patch, items.condition(condition));
  }

  public void delete(String id, Precondition precondition) {
    StoredItem current = require(id);
    precondition.require(current);
    unique.update(id, current, null, this::has);
    ahead = ahead.plus(ChargeModel.delete(current.jsonBytes(), 0));
    written.put(id, null);
    steps.add(new Step(ItemOperation.Kind.DELETE, id, null, null));
  }

  /** The item, or null if the one who asks has it already. */
  public @Nullable JsonObject read(String id, Precondition precondition) {
    StoredItem current = require(id);
    ItemEffect effect = ItemTransaction.readEffect(current, precondition);
    meter.add(effect.charge());
    items.dispatch().reports().done(ItemOperation.Kind.READ, key, id, 0, effect, watch.partition());
    return effect.item() == null ? null : current.document();
  }

  public boolean has(String id) {
    return current(id) != null;
  }

  /**
   * What the session has cost so far, and about what its writes are going to: of the index only
   * what a new item adds is counted ahead.
   */
  public RequestCharge expectedCharge() {
    return meter.total().plus(ahead);
  }

  /** A value in which all that turned out otherwise is corrected, once the session is over. */
  public JsonValue settled(JsonValue value) {
    if (corrections.isEmpty()) {
      return value;
    }
    return switch (value) {
      case JsonArray array -> JsonArray.of(array.elements().stream().map(this::settled).toList());
      case JsonObject object -> {
        JsonObject.Builder settled = JsonObject.builder();
        object.forEach(member -> settled.put(member.name(), settled(member.value())));
        yield settled.build();
      }
      default -> corrections.getOrDefault(value, value);
    };
  }

  /**
   * Notes that the session depends on all items with a property, such as those that a query finds,
   * which is read elsewhere and sees nothing of what the session has written.
   *
   * @param concerns given a version of an item; may be asked by the partition's writer
   */
  public void asks(Predicate<JsonObject> concerns) {
    asked.add(concerns);
  }

  /** Notes that the session depends on all items of the partition key. */
  public void asksForAll() {
    askedForAll = true;
  }

  boolean hasWrites() {
    return !steps.isEmpty();
  }

  /** Whether all that was read is still as it was, as far as is known by now. */
  boolean holds() {
    return look(Integer.MAX_VALUE) == Ending.MADE;
  }

  /** Whether anything has changed since it began, whether read or not. */
  boolean hasCompany() {
    List<KeyWatch.Touched> all = watch.touched(0);
    return all == null || !all.isEmpty();
  }

  /** How an attempt to make the writes has ended. */
  enum Ending {
    MADE,
    /** Something that was read has changed. */
    CHANGED,
    /** So much has changed that the writer must not be kept with looking at it. */
    UNKNOWN
  }

  /** Makes the writes unless something has come between. For the writer. */
  Ending commit(ItemTransaction transaction) {
    if (!transaction.continues(watch)) {
      return Ending.CHANGED;
    }
    Ending ending = look(LOOKS_AT_WRITER / Math.max(1, asked.size()));
    if (ending != Ending.MADE) {
      return ending;
    }
    effects.clear();
    for (Step step : steps) {
      ItemEffect effect = apply(step, transaction);
      effects.add(effect);
      if (step.expected() != null
          && effect.item() != null
          && !(step.expected().item() == effect.item().item()
              && step.expected().etag().equals(effect.item().etag()))) {
        correct(step.expected().document(), effect.item().document());
      }
    }
    return Ending.MADE;
  }

  private ItemEffect apply(Step step, ItemTransaction transaction) {
    ItemBody body = step.body();
    byte[] name = settings.names().bytes(step.id());
    if (body == null) {
      return transaction.delete(name, Precondition.NONE);
    }
    return switch (step.kind()) {
      case CREATE -> transaction.create(body);
      case UPSERT -> transaction.upsert(body, Precondition.NONE);
      default -> transaction.replace(name, body, Precondition.NONE);
    };
  }

  /** Reports what the writes came to, once they are made. */
  void report(OutcomeReports reports, int partition) {
    for (int i = 0; i < effects.size(); i++) {
      Step step = steps.get(i);
      ItemBody body = step.body();
      int bytes = body == null ? 0 : documentBytes(body);
      reports.done(step.kind(), key, step.id(), bytes, effects.get(i), partition);
    }
  }

  private int documentBytes(ItemBody body) {
    return body.jsonBytes() - settings.properties().length() + 1;
  }

  /** Looks at what has changed since the last look. */
  private Ending look(int atMost) {
    List<KeyWatch.Touched> news = watch.touched(known);
    if (news == null) {
      return Ending.CHANGED;
    }
    if (news.size() > atMost) {
      return Ending.UNKNOWN;
    }
    for (KeyWatch.Touched touched : news) {
      if (dependsOn(touched)) {
        return Ending.CHANGED;
      }
    }
    known += news.size();
    return Ending.MADE;
  }

  /** What is only read comes from one snapshot, whatever has happened since. */
  private boolean dependsOn(KeyWatch.Touched touched) {
    return askedForAll
        || (hasWrites() && read.contains(new String(touched.id(), StandardCharsets.UTF_8)))
        || concerns(touched.before())
        || concerns(touched.after());
  }

  private boolean concerns(@Nullable StoredRecord version) {
    StoredItem item =
        version == null || asked.isEmpty() ? null : StoredItem.of(version, settings.properties());
    if (item == null) {
      return false;
    }
    JsonObject document = item.document();
    try {
      return asked.stream().anyMatch(concerns -> concerns.test(document));
    } catch (DatabaseException _) {
      return true; // What fails for it may have failed for whoever asked.
    }
  }

  private void correct(JsonObject expected, JsonObject made) {
    for (String name : List.of("_rid", "_self", "_etag")) {
      if (!expected.at(name).equals(made.at(name))) {
        corrections.put(expected.at(name), made.at(name));
      }
    }
  }

  private JsonObject put(ItemOperation.Kind kind, ItemBody body, @Nullable StoredItem current) {
    unique.update(id(body), current, body.document(), this::has);
    ahead =
        ahead.plus(
            current == null
                ? ChargeModel.create(body.jsonBytes(), body.entries().entries().size())
                : ChargeModel.replace(current.jsonBytes(), body.jsonBytes(), 0, 0));
    long lsn = watch.before().lsn() + 1;
    long ticks = settings.properties().ticks(items.clock().millis(), lsn, current);
    int partition = items.container().owner(logical.position()).number();
    long item = current != null ? current.item() : ResourceIds.item(partition, ++serial);
    byte[] record = body.record().clone();
    StoredItem.stamp(record, body.ttlSeconds(), ticks, item);
    settings
        .properties()
        .fill(record, item, partition, lsn, steps.size(), StoredItem.seconds(ticks));
    StoredItem expected =
        Objects.requireNonNull(
            StoredItem.of(
                StoredRecord.read(StoredRecord.stamp(record, lsn, steps.size())),
                settings.properties()));
    written.put(id(body), expected);
    steps.add(new Step(kind, id(body), body, expected));
    return expected.document();
  }

  private ItemBody body(JsonObject document) {
    PartitionKey _ = items.keyOf(document, key);
    return settings.body(document);
  }

  private StoredItem require(String id) {
    StoredItem current = current(id);
    if (current == null) {
      meter.add(ChargeModel.notFound());
      throw ItemTransaction.notFound(id);
    }
    return current;
  }

  private @Nullable StoredItem current(String id) {
    if (written.containsKey(id)) {
      return written.get(id);
    }
    byte[] name = items.name(id);
    read.add(id);
    return items.reader().find(watch.snapshot(), RecordKey.encode(logical, name));
  }

  private String id(ItemBody body) {
    return settings.names().text(body.id());
  }
}
