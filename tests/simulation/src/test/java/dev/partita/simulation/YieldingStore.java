package dev.partita.simulation;

import dev.partita.base.bytes.KeyRange;
import dev.partita.storage.Batch;
import dev.partita.storage.Cursor;
import dev.partita.storage.Family;
import dev.partita.storage.Snapshot;
import dev.partita.storage.Store;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A store whose callers stop now and then for others to run, as on a machine that is busy. */
final class YieldingStore extends StoreDecorator {

  private final Random random;
  private final int oneIn;

  YieldingStore(Store store, Random random, int oneIn) {
    super(store);
    this.random = random;
    this.oneIn = oneIn;
  }

  @SuppressWarnings("ThreadPriorityCheck") // the scheduler is that of the simulation
  private void pause() {
    if (random.nextInt(oneIn) == 0) {
      Thread.yield();
    }
  }

  @Override
  public byte @Nullable [] get(Family family, byte[] key) {
    pause();
    return super.get(family, key);
  }

  @Override
  public List<byte @Nullable []> getAll(Family family, List<byte[]> keys) {
    pause();
    return super.getAll(family, keys);
  }

  @Override
  public Cursor scan(Family family, KeyRange range) {
    pause();
    return super.scan(family, range);
  }

  @Override
  public CompletableFuture<@Nullable Void> append(Batch batch) {
    pause();
    CompletableFuture<@Nullable Void> answer = super.append(batch);
    pause();
    return answer;
  }

  @Override
  public Snapshot snapshot() {
    pause();
    return super.snapshot();
  }
}
