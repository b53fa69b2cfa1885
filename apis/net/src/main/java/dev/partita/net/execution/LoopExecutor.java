package dev.partita.net.execution;

import dev.partita.base.concurrent.WouldWait;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * The executor of the requests of one connection. Safe for use by any number of threads.
 *
 * @param onLoop whether the calling thread is the event loop of the connection
 * @param loop runs steps on the event loop
 * @param workers runs what may wait
 */
public record LoopExecutor(
    BooleanSupplier onLoop, Executor loop, Executor workers, InlineCircuitBreaker breaker)
    implements RequestExecutor {

  @Override
  public <R> CompletionStage<R> onWorker(Supplier<R> work) {
    CompletableFuture<R> result = new CompletableFuture<>();
    workers.execute(() -> complete(result, work));
    return result;
  }

  @Override
  public <R> CompletionStage<R> inline(BriefWork<R> work) {
    if (!onLoop.getAsBoolean()) {
      CompletableFuture<R> result = new CompletableFuture<>();
      complete(result, () -> work.run(false));
      return result;
    }
    long nowNanos = breaker.nowNanos();
    if (breaker.allows(nowNanos)) {
      try {
        return CompletableFuture.completedFuture(work.run(true));
      } catch (InlineBudgetExceeded | WouldWait notBrief) {
        return onWorker(() -> work.run(false));
      } catch (Throwable failure) {
        return CompletableFuture.failedFuture(failure);
      } finally {
        breaker.ran(nowNanos);
      }
    }
    return onWorker(() -> work.run(false));
  }

  @Override
  public <R> CompletionStage<R> after(CompletionStage<?> awaited, Supplier<R> then) {
    CompletableFuture<R> result = new CompletableFuture<>();
    Executor where = breaker.isEnabled() ? loop : workers;
    awaited.whenComplete(
        (_, _) -> {
          try {
            where.execute(() -> complete(result, then));
          } catch (RejectedExecutionException stopped) {
            result.completeExceptionally(stopped);
          }
        });
    return result;
  }

  /** Errors, too, since something waits for the result. */
  private static <R> void complete(CompletableFuture<R> result, Supplier<R> work) {
    try {
      result.complete(work.get());
    } catch (Throwable failure) {
      result.completeExceptionally(failure);
    }
  }
}
