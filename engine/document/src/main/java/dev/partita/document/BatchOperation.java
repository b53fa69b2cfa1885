package dev.partita.document;

import dev.partita.json.JsonObject;
import dev.partita.json.patch.JsonPatch;
import java.util.function.Predicate;

/** One of the operations of a transactional batch. */
public sealed interface BatchOperation {

  record Create(JsonObject document) implements BatchOperation {}

  record Upsert(JsonObject document, Precondition precondition) implements BatchOperation {}

  record Replace(String id, JsonObject document, Precondition precondition)
      implements BatchOperation {}

  record Patch(
      String id, JsonPatch patch, Predicate<JsonObject> condition, Precondition precondition)
      implements BatchOperation {}

  record Delete(String id, Precondition precondition) implements BatchOperation {}

  record Read(String id, Precondition precondition) implements BatchOperation {}
}
