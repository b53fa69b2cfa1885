package dev.partita.document;

import dev.partita.base.error.DatabaseException;
import dev.partita.container.key.PartitionKey;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonWriter;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * An operation as it is handed to the writer: checked, with its document laid out and its condition
 * compiled. It stays where it was made.
 *
 * @param key of the item
 * @param id of the item, as it is in keys
 * @param bytes of what is stored of its document; 0 if it brings none
 * @param documentBytes of its document alone
 */
record ItemTask(
    PartitionKey key,
    byte[] id,
    int bytes,
    int documentBytes,
    Function<ItemTransaction, ItemEffect> work) {

  /**
   * @param given null where the document has the partition key
   * @param condition that of the operation, compiled
   * @param writer may have written others before
   * @throws DatabaseException if the operation is wrong in itself
   */
  static ItemTask of(
      Items items,
      @Nullable PartitionKey given,
      ItemOperation operation,
      Predicate<JsonObject> condition,
      JsonWriter writer) {
    return switch (operation) {
      case ItemOperation.Create(var document) ->
          with(items, given, document, writer, ItemTransaction::create);
      case ItemOperation.CreateNew(var document) ->
          with(items, given, document, writer, ItemTransaction::createNew);
      case ItemOperation.Upsert(var document, var precondition) ->
          with(
              items,
              given,
              document,
              writer,
              (transaction, body) -> transaction.upsert(body, precondition));
      case ItemOperation.Replace(var id, var document, var precondition) -> {
        byte[] name = items.name(id);
        yield with(
            items,
            given,
            document,
            writer,
            (transaction, body) -> transaction.replace(name, body, precondition));
      }
      case ItemOperation.Patch(var id, var patch, _, var precondition) ->
          changing(
              items, given, id, precondition, current -> items.patched(current, patch, condition));
      case ItemOperation.Merge(var id, var members, var limits, var precondition) -> {
        PartitionKey key = required(given);
        items.requireOwnId(id, members);
        yield changing(
            items, key, id, precondition, current -> items.merged(key, current, members, limits));
      }
      case ItemOperation.MergeOrCreate(var document, var limits) -> {
        PartitionKey key = items.keyOf(document, given);
        yield with(
            items,
            key,
            document,
            writer,
            (transaction, body) ->
                transaction.changeOrCreate(
                    body, current -> items.merged(key, current, document, limits)));
      }
      case ItemOperation.Delete(var id, var precondition) ->
          without(items, given, id, (transaction, name) -> transaction.delete(name, precondition));
      case ItemOperation.Read(var id, var precondition) ->
          without(items, given, id, (transaction, name) -> transaction.read(name, precondition));
      case ItemOperation.Expire(var id) -> without(items, given, id, ItemTransaction::expire);
    };
  }

  /** What is done with a document. */
  private interface Storing {
    ItemEffect apply(ItemTransaction transaction, ItemBody body);
  }

  /** What is done without one. */
  private interface Naming {
    ItemEffect apply(ItemTransaction transaction, byte[] id);
  }

  private static ItemTask with(
      Items items,
      @Nullable PartitionKey given,
      JsonObject document,
      JsonWriter writer,
      Storing storing) {
    PartitionKey key = items.keyOf(document, given);
    ItemSettings settings = items.settings();
    ItemBody body = settings.body(document, writer);
    // The system properties take the place of the closing brace.
    int documentBytes = body.jsonBytes() - settings.properties().length() + 1;
    return new ItemTask(
        key,
        body.id(),
        body.jsonBytes(),
        documentBytes,
        transaction -> storing.apply(transaction, body));
  }

  private static ItemTask changing(
      Items items,
      @Nullable PartitionKey given,
      String id,
      Precondition precondition,
      Function<JsonObject, JsonObject> change) {
    return without(
        items,
        given,
        id,
        (transaction, name) -> transaction.change(name, precondition, change::apply));
  }

  private static ItemTask without(
      Items items, @Nullable PartitionKey given, String id, Naming naming) {
    byte[] name = items.name(id);
    return new ItemTask(
        required(given), name, 0, 0, transaction -> naming.apply(transaction, name));
  }

  static PartitionKey required(@Nullable PartitionKey given) {
    return Objects.requireNonNull(given, "Only documents tell their partition keys.");
  }
}
