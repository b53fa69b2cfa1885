package dev.partita.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.partita.storage.Batch;
import dev.partita.storage.memory.MemoryStore;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** A store in memory that takes one write and does not say so until it is told to. */
final class HeldStore extends MemoryStore {

  private final String mark;
  private final CountDownLatch arrived = new CountDownLatch(1);
  private final CompletableFuture<@Nullable Void> released = new CompletableFuture<>();

  /**
   * @param mark by which the write is known: a text in its keys or values
   */
  HeldStore(String mark) {
    this.mark = mark;
  }

  @Override
  public synchronized CompletableFuture<@Nullable Void> append(Batch batch) {
    CompletableFuture<@Nullable Void> appended = super.append(batch);
    if (!new String(batch.toBytes(), ISO_8859_1).contains(mark)) {
      return appended;
    }
    arrived.countDown();
    return appended.thenCompose(_ -> released);
  }

  void awaitWrite() throws InterruptedException {
    arrived.await();
  }

  void release() {
    released.complete(null);
  }
}
