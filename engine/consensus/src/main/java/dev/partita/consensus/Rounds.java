package dev.partita.consensus;

import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Questions that many ask at once and one answer serves: whoever comes while an answer is under way
 * shares the next one, which begins after he came. Safe for use by any number of threads.
 */
final class Rounds<T> {

  private final Supplier<CompletableFuture<T>> question;
  private boolean asking;
  private @Nullable CompletableFuture<T> next;

  Rounds(Supplier<CompletableFuture<T>> question) {
    this.question = question;
  }

  /** The answer to the question as asked from now on at the earliest. */
  CompletableFuture<T> ask() {
    CompletableFuture<T> answer;
    synchronized (this) {
      if (asking) {
        if (next == null) {
          next = new CompletableFuture<>();
        }
        return next;
      }
      asking = true;
      answer = new CompletableFuture<>();
    }
    begin(answer);
    return answer;
  }

  private void begin(CompletableFuture<T> answer) {
    CompletableFuture<T> _ =
        question
            .get()
            .whenComplete(
                (value, failure) -> {
                  end();
                  if (failure == null) {
                    answer.complete(value);
                  } else {
                    answer.completeExceptionally(failure);
                  }
                });
  }

  private void end() {
    CompletableFuture<T> waiting;
    synchronized (this) {
      waiting = next;
      next = null;
      asking = waiting != null;
    }
    if (waiting != null) {
      begin(waiting);
    }
  }
}
