package dev.partita.server;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.storage.StoreHealth;
import dev.partita.storage.memory.MemoryStore;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** A store in memory of which a test decides how it is doing, and sees when it is closed. */
final class TestStore extends MemoryStore {

  /** A server that speaks no protocol, so that nothing but the server itself answers. */
  static final ServerOptions SILENT =
      ServerOptions.resolve(List.of(), Map.of("port", "0", "in-memory", "true"), Map.of());

  final AtomicInteger closes = new AtomicInteger();
  volatile boolean full;

  Node open(ServerOptions options) {
    return Node.on(this, options);
  }

  @Override
  public StoreHealth health() {
    DatabaseException problem =
        full ? new DatabaseException(ErrorCode.STORAGE_FULL, "The disk is full") : null;
    return new StoreHealth(problem, Long.MAX_VALUE, 0, 0, 0, 0, 0);
  }

  @Override
  public synchronized void close() {
    closes.incrementAndGet();
    super.close();
  }
}
