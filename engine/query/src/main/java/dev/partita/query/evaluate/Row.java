package dev.partita.query.evaluate;

import dev.partita.json.JsonUndefined;
import dev.partita.json.JsonValue;
import java.util.Arrays;

/**
 * Current values of the names of a query: one in each slot. Every source, group key, aggregate and
 * named value of a query and of its subqueries has a slot of its own. Mutable; for one execution on
 * one thread.
 */
public final class Row {

  private final JsonValue[] slots;
  private final Iterable<? extends JsonValue> documents;
  private final Execution execution;

  /** Creates a row without values, over the documents that the query reads. */
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

  /** Documents of the container. */
  public Iterable<? extends JsonValue> documents() {
    return documents;
  }

  /** Reports work, see {@link ExecutionLimits#onWork}. */
  public void work(long units) {
    execution.limits().onWork(units);
  }

  public Execution execution() {
    return execution;
  }
}
