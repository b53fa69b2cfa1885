package dev.partita.collection;

import dev.partita.base.bytes.Bytes;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.time.Deadline;
import dev.partita.collection.PartitionWork.Charged;
import dev.partita.container.Container;
import dev.partita.container.ForwardedCall;
import dev.partita.container.ForwardedService;
import dev.partita.container.Forwarding;
import dev.partita.container.Outcome;
import dev.partita.partition.LogicalKey;
import dev.partita.partition.PhysicalPartition;
import dev.partita.partition.ReadOptions;
import dev.partita.partition.SegmentSnapshot;
import dev.partita.throughput.RequestCharge;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Transactions on documents of logical partitions that another node leads: evaluated here, on the
 * newest state, and carried out there if nothing that they have read has been changed meanwhile;
 * else from the beginning. So what is sent are documents and not functions, and what is refused, a
 * key that is taken for instance, is refused for what is there. Safe for use by any number of
 * threads.
 */
final class ForwardedWork {

  /** How often others may change what was read. */
  private static final int ATTEMPTS = 50;

  private static final byte[] DONE = {1};
  private static final byte[] CHANGED = {2};
  private static final byte[] OTHER_VERSION = {3};

  private final Container container;
  private final Forwarding forwarding;
  private final PartitionWork work;

  ForwardedWork(Container container, Forwarding forwarding, PartitionWork work) {
    this.container = container;
    this.forwarding = forwarding;
    this.work = work;
  }

  /** What an attempt has come to. */
  private record Attempt<R>(@Nullable Charged<R> done, boolean behind) {}

  /**
   * Does the work, wherever that is.
   *
   * @throws RuntimeException what the work throws, after it has been charged
   */
  <R> Charged<R> run(LogicalKey logical, Function<CollectionTransaction, R> step) {
    Deadline deadline = container.routingDeadline();
    for (int attempt = 0; attempt < ATTEMPTS && !deadline.isOver(); attempt++) {
      Attempt<R> made = attempt(logical, step, deadline);
      if (made.done() != null) {
        return made.done();
      }
      if (made.behind()) {
        // One of both nodes has not heard of a change of the container yet.
        forwarding.pause().join();
      }
    }
    throw new DatabaseException(
            ErrorCode.RETRY, "Others change the documents that this is about all the time.")
        .with("container", container.record().name());
  }

  /**
   * Waits until the leader of a partition writes nothing any more by an older record of the
   * container than there is here.
   */
  void awaitEarlier(PhysicalPartition partition) {
    LogicalKey any = new LogicalKey(partition.descriptor().positions().start(), Bytes.EMPTY);
    Deadline deadline = container.routingDeadline();
    long version = container.record().version();
    while (container.record().version() == version) {
      DocumentChanges nothing =
          new DocumentChanges(any, version, RequestCharge.ZERO, List.of(), List.of());
      if (asked(new Notice(partition, nothing), any, deadline)) {
        return;
      }
      deadline.require();
      forwarding.pause().join();
    }
  }

  private <R> R asked(ForwardedCall<R> call, LogicalKey logical, Deadline deadline) {
    CompletableFuture<R> answer = forwarding.submit(container, logical.position(), call, deadline);
    try {
      return answer.join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : e;
    }
  }

  /** Word of a version; whether the leader goes by it. */
  private record Notice(PhysicalPartition partition, DocumentChanges nothing)
      implements ForwardedCall<Boolean> {

    @Override
    public ForwardedService service() {
      return ForwardedService.COLLECTIONS;
    }

    @Override
    public CompletableFuture<Boolean> here() {
      return partition.exclusive(() -> true);
    }

    @Override
    public byte[] request() {
      return nothing.encode();
    }

    @Override
    public Boolean result(byte[] answer) {
      return answer[0] == DONE[0];
    }

    @Override
    public boolean isRepeatable() {
      return true;
    }
  }

  private <R> Attempt<R> attempt(
      LogicalKey logical, Function<CollectionTransaction, R> step, Deadline deadline) {
    Evaluation<R> evaluation = new Evaluation<>(logical, step);
    if (!container.leads(logical.position())) {
      DocumentChanges changes = evaluation.evaluate();
      if (changes.writes().isEmpty()) {
        // What was read was the newest, and there is nothing more to it.
        work.charge(logical, changes.charge());
        return new Attempt<>(evaluation.expected, false);
      }
    }
    return asked(evaluation, logical, deadline);
  }

  /** One attempt with both of its ways. */
  private final class Evaluation<R> implements ForwardedCall<Attempt<R>> {

    private final LogicalKey logical;
    private final Function<CollectionTransaction, R> step;
    private @Nullable Charged<R> expected;
    private @Nullable DocumentChanges changes;

    Evaluation(LogicalKey logical, Function<CollectionTransaction, R> step) {
      this.logical = logical;
      this.step = step;
    }

    @Override
    public ForwardedService service() {
      return ForwardedService.COLLECTIONS;
    }

    @Override
    public CompletableFuture<Attempt<R>> here() {
      Supplier<Charged<R>> begun = work.begin(logical, step);
      return CompletableFuture.completedFuture(new Attempt<>(begun.get(), false));
    }

    @Override
    public byte[] request() {
      DocumentChanges known = changes;
      return (known == null ? evaluate() : known).encode();
    }

    /** Evaluates the step on the newest state, under one version of the container's record. */
    DocumentChanges evaluate() {
      while (true) {
        long version = container.record().version();
        try (SegmentSnapshot snapshot = container.segments().snapshot(ReadOptions.LEADER)) {
          ObservedStore store = new ObservedStore(logical, snapshot, container.nowMillis());
          CollectionTransaction documents = new CollectionTransaction(store, work.settings());
          R result = evaluated(documents);
          if (version == container.record().version()) {
            expected = new Charged<>(result, documents.charge());
            changes =
                new DocumentChanges(
                    logical, version, documents.charge(), store.reads(), store.writes());
            return changes;
          }
        }
      }
    }

    /** What fails is charged as it is where the partition is led. */
    private R evaluated(CollectionTransaction documents) {
      boolean succeeded = false;
      try {
        R result = step.apply(documents);
        succeeded = true;
        return result;
      } finally {
        if (!succeeded) {
          work.charge(logical, documents.charge());
        }
      }
    }

    @Override
    public Attempt<R> result(byte[] answer) {
      return answer[0] == DONE[0]
          ? new Attempt<>(expected, false)
          : new Attempt<>(null, answer[0] == OTHER_VERSION[0]);
    }
  }

  /** Carries out what another node has evaluated. */
  CompletableFuture<byte[]> carryOut(byte[] request) {
    DocumentChanges changes = DocumentChanges.decode(request);
    if (changes.reads().isEmpty() && changes.writes().isEmpty()) {
      return container.submit(changes.logical(), _ -> isKnown(changes)).thenApply(Outcome::result);
    }
    String keyText = work.keyText(changes.logical());
    container.owner(changes.logical().position()).admission().admit(keyText);
    return container
        .submit(
            changes.logical(),
            transaction -> {
              byte[] known = isKnown(changes);
              return known[0] != DONE[0] || changes.apply(transaction) ? known : CHANGED;
            })
        .thenApply(
            outcome -> {
              boolean done = outcome.result()[0] == DONE[0];
              RequestCharge charge = done ? changes.charge() : RequestCharge.ZERO;
              outcome.by().admission().charge(keyText, charge);
              return outcome.result();
            });
  }

  private byte[] isKnown(DocumentChanges changes) {
    return changes.version() == container.record().version() ? DONE : OTHER_VERSION;
  }
}
