package dev.partita.document;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.container.key.PartitionKey;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** A transactional batch: checked and laid out on the thread of the request, run by the writer. */
final class ItemBatch {

  private final List<Function<ItemTransaction, ItemEffect>> steps;
  private final JsonWriter writer = new JsonWriter();
  private int failedAt = -1;
  private int bytes;

  ItemBatch(Items items, PartitionKey key, List<BatchOperation> operations, BatchLimits limits) {
    if (operations.isEmpty() || operations.size() > limits.operations()) {
      throw DatabaseException.badRequest(
              "A batch has between 1 and %d operations.".formatted(limits.operations()))
          .with("operations", operations.size());
    }
    steps = new ArrayList<>(operations.size());
    for (BatchOperation operation : operations) {
      steps.add(step(items, key, operation));
    }
    if (bytes > limits.bytes()) {
      throw new DatabaseException(ErrorCode.TOO_LARGE, "A batch has more documents than it may.")
          .with("sizeBytes", bytes)
          .with("limitBytes", limits.bytes());
    }
  }

  /** Which operation failed; -1 if none has. */
  int failedAt() {
    return failedAt;
  }

  List<ItemEffect> run(ItemTransaction transaction) {
    List<ItemEffect> effects = new ArrayList<>(steps.size());
    for (Function<ItemTransaction, ItemEffect> step : steps) {
      failedAt = effects.size();
      effects.add(step.apply(transaction));
    }
    failedAt = -1;
    return effects;
  }

  /** An operation that is wrong in itself fails when its turn comes, like any other. */
  private Function<ItemTransaction, ItemEffect> step(
      Items items, PartitionKey key, BatchOperation operation) {
    try {
      return switch (operation) {
        case BatchOperation.Create(JsonObject document) ->
            new Creation(body(items, key, document), false);
        case BatchOperation.CreateNew(JsonObject document) ->
            new Creation(body(items, key, document), true);
        case BatchOperation.Upsert(JsonObject document, Precondition precondition) -> {
          ItemBody body = body(items, key, document);
          yield transaction -> transaction.upsert(body, precondition);
        }
        case BatchOperation.Replace(String id, JsonObject document, Precondition precondition) -> {
          byte[] name = items.name(id);
          ItemBody body = body(items, key, document);
          yield transaction -> transaction.replace(name, body, precondition);
        }
        case BatchOperation.Patch patch -> {
          byte[] name = items.name(patch.id());
          yield transaction ->
              items.patch(
                  transaction, name, patch.patch(), patch.condition(), patch.precondition());
        }
        case BatchOperation.Change(var id, var change, var precondition) -> {
          byte[] name = items.name(id);
          yield transaction -> transaction.change(name, precondition, change);
        }
        case BatchOperation.ChangeOrCreate(var document, var change) -> {
          ItemBody body = body(items, key, document);
          yield transaction -> transaction.changeOrCreate(body, change);
        }
        case BatchOperation.Delete(String id, Precondition precondition) -> {
          byte[] name = items.name(id);
          yield transaction -> transaction.delete(name, precondition);
        }
        case BatchOperation.Read(String id, Precondition precondition) -> {
          byte[] name = items.name(id);
          yield transaction -> transaction.read(name, precondition);
        }
      };
    } catch (DatabaseException e) {
      return _ -> {
        throw e;
      };
    }
  }

  /** What large batches are made of. */
  private record Creation(ItemBody body, boolean madeUp)
      implements Function<ItemTransaction, ItemEffect> {

    @Override
    public ItemEffect apply(ItemTransaction transaction) {
      return madeUp ? transaction.createNew(body) : transaction.create(body);
    }
  }

  private ItemBody body(Items items, PartitionKey key, JsonObject document) {
    PartitionKey _ = items.keyOf(document, key);
    ItemBody body = items.settings().body(document, writer);
    bytes += body.jsonBytes();
    return body;
  }
}
