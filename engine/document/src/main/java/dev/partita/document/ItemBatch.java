package dev.partita.document;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.container.key.PartitionKey;
import dev.partita.json.JsonWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** A transactional batch: checked and laid out on the thread of the request, run by the writer. */
final class ItemBatch {

  private final List<Function<ItemTransaction, ItemEffect>> steps;
  private final JsonWriter writer = new JsonWriter();
  private int failedAt = -1;
  private final BatchLimits limits;
  private int bytes;

  ItemBatch(Items items, PartitionKey key, List<BatchOperation> operations, BatchLimits limits) {
    if (operations.isEmpty() || operations.size() > limits.operations()) {
      throw DatabaseException.badRequest(
              "A batch has between 1 and %d operations.".formatted(limits.operations()))
          .with("operations", operations.size());
    }
    this.limits = limits;
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
    long resultBytes = 0;
    for (Function<ItemTransaction, ItemEffect> step : steps) {
      failedAt = effects.size();
      ItemEffect effect = step.apply(transaction);
      StoredItem item = effect.item();
      if (item != null && limits.given().test(failedAt)) {
        resultBytes += item.jsonBytes();
        if (resultBytes > limits.resultBytes()) {
          throw tooMuch(resultBytes);
        }
      }
      effects.add(effect);
    }
    failedAt = -1;
    return effects;
  }

  /** The last operation fails for all of them, as clients expect: no single one is too large. */
  private DatabaseException tooMuch(long resultBytes) {
    failedAt = steps.size() - 1;
    return new DatabaseException(
            ErrorCode.TOO_LARGE, "The items that a batch gives are more than an answer may have.")
        .with("sizeBytes", resultBytes)
        .with("limitBytes", limits.resultBytes());
  }

  /** An operation that is wrong in itself fails when its turn comes, like any other. */
  private Function<ItemTransaction, ItemEffect> step(
      Items items, PartitionKey key, BatchOperation operation) {
    try {
      ItemTask task = ItemTask.of(items, key, operation, writer);
      bytes += task.bytes();
      return task.work();
    } catch (DatabaseException e) {
      return _ -> {
        throw e;
      };
    }
  }
}
