package dev.partita.collection;

import dev.partita.base.error.DatabaseException;
import dev.partita.container.Container;
import dev.partita.container.Forwarding;
import dev.partita.container.Outcome;
import dev.partita.container.OwnedPartition;
import dev.partita.container.key.PartitionKey;
import dev.partita.container.map.PartitionScheme;
import dev.partita.partition.LogicalKey;
import dev.partita.partition.PhysicalPartition;
import dev.partita.throughput.RequestCharge;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Transactions on the documents of logical partitions: admitted, routed and charged. Safe for use
 * by any number of threads.
 */
final class PartitionWork {

  /** What work gives, with what it cost and how much its logical partition holds then. */
  private record Done<R>(R result, RequestCharge charge, long logicalSizeBytes) {}

  private final Container container;
  private final Supplier<CollectionSettings> settings;
  private final @Nullable ForwardedWork forwarded;

  PartitionWork(Container container, Supplier<CollectionSettings> settings) {
    this.container = container;
    this.settings = settings;
    Forwarding forwarding = container.forwarding();
    this.forwarded = forwarding == null ? null : new ForwardedWork(container, forwarding, this);
  }

  CollectionSettings settings() {
    return settings.get();
  }

  /** The text of the partition key, as it is charged by. */
  String keyText(LogicalKey logical) {
    PartitionScheme scheme = container.definition().scheme();
    PartitionKey key = scheme.partitionKey(logical);
    return key.toJson();
  }

  /** Waits until everything that the partition takes up goes by what is known here now. */
  void awaitEarlier(PhysicalPartition partition) {
    if (forwarded == null) {
      partition.exclusive(() -> true).join();
    } else {
      forwarded.awaitEarlier(partition);
    }
  }

  /** Charges what failed here. */
  void charge(LogicalKey logical, RequestCharge charge) {
    container.owner(logical.position()).admission().charge(keyText(logical), charge);
  }

  /** Carries out what another node has evaluated. */
  CompletableFuture<byte[]> carryOut(byte[] request) {
    return Objects.requireNonNull(forwarded, "The node is alone.").carryOut(request);
  }

  /** A result with its charge. */
  record Charged<R>(R result, RequestCharge charge) {}

  /**
   * Does the work in one transaction and waits until it is durable.
   *
   * @throws RuntimeException what the work throws, after it has been charged
   */
  <R> Charged<R> run(LogicalKey logical, Function<CollectionTransaction, R> work) {
    return submit(logical, work).get();
  }

  /** Begins the work, so that one thread may have several under way; the result is waited for. */
  <R> Supplier<Charged<R>> submit(LogicalKey logical, Function<CollectionTransaction, R> work) {
    return forwarded == null ? begin(logical, work) : () -> forwarded.run(logical, work);
  }

  /** Begins the work here. */
  <R> Supplier<Charged<R>> begin(LogicalKey logical, Function<CollectionTransaction, R> work) {
    String keyText = keyText(logical);
    container.owner(logical.position()).admission().admit(keyText);
    // By the thread that evaluates, and seen by this one once the answer has come.
    RequestCharge[] spent = {RequestCharge.ZERO};
    CompletableFuture<Outcome<Done<R>>> answer =
        container.submit(
            logical,
            transaction -> {
              CollectionTransaction documents =
                  new CollectionTransaction(new DocumentStore.Local(transaction), settings.get());
              try {
                R result = work.apply(documents);
                return new Done<>(result, documents.charge(), transaction.logicalSizeBytes());
              } finally {
                spent[0] = documents.charge();
              }
            });
    return () -> settle(answer, logical, keyText, spent);
  }

  private <R> Charged<R> settle(
      CompletableFuture<Outcome<Done<R>>> answer,
      LogicalKey logical,
      String keyText,
      RequestCharge[] spent) {
    try {
      Outcome<Done<R>> outcome = answer.join();
      Done<R> done = outcome.result();
      OwnedPartition by = outcome.by();
      by.largest().report(keyText, done.logicalSizeBytes());
      by.admission().charge(keyText, done.charge());
      return new Charged<>(done.result(), done.charge());
    } catch (CompletionException e) {
      container.owner(logical.position()).admission().charge(keyText, spent[0]);
      if (e.getCause() instanceof DatabaseException cause) {
        throw cause.with("partitionKey", keyText);
      }
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw e;
    }
  }
}
