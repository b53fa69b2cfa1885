package dev.partita.document;

import dev.partita.json.JsonObject;
import dev.partita.json.patch.JsonPatch;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** One of the operations of a transactional batch. */
public sealed interface BatchOperation {

  record Create(JsonObject document) implements BatchOperation {}

  /** Creates an item whose id was made up for it: nobody looks whether another has it. */
  record CreateNew(JsonObject document) implements BatchOperation {}

  record Upsert(JsonObject document, Precondition precondition) implements BatchOperation {}

  record Replace(String id, JsonObject document, Precondition precondition)
      implements BatchOperation {}

  record Patch(
      String id, JsonPatch patch, Predicate<JsonObject> condition, Precondition precondition)
      implements BatchOperation {}

  /**
   * Replaces an item by what the change makes of it.
   *
   * @param change is given the item with its system properties; may be asked several times
   */
  record Change(String id, UnaryOperator<JsonObject> change, Precondition precondition)
      implements BatchOperation {}

  /** Does the same, or creates the document where there is no item. */
  record ChangeOrCreate(JsonObject document, UnaryOperator<JsonObject> change)
      implements BatchOperation {}

  record Delete(String id, Precondition precondition) implements BatchOperation {}

  record Read(String id, Precondition precondition) implements BatchOperation {}
}
