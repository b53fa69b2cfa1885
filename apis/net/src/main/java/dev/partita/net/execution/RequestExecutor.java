package dev.partita.net.execution;

import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;

/**
 * Runs the work of requests, where it belongs. What is returned fails with what the work throws,
 * and is complete when the method returns if the work ran on the calling thread. Safe for use by
 * any number of threads.
 */
public interface RequestExecutor {

  /**
   * Runs work that may wait, or compute for long, on a worker thread.
   *
   * @throws RejectedExecutionException if the server has stopped
   */
  <R> CompletionStage<R> onWorker(Supplier<R> work);

  /**
   * Runs work that takes well below a millisecond as a rule and waits for no lock, thread or sync
   * of the disk: on the event loop if it has been brief lately, or else on a worker thread.
   *
   * @throws RejectedExecutionException if the server has stopped
   */
  <R> CompletionStage<R> inline(BriefWork<R> work);

  /**
   * Goes on with a request on the event loop once something has come about elsewhere.
   *
   * @param awaited what to wait for; whether it fails does not matter
   * @param then takes no longer than brief work
   */
  <R> CompletionStage<R> after(CompletionStage<?> awaited, Supplier<R> then);
}
