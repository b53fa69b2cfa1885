package dev.partita.document;

import static dev.partita.document.Fixture.pk;
import static dev.partita.testkit.Expect.assertFails;
import static dev.partita.testkit.Expect.json;
import static dev.partita.testkit.TestEngine.definition;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.container.EngineThreads;
import dev.partita.storage.Batch;
import dev.partita.storage.memory.MemoryStore;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Batches of which the evaluation and the commit fail for different reasons. */
class BatchFailureTest {

  /** Store that is full when told to be. */
  private static final class FullStore extends MemoryStore {

    private volatile boolean full;

    @Override
    public synchronized CompletableFuture<@Nullable Void> append(Batch batch) {
      if (full) {
        throw new DatabaseException(ErrorCode.STORAGE_FULL, "No room.");
      }
      return super.append(batch);
    }
  }

  /** Writers that work when told to. */
  private static final class HeldWriters extends AbstractExecutorService implements EngineThreads {

    private final EngineThreads others = EngineThreads.standard();
    private final Queue<Runnable> held = new ArrayDeque<>();

    void run() {
      for (Runnable next = held.poll(); next != null; next = held.poll()) {
        next.run();
      }
    }

    @Override
    public void execute(Runnable task) {
      held.add(task);
    }

    @Override
    public ExecutorService writers() {
      return this;
    }

    @Override
    public ExecutorService catalogueWriter() {
      return others.catalogueWriter();
    }

    @Override
    public Executor answers() {
      return Runnable::run;
    }

    @Override
    public ScheduledExecutorService housekeeping() {
      return others.housekeeping();
    }

    @Override
    public ScheduledExecutorService timers() {
      return others.timers();
    }

    @Override
    public ScheduledExecutorService jobs() {
      return others.jobs();
    }

    @Override
    public void shutdown() {}

    @Override
    public List<Runnable> shutdownNow() {
      return List.of();
    }

    @Override
    public boolean isShutdown() {
      return true;
    }

    @Override
    public boolean isTerminated() {
      return true;
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) {
      return true;
    }
  }

  private final FullStore store = new FullStore();
  private final HeldWriters writers = new HeldWriters();

  @Test
  void failsAsAWholeWhenWhatItWasRefusedForIsNotCommitted() {
    try (Fixture fixture =
        new Fixture(
            store, options -> options.withRuntime(runtime -> runtime.withThreads(writers)))) {
      Items items = fixture.items(definition("c"));
      ItemOperation.Create create = new ItemOperation.Create(json("{'id':'a','pk':'p'}"));
      Submitted<ItemResult> first = items.submit(pk("p"), create);
      Submitted<BatchResult> refused =
          items.submit(new ItemRequest.Batch(pk("p"), List.of(create), BatchLimits.USUAL));
      store.full = true;
      writers.run();
      store.full = false;

      assertFails(ErrorCode.STORAGE_FULL, first::get);
      assertFails(ErrorCode.STORAGE_FULL, refused::get);

      Submitted<BatchResult> again =
          items.submit(new ItemRequest.Batch(pk("p"), List.of(create), BatchLimits.USUAL));
      Submitted<BatchResult> taken =
          items.submit(new ItemRequest.Batch(pk("p"), List.of(create), BatchLimits.USUAL));
      writers.run();
      assertThat(again.get().succeeded()).isTrue();
      BatchResult conflict = taken.get();
      assertThat(conflict.failedAt()).isZero();
      assertThat(conflict.failure()).map(DatabaseException::code).contains(ErrorCode.CONFLICT);
    }
  }
}
