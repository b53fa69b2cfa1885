package dev.partita.document;

import dev.partita.base.error.DatabaseException;
import dev.partita.container.key.PartitionKey;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonWriter;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * An operation as it is handed to the writer: checked, with its document laid out.
 *
 * @param key of the item
 * @param bytes of its document, if it brings one
 */
record ItemTask(PartitionKey key, int bytes, Function<ItemTransaction, ItemEffect> work) {

  /**
   * @param given null where the document has the partition key
   * @param writer may have written others before
   * @throws DatabaseException if the operation is wrong in itself
   */
  static ItemTask of(
      Items items, @Nullable PartitionKey given, BatchOperation operation, JsonWriter writer) {
    return switch (operation) {
      case BatchOperation.Create(var document) ->
          with(items, given, document, writer, ItemTransaction::create);
      case BatchOperation.CreateNew(var document) ->
          with(items, given, document, writer, ItemTransaction::createNew);
      case BatchOperation.Upsert(var document, var precondition) ->
          with(
              items,
              given,
              document,
              writer,
              (transaction, body) -> transaction.upsert(body, precondition));
      case BatchOperation.Replace(var id, var document, var precondition) -> {
        byte[] name = items.name(id);
        yield with(
            items,
            given,
            document,
            writer,
            (transaction, body) -> transaction.replace(name, body, precondition));
      }
      case BatchOperation.Patch patch -> {
        byte[] name = items.name(patch.id());
        yield without(
            given,
            transaction ->
                items.patch(
                    transaction, name, patch.patch(), patch.condition(), patch.precondition()));
      }
      case BatchOperation.Change(var id, var change, var precondition) -> {
        byte[] name = items.name(id);
        yield without(given, transaction -> transaction.change(name, precondition, change));
      }
      case BatchOperation.ChangeOrCreate(var document, var change) ->
          with(
              items,
              given,
              document,
              writer,
              (transaction, body) -> transaction.changeOrCreate(body, change));
      case BatchOperation.Delete(var id, var precondition) -> {
        byte[] name = items.name(id);
        yield without(given, transaction -> transaction.delete(name, precondition));
      }
      case BatchOperation.Read(var id, var precondition) -> {
        byte[] name = items.name(id);
        yield without(given, transaction -> transaction.read(name, precondition));
      }
    };
  }

  /** What is done with a document. */
  private interface Storing {
    ItemEffect apply(ItemTransaction transaction, ItemBody body);
  }

  private static ItemTask with(
      Items items,
      @Nullable PartitionKey given,
      JsonObject document,
      JsonWriter writer,
      Storing storing) {
    PartitionKey key = items.keyOf(document, given);
    ItemBody body = items.settings().body(document, writer);
    return new ItemTask(key, body.jsonBytes(), transaction -> storing.apply(transaction, body));
  }

  private static ItemTask without(
      @Nullable PartitionKey given, Function<ItemTransaction, ItemEffect> work) {
    return new ItemTask(
        Objects.requireNonNull(given, "Only documents tell their partition keys."), 0, work);
  }
}
