package dev.partita.net.execution;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * An executor that runs everything on the calling thread, for requests that no connection brought
 * and whose caller waits in any case. Stateless.
 */
public final class CallerExecutor implements RequestExecutor {

  public static final RequestExecutor INSTANCE = new CallerExecutor();

  private CallerExecutor() {}

  @Override
  public <R> CompletionStage<R> onWorker(Supplier<R> work) {
    try {
      return CompletableFuture.completedFuture(work.get());
    } catch (Throwable failure) {
      return CompletableFuture.failedFuture(failure);
    }
  }

  @Override
  public <R> CompletionStage<R> inline(BriefWork<R> work) {
    return onWorker(() -> work.run(false));
  }

  @Override
  public <R> CompletionStage<R> after(CompletionStage<?> awaited, Supplier<R> then) {
    awaited.handle((_, _) -> true).toCompletableFuture().join();
    return onWorker(then);
  }
}
