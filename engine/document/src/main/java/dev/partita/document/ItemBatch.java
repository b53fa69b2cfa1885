package dev.partita.document;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.container.key.PartitionKey;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A transactional batch: checked and laid out on the thread of the request, run by the writer. */
final class ItemBatch {

  private final ItemRequest.Batch request;
  private final List<Function<ItemTransaction, ItemEffect>> steps;
  private final JsonWriter writer = new JsonWriter();
  private int failedAt;
  private @Nullable DatabaseException failure;
  private int bytes;

  /**
   * @throws DatabaseException if the batch as a whole is not acceptable: if it has too many
   *     operations or too much in them, or a condition that cannot be compiled
   */
  ItemBatch(Items items, ItemRequest.Batch request) {
    BatchLimits limits = request.limits();
    List<ItemOperation> operations = request.operations();
    if (operations.isEmpty() || operations.size() > limits.operations()) {
      throw DatabaseException.badRequest(
              "A batch has between 1 and %d operations.".formatted(limits.operations()))
          .with("operations", operations.size());
    }
    this.request = request;
    steps = new ArrayList<>(operations.size());
    for (ItemOperation operation : operations) {
      steps.add(step(items, request.key(), items.arrived(operation)));
    }
    if (bytes > limits.bytes()) {
      throw new DatabaseException(ErrorCode.TOO_LARGE, "A batch has more documents than it may.")
          .with("sizeBytes", bytes)
          .with("limitBytes", limits.bytes());
    }
  }

  ItemRequest.Batch request() {
    return request;
  }

  /**
   * Which operation has failed with this; -1 if none has, but the batch as a whole. It may have
   * been carried out before, and what it failed with then does not count.
   */
  @SuppressWarnings("ReferenceEquality") // which failure it is, and not what it says
  int failedAt(DatabaseException thrown) {
    return thrown == failure ? failedAt : -1;
  }

  List<ItemEffect> run(ItemTransaction transaction) {
    try {
      return effects(transaction);
    } catch (DatabaseException e) {
      failure = e;
      throw e;
    }
  }

  private List<ItemEffect> effects(ItemTransaction transaction) {
    List<ItemEffect> effects = new ArrayList<>(steps.size());
    long resultBytes = 0;
    for (Function<ItemTransaction, ItemEffect> step : steps) {
      failedAt = effects.size();
      ItemEffect effect = step.apply(transaction);
      StoredItem item = effect.item();
      if (item != null && !request.limits().unwanted().contains(failedAt)) {
        resultBytes += item.jsonBytes();
        if (resultBytes > request.limits().resultBytes()) {
          throw tooMuch(resultBytes);
        }
      }
      effects.add(effect);
    }
    return effects;
  }

  /** The last operation fails for all of them, as clients expect: no single one is too large. */
  private DatabaseException tooMuch(long resultBytes) {
    failedAt = steps.size() - 1;
    return new DatabaseException(
            ErrorCode.TOO_LARGE, "The items that a batch gives are more than an answer may have.")
        .with("sizeBytes", resultBytes)
        .with("limitBytes", request.limits().resultBytes());
  }

  /** An operation that is wrong in itself fails when its turn comes, like any other. */
  private Function<ItemTransaction, ItemEffect> step(
      Items items, PartitionKey key, ItemOperation operation) {
    Predicate<JsonObject> condition = items.condition(operation);
    try {
      ItemTask task = ItemTask.of(items, key, operation, condition, writer);
      bytes += task.bytes();
      return task.work();
    } catch (DatabaseException e) {
      return _ -> {
        throw e;
      };
    }
  }
}
