package dev.partita.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * RocksDB with group commit only: clients hand their puts to one thread, which writes all that wait
 * as one batch. The upper bound for any database with one writer. Safe for use by any number of
 * threads.
 */
final class RawGroups implements AutoCloseable {

  private record Put(byte[] key, byte[] value, CompletableFuture<Boolean> done) {}

  private final RawStore store;
  private final BlockingQueue<Put> queue = new LinkedBlockingQueue<>();
  private final Thread writer = Thread.ofPlatform().name("raw-writer").unstarted(this::write);

  /** Takes ownership of the store. */
  RawGroups(RawStore store) {
    this.store = store;
    writer.start();
  }

  /** Returns when the put is durable. */
  void put(byte[] key, byte[] value) {
    Put put = new Put(key, value, new CompletableFuture<>());
    queue.add(put);
    put.done().join();
  }

  private void write() {
    List<Put> group = new ArrayList<>();
    try {
      while (true) {
        group.add(queue.take());
        queue.drainTo(group);
        List<byte[]> keys = group.stream().map(Put::key).toList();
        List<byte[]> values = group.stream().map(Put::value).toList();
        store.putAll(keys, values);
        group.forEach(put -> put.done().complete(true));
        group.clear();
      }
    } catch (InterruptedException e) {
      // The writer ends; clients have had their responses by now.
    } catch (RuntimeException e) {
      group.forEach(put -> put.done().completeExceptionally(e));
      throw e;
    }
  }

  @Override
  public void close() {
    writer.interrupt();
    try {
      writer.join();
    } catch (InterruptedException e) {
      throw new IllegalStateException("The measurement was interrupted.", e);
    }
    store.close();
  }
}
