package dev.partita.document;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.container.Container;
import dev.partita.container.key.PartitionKey;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonWriter;
import dev.partita.json.patch.JsonPatch;
import dev.partita.json.patch.PatchOperation;
import dev.partita.throughput.RequestCharge;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reports of what operations on the items of a container came to. While nobody listens, a report
 * costs one look. Safe for use by any number of threads.
 */
final class OutcomeReports {

  private final Container container;
  private final List<OutcomeListener> listeners;

  /**
   * @param listeners those of the engine, which may become more
   */
  OutcomeReports(Container container, List<OutcomeListener> listeners) {
    this.container = container;
    this.listeners = listeners;
  }

  void succeeded(ItemOperation operation, PartitionKey key, ItemResult result) {
    if (!listeners.isEmpty()) {
      report(operation, key, requestBytes(operation), result);
    }
  }

  void succeeded(ItemOperation operation, ItemTask task, ItemResult result) {
    if (!listeners.isEmpty()) {
      report(operation, task.key(), requestBytes(operation, task), result);
    }
  }

  void succeeded(ItemRequest.Batch request, BatchResult result) {
    if (!listeners.isEmpty()) {
      for (int i = 0; i < request.operations().size(); i++) {
        ItemOperation operation = request.operations().get(i);
        report(operation, request.key(), requestBytes(operation), result.results().get(i));
      }
    }
  }

  /** Of an operation that never got to a partition. */
  void refused(ItemOperation operation, @Nullable PartitionKey key, DatabaseException failure) {
    if (!listeners.isEmpty()) {
      int partition = key == null ? -1 : owner(key);
      report(operation, key, partition, requestBytes(operation), charge(failure), failure.code());
    }
  }

  void failed(ItemOperation operation, PartitionKey key, int partition, DatabaseException failure) {
    if (!listeners.isEmpty()) {
      report(operation, key, partition, requestBytes(operation), charge(failure), failure.code());
    }
  }

  void failed(ItemOperation operation, ItemTask task, int partition, DatabaseException failure) {
    if (!listeners.isEmpty()) {
      int bytes = requestBytes(operation, task);
      report(operation, task.key(), partition, bytes, charge(failure), failure.code());
    }
  }

  /**
   * @param at which operation made the batch fail
   */
  void failed(
      ItemRequest.Batch request,
      int at,
      int partition,
      RequestCharge charge,
      DatabaseException failure) {
    if (listeners.isEmpty()) {
      return;
    }
    for (int i = 0; i < request.operations().size(); i++) {
      ItemOperation operation = request.operations().get(i);
      report(
          operation,
          request.key(),
          partition >= 0 ? partition : owner(request.key()),
          requestBytes(operation),
          i == at ? charge : RequestCharge.ZERO,
          i == at ? failure.code() : ErrorCode.FAILED_DEPENDENCY);
    }
  }

  /** Of a part of a session. */
  void done(
      ItemOperation.Kind kind,
      PartitionKey key,
      String id,
      int requestBytes,
      ItemEffect effect,
      int partition) {
    if (!listeners.isEmpty()) {
      tell(
          new OperationOutcome(
              kind,
              container.number(),
              partition,
              key,
              id,
              effect.charge(),
              requestBytes,
              responseBytes(effect.item()),
              effect.kind(),
              null));
    }
  }

  private void report(
      ItemOperation operation, PartitionKey key, int requestBytes, ItemResult result) {
    tell(
        new OperationOutcome(
            operation.kind(),
            container.number(),
            result.partition(),
            key,
            operation.itemId(),
            result.charge(),
            requestBytes,
            responseBytes(result.item()),
            result.kind(),
            null));
  }

  private void report(
      ItemOperation operation,
      @Nullable PartitionKey key,
      int partition,
      int requestBytes,
      RequestCharge charge,
      ErrorCode error) {
    tell(
        new OperationOutcome(
            operation.kind(),
            container.number(),
            partition,
            key,
            operation.itemId(),
            charge,
            requestBytes,
            0,
            null,
            error));
  }

  private void tell(OperationOutcome outcome) {
    for (OutcomeListener listener : listeners) {
      listener.onOutcome(outcome);
    }
  }

  private int owner(PartitionKey key) {
    return container.owner(container.definition().scheme().logicalKey(key).position()).number();
  }

  private static RequestCharge charge(DatabaseException failure) {
    return failure.context().get("requestCharge") instanceof String charge
        ? RequestCharge.parse(charge)
        : RequestCharge.ZERO;
  }

  private static int responseBytes(@Nullable StoredItem item) {
    return item == null ? 0 : item.jsonBytes();
  }

  /** What is laid out for storing need not be measured again. */
  private static int requestBytes(ItemOperation operation, ItemTask task) {
    return task.bytes() > 0 ? task.documentBytes() : requestBytes(operation);
  }

  private static int requestBytes(ItemOperation operation) {
    return switch (operation) {
      case ItemOperation.Create(var document) -> bytes(document);
      case ItemOperation.CreateNew(var document) -> bytes(document);
      case ItemOperation.Upsert(var document, _) -> bytes(document);
      case ItemOperation.Replace(_, var document, _) -> bytes(document);
      case ItemOperation.Merge(_, var members, _, _) -> bytes(members);
      case ItemOperation.MergeOrCreate(var document, _) -> bytes(document);
      case ItemOperation.Patch(_, var patch, _, _) -> bytes(patch);
      case ItemOperation.Delete _, ItemOperation.Read _, ItemOperation.Expire _ -> 0;
    };
  }

  private static int bytes(JsonObject document) {
    return JsonWriter.bytes(document).length;
  }

  private static int bytes(JsonPatch patch) {
    int bytes = 0;
    for (PatchOperation operation : patch.operations()) {
      bytes += operation.path().toString().getBytes(StandardCharsets.UTF_8).length;
      bytes +=
          switch (operation) {
            case PatchOperation.Add(_, var value) -> JsonWriter.bytes(value).length;
            case PatchOperation.Set(_, var value) -> JsonWriter.bytes(value).length;
            case PatchOperation.Replace(_, var value) -> JsonWriter.bytes(value).length;
            case PatchOperation.Increment(_, var by) -> JsonWriter.bytes(by).length;
            case PatchOperation.Move(var from, _) ->
                from.toString().getBytes(StandardCharsets.UTF_8).length;
            case PatchOperation.Remove _ -> 0;
          };
    }
    return bytes;
  }
}
