package dev.partita.document;

import dev.partita.base.error.DatabaseException;
import dev.partita.container.Container;
import dev.partita.container.ForwardedCall;
import dev.partita.container.ForwardedService;
import dev.partita.container.Forwarding;
import dev.partita.container.Rerouting;
import dev.partita.container.key.PartitionKey;
import dev.partita.json.JsonObject;
import dev.partita.partition.KeyWatch;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Requests on the items of one container, carried out by the node that leads the partition of their
 * key: they are admitted, charged and told to listeners there. Only where an engine is part of a
 * cluster. Safe for use by any number of threads.
 */
final class ForwardedItems {

  private final Items items;
  private final Container container;
  private final Forwarding forwarding;
  private final ItemMessages messages;
  private final ItemDispatch dispatch;

  ForwardedItems(Items items, Forwarding forwarding, ItemMessages messages, ItemDispatch dispatch) {
    this.items = items;
    this.container = items.container();
    this.forwarding = forwarding;
    this.messages = messages;
    this.dispatch = dispatch;
  }

  Submitted<ItemResult> single(
      @Nullable PartitionKey given, ItemOperation operation, boolean helps) {
    PartitionKey key;
    try {
      key = keyOf(given, operation);
    } catch (DatabaseException e) {
      dispatch.reports().refused(operation, given, e);
      throw e;
    }
    return submit(
        new Call<>(
            new ItemRequest.Single(key, operation),
            () -> dispatch.single(key, operation, helps),
            answer -> noticed(messages.decodeResult(items, answer)),
            operation instanceof ItemOperation.Read));
  }

  private PartitionKey keyOf(@Nullable PartitionKey given, ItemOperation operation) {
    JsonObject document =
        switch (operation) {
          case ItemOperation.Create(var created) -> created;
          case ItemOperation.CreateNew(var created) -> created;
          case ItemOperation.Upsert(var put, _) -> put;
          case ItemOperation.Replace(_, var put, _) -> put;
          case ItemOperation.MergeOrCreate(var put, _) -> put;
          case ItemOperation.Patch _,
              ItemOperation.Merge _,
              ItemOperation.Delete _,
              ItemOperation.Read _,
              ItemOperation.Expire _ ->
              null;
        };
    return document == null ? ItemTask.required(given) : items.keyOf(document, given);
  }

  Submitted<BatchResult> batch(ItemRequest.Batch request) {
    return submit(
        new Call<>(
            request,
            () -> dispatch.batch(request, null),
            answer -> noticed(messages.decodeBatchResult(items, answer)),
            false));
  }

  private ItemResult noticed(ItemResult result) {
    container.notice(result.partition(), result.lsn());
    return result;
  }

  private BatchResult noticed(BatchResult result) {
    container.notice(result.partition(), result.lsn());
    return result;
  }

  /**
   * The same under a watch. One that another node would have to keep is not kept: the leader finds
   * out whether anything has changed since then. If it is kept here and this node leads no more,
   * what was read may have changed.
   */
  Submitted<BatchResult> batch(ItemRequest.Batch request, WatchedReads reads) {
    KeyWatch watch = reads.watch();
    if (!watch.isKept()) {
      Unchanged known = request.reads();
      Unchanged all = new Unchanged(watch.before().lsn(), known.present(), known.absent(), true);
      return batch(
          new ItemRequest.Batch(request.key(), request.operations(), request.limits(), all));
    }
    Submitted<BatchResult> submitted = dispatch.batch(request, reads);
    return submitted.then(
        result -> {
          try {
            return result.get();
          } catch (CompletionException e) {
            throw Rerouting.isRefusal(e) ? Unchanged.failed() : e;
          }
        });
  }

  /** Deleting what is left does no harm, so it is done again where it is not known. */
  long deleteAll(PartitionKey key) {
    return submit(
            new Call<>(
                new ItemRequest.DeleteAll(key),
                () -> {
                  long deleted = dispatch.deleteAll(key);
                  return new Submitted<>(CompletableFuture.completedFuture(null), () -> deleted);
                },
                messages::decodeCount,
                true))
        .get();
  }

  private <R> Submitted<R> submit(Call<R> call) {
    byte[] position = items.scheme().logicalKey(call.request.key()).position();
    CompletableFuture<R> answer =
        forwarding.submit(container, position, call, container.routingDeadline());
    return new Submitted<>(answer, () -> joined(answer));
  }

  private static <R> R joined(CompletableFuture<R> answer) {
    try {
      return answer.join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof DatabaseException failure ? failure : e;
    }
  }

  /** Carries out what another node has asked. */
  CompletableFuture<byte[]> carryOut(byte[] bytes) {
    ItemRequest request = messages.decodeRequest(bytes);
    return switch (request) {
      case ItemRequest.Single(var key, var operation) ->
          settled(dispatch.single(key, operation, true)).thenApply(messages::encode);
      case ItemRequest.Batch batch ->
          settled(dispatch.batch(batch, null)).thenApply(messages::encode);
      case ItemRequest.DeleteAll(var key) ->
          CompletableFuture.completedFuture(messages.encodeCount(dispatch.deleteAll(key)));
    };
  }

  /** The result as soon as there is an answer, which is charged by then. */
  private static <R> CompletableFuture<R> settled(Submitted<R> submitted) {
    return submitted.answer().handle((_, _) -> submitted.get()).toCompletableFuture();
  }

  /** One request with both of its ways. */
  private final class Call<R> implements ForwardedCall<R> {

    private final ItemRequest request;
    private final Supplier<Submitted<R>> local;
    private final Function<byte[], R> reading;
    private final boolean repeatable;

    Call(
        ItemRequest request,
        Supplier<Submitted<R>> local,
        Function<byte[], R> reading,
        boolean repeatable) {
      this.request = request;
      this.local = local;
      this.reading = reading;
      this.repeatable = repeatable;
    }

    @Override
    public ForwardedService service() {
      return ForwardedService.ITEMS;
    }

    @Override
    public CompletableFuture<R> here() {
      return settled(local.get());
    }

    @Override
    public byte[] request() {
      return messages.encode(request);
    }

    @Override
    public R result(byte[] answer) {
      return reading.apply(answer);
    }

    @Override
    public boolean isRepeatable() {
      return repeatable;
    }
  }
}
