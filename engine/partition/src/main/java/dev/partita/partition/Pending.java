package dev.partita.partition;

import dev.partita.base.error.DatabaseException;
import dev.partita.storage.Batch;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What waits in the queue of a partition for its writer. Answered exactly once. */
sealed interface Pending {

  /** Answers with a failure: nothing of it was done, and nothing will be. */
  void refuse(Throwable failure);

  /** Work to be evaluated in a transaction. */
  final class Transactional<R> implements Pending {

    private final LogicalKey key;
    private final Work<R> work;
    private final boolean awaited;
    private final CompletableFuture<Commit<R>> answer = new CompletableFuture<>();
    private @Nullable Commit<R> commit;
    private @Nullable Throwable failure;
    private boolean written;

    /**
     * @param awaited whether a thread may wait for the answer, and has to be woken up
     */
    Transactional(LogicalKey key, Work<R> work, boolean awaited) {
      this.key = key;
      this.work = work;
      this.awaited = awaited;
    }

    boolean isAwaited() {
      return awaited;
    }

    CompletableFuture<Commit<R>> answer() {
      return answer;
    }

    LogicalKey key() {
      return key;
    }

    /** Whether it has changed anything, as far as it was evaluated. */
    boolean hasWritten() {
      return written;
    }

    /**
     * Evaluates. A failure is kept until the group is durable, like a result: it may be due to what
     * was written earlier in the group, which nobody can see before then.
     */
    @SuppressWarnings("CatchingUnchecked") // whatever the work throws belongs to its caller alone
    void evaluate(CommitGroup group, PartitionSettings settings) {
      try {
        long before = group.lastLsn();
        commit = group.evaluate(key, work, settings);
        written = commit.lsn() > before;
      } catch (Throwable e) {
        failure = e;
      }
    }

    /** Answers with what the evaluation gave. */
    void committed() {
      if (failure != null) {
        answer.completeExceptionally(failure);
      } else {
        answer.complete(commit);
      }
    }

    /** Callers add to the context of a failure, so each is given one of its own. */
    @Override
    public void refuse(Throwable shared) {
      answer.completeExceptionally(copy(shared));
    }

    private static Throwable copy(Throwable shared) {
      if (!(shared instanceof DatabaseException original)) {
        return shared;
      }
      DatabaseException copy =
          new DatabaseException(original.code(), original.text(), original.getCause());
      original.context().forEach(copy::with);
      return copy;
    }
  }

  /** An action that runs while no transaction is evaluated or committed. */
  final class Exclusive<R> implements Pending {

    private final Supplier<R> action;
    private final CompletableFuture<R> answer = new CompletableFuture<>();

    Exclusive(Supplier<R> action) {
      this.action = action;
    }

    CompletableFuture<R> answer() {
      return answer;
    }

    void run() {
      try {
        answer.complete(action.get());
      } catch (RuntimeException | Error e) {
        answer.completeExceptionally(e);
      }
    }

    @Override
    public void refuse(Throwable failure) {
      answer.completeExceptionally(failure);
    }
  }

  /** Writes that are no transaction. Nothing that transactions read back is among them. */
  final class Upkeep implements Pending {

    private final Batch batch;
    private final CompletableFuture<@Nullable Void> answer = new CompletableFuture<>();

    Upkeep(Batch batch) {
      this.batch = batch;
    }

    Batch batch() {
      return batch;
    }

    CompletableFuture<@Nullable Void> answer() {
      return answer;
    }

    void done() {
      answer.complete(null);
    }

    @Override
    public void refuse(Throwable failure) {
      answer.completeExceptionally(failure);
    }
  }
}
