package dev.partita.document;

import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;

/** Something that was handed over and is answered when it is durable. */
public final class Submitted<R> {

  private final CompletionStage<?> answer;
  private final Supplier<R> result;

  Submitted(CompletionStage<?> answer, Supplier<R> result) {
    this.answer = answer;
    this.result = result;
  }

  /** Completes when the result is there, which may be a failure: then nobody has to wait for it. */
  public CompletionStage<?> answer() {
    return answer;
  }

  /** The same, with what somebody makes of the result or of its failure. */
  public <S> Submitted<S> then(Function<Supplier<R>, S> use) {
    return new Submitted<>(answer, () -> use.apply(result));
  }

  /**
   * Waits for the result. To be asked once, since it is then that it is charged.
   *
   * @throws dev.partita.base.error.DatabaseException if it failed
   */
  public R get() {
    return result.get();
  }
}
