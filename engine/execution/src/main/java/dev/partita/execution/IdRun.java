package dev.partita.execution;

import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;
import dev.partita.partition.RecordKey;
import dev.partita.query.evaluate.Row;
import dev.partita.query.reference.Clauses;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of results that are made of nothing but the ids of items, in the order of their keys. The
 * index tells exactly which items the filter lets through, and every entry ends with the key of its
 * item, which ends with the id: no item is read.
 */
final class IdRun implements Run {

  private static final int[] DONE = {};

  private final PageContext context;
  private final Candidates candidates;
  private final Place.@Nullable AtItem from;
  private final Clauses clauses;
  private final Row row;

  /** Behind the last item that is done. */
  private Place.@Nullable AtItem done;

  /**
   * @param candidates exactly the items that the filter lets through
   * @param from behind an item that is done; null for the beginning
   */
  IdRun(PageContext context, Candidates candidates, Place.@Nullable AtItem from) {
    this.context = context;
    context.watch.canStop();
    this.candidates = candidates;
    this.from = from;
    this.done = from;
    this.clauses = context.query.clauses();
    this.row = context.query.compiled().newRow(context.reading.current(), context.execution);
  }

  @Override
  public List<JsonObject> operators() {
    return List.of(Operators.named("Ids"));
  }

  @Override
  public @Nullable Place fill() {
    List<Parcel> parcels =
        context.parcels.stream()
            .filter(parcel -> from == null || !parcel.isBefore(from.key()))
            .toList();
    byte[] after = from == null ? null : from.key();
    try (FoundAhead keys =
        new FoundAhead(context.reading, candidates, parcels, after, context.wanted())) {
      for (Parcel parcel : parcels) {
        if (!context.admits(parcel)) {
          return done;
        }
        if (!read(parcel, keys)) {
          return context.left() == 0 ? null : done;
        }
        context.open(parcel, from);
        byte[] end = parcel.records().end();
        if (end != null) {
          done = new Place.AtItem(end, DONE);
        }
      }
    }
    return null;
  }

  /** Reads a parcel to its end; false if the page ended before. */
  private boolean read(Parcel parcel, FoundAhead found) {
    for (List<byte[]> keys = found.next(parcel); keys != null; keys = found.next(parcel)) {
      for (byte[] key : keys) {
        context.watch.onEntry();
        if (!give(parcel, key) || context.left() == 0 || context.watch.pageTimeIsUp()) {
          return false;
        }
      }
    }
    return true;
  }

  /** Gives the result of an item; false if there is no room for it. */
  private boolean give(Parcel parcel, byte[] key) {
    JsonValue value = value(key);
    boolean isResult = !value.isUndefined();
    QueryResult result = isResult && context.toSkip() == 0 ? context.reading.result(value) : null;
    if (result != null && !context.page.fits(result)) {
      return false;
    }
    context.open(parcel, from);
    context.reading.onFound(context.ledger, parcel);
    if (result != null) {
      context.give(result, parcel);
    } else if (isResult) {
      context.skips();
    }
    done = new Place.AtItem(key, DONE);
    return true;
  }

  /** What SELECT makes of the item under a key. */
  private JsonValue value(byte[] key) {
    String id = RecordKey.decode(key).idText();
    JsonObject item = JsonObject.builder().put("id", JsonString.of(id)).build();
    clauses.restore(new JsonValue[] {item}, row);
    return clauses.selection().result(row);
  }
}
