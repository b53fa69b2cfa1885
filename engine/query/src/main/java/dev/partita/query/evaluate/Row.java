package dev.partita.query.evaluate;

import dev.partita.json.JsonUndefined;
import dev.partita.json.JsonValue;
import java.util.Arrays;

/**
 * What the names of a query stand for at the moment: a value in each slot. Every source, group key,
 * aggregate and named value of a query and of the queries within it has a slot of its own. Mutable,
 * and for one execution on one thread.
 */
public final class Row {

  private final JsonValue[] slots;
  private final Iterable<? extends JsonValue> documents;
  private final Execution execution;

  /** A row without values, over the documents that a query may read. */
  public Row(int slots, Iterable<? extends JsonValue> documents, Execution execution) {
    this.slots = new JsonValue[slots];
    this.documents = documents;
    this.execution = execution;
    Arrays.fill(this.slots, JsonUndefined.UNDEFINED);
  }

  public JsonValue at(int slot) {
    return slots[slot];
  }

  public void set(int slot, JsonValue value) {
    slots[slot] = value;
  }

  /** What the container holds. */
  public Iterable<? extends JsonValue> documents() {
    return documents;
  }

  /** Says that something was computed: see {@link Watch#onWork}. */
  public void work(long units) {
    execution.watch().onWork(units);
  }

  public Execution execution() {
    return execution;
  }
}
