package dev.partita.document;

import dev.partita.json.JsonObject;
import dev.partita.json.patch.JsonPatch;
import org.jspecify.annotations.Nullable;

/**
 * What is to be done to one item, alone or as a part of a transactional batch. Operations are data:
 * they can be sent to another node, which carries them out as this one would. What depends on the
 * item as it is, such as whether a condition holds, is found out by the partition in charge.
 * Immutable.
 */
public sealed interface ItemOperation {

  /** Names of the operations, for accounts of what was done. */
  enum Kind {
    CREATE,
    UPSERT,
    REPLACE,
    PATCH,
    MERGE,
    MERGE_OR_CREATE,
    DELETE,
    READ,
    EXPIRE
  }

  record Create(JsonObject document) implements ItemOperation {}

  /** Creates an item whose id was made up for it: nobody looks whether another has it. */
  record CreateNew(JsonObject document) implements ItemOperation {}

  record Upsert(JsonObject document, Precondition precondition) implements ItemOperation {}

  /** Replaces an item; one whose document has another id has that from then on. */
  record Replace(String id, JsonObject document, Precondition precondition)
      implements ItemOperation {}

  /**
   * Changes parts of an item.
   *
   * @param condition must hold for the item as it is, or PRECONDITION_FAILED; null for none
   */
  record Patch(
      String id, JsonPatch patch, @Nullable ItemCondition condition, Precondition precondition)
      implements ItemOperation {}

  /**
   * Sets members of an item, in the place of those it has or behind them; the others stay.
   *
   * @param members their id and their partition key, if they have any, are those of the item
   * @param limits what the item may become; null if any item may be so
   */
  record Merge(
      String id, JsonObject members, @Nullable EntityLimits limits, Precondition precondition)
      implements ItemOperation {}

  /** Merges a document into the item with its id or, where there is none, creates it. */
  record MergeOrCreate(JsonObject document, @Nullable EntityLimits limits)
      implements ItemOperation {}

  record Delete(String id, Precondition precondition) implements ItemOperation {}

  record Read(String id, Precondition precondition) implements ItemOperation {}

  /** Removes an item if its time to live has passed. */
  record Expire(String id) implements ItemOperation {}

  default Kind kind() {
    return switch (this) {
      case Create _, CreateNew _ -> Kind.CREATE;
      case Upsert _ -> Kind.UPSERT;
      case Replace _ -> Kind.REPLACE;
      case Patch _ -> Kind.PATCH;
      case Merge _ -> Kind.MERGE;
      case MergeOrCreate _ -> Kind.MERGE_OR_CREATE;
      case Delete _ -> Kind.DELETE;
      case Read _ -> Kind.READ;
      case Expire _ -> Kind.EXPIRE;
    };
  }

  /** The id of the item; null if the document that is to have one has none. */
  default @Nullable String itemId() {
    return switch (this) {
      case Create(var document) -> ItemBody.idText(document);
      case CreateNew(var document) -> ItemBody.idText(document);
      case Upsert(var document, _) -> ItemBody.idText(document);
      case MergeOrCreate(var document, _) -> ItemBody.idText(document);
      case Replace(var id, _, _) -> id;
      case Patch(var id, _, _, _) -> id;
      case Merge(var id, _, _, _) -> id;
      case Delete(var id, _) -> id;
      case Read(var id, _) -> id;
      case Expire(var id) -> id;
    };
  }
}
