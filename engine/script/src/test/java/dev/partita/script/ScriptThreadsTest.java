package dev.partita.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 20, unit = TimeUnit.SECONDS)
class ScriptThreadsTest {

  private final DatabaseException tooSlow =
      new DatabaseException(ErrorCode.TIMEOUT, "It does not end.");

  /** One thread, and a task that occupies it and does not end. */
  @Test
  void givesThePlaceOfALostThreadToOthers() throws InterruptedException {
    ScriptLimits standard = ScriptLimits.standard().withTimeMillis(50);
    ScriptThreads threads =
        new ScriptThreads(
            new ScriptLimits(
                standard.timeMillis(), standard.keptBytes(), 0, standard.answerChars(), 0, 1));
    CountDownLatch end = new CountDownLatch(1);
    CompletableFuture<String> first = lost(threads, end);
    assertThatThrownBy(first::join).hasCause(tooSlow);
    assertThat(threads.run(() -> "next")).isEqualTo("next");
    // The second time there is no thread left to replace it.
    CompletableFuture<String> second = lost(threads, end);
    assertThatThrownBy(second::join).hasCause(tooSlow);
    assertThatThrownBy(() -> threads.run(() -> "next"))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("Too many");
    // Once the lost tasks have ended after all, their threads are available again.
    end.countDown();
    while (!runs(threads)) {
      Thread.onSpinWait();
    }
    threads.close();
    assertThatThrownBy(() -> threads.run(() -> "late")).hasMessageContaining("stopping");
  }

  /** A warm-up on one of the threads polls this, and stops. */
  @Test
  void isBusyWhenThereIsMoreThanOneThingToDo() throws InterruptedException {
    ScriptThreads threads = new ScriptThreads(ScriptLimits.standard());
    assertThat(threads.run(threads::isBusy)).isFalse();
    CountDownLatch end = new CountDownLatch(1);
    CompletableFuture<String> other = lost(threads, end);
    assertThat(threads.run(threads::isBusy)).isTrue();
    end.countDown();
    assertThatThrownBy(other::join).hasCause(tooSlow);
    threads.close();
  }

  private static boolean runs(ScriptThreads threads) {
    try {
      return threads.run(() -> true);
    } catch (DatabaseException e) {
      return false;
    }
  }

  /** Runs a task that is given up as soon as it runs. */
  private CompletableFuture<String> lost(ScriptThreads threads, CountDownLatch end)
      throws InterruptedException {
    CompletableFuture<Thread> running = new CompletableFuture<>();
    CompletableFuture<String> waiting =
        CompletableFuture.supplyAsync(
            () ->
                threads.run(
                    () -> {
                      running.complete(Thread.currentThread());
                      try {
                        end.await();
                      } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                      }
                      return "never heard";
                    }),
            work -> Thread.ofVirtual().start(work));
    threads.abandon(running.join(), tooSlow);
    return waiting;
  }
}
