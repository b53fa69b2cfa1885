package dev.partita.mongo.session;

import dev.partita.base.time.Clock;
import dev.partita.mongo.error.MongoError;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ObjLongConsumer;

/**
 * The sessions that clients use. They end when a client says so, or when nobody has used them for
 * half an hour. Safe for use by any number of threads.
 */
public final class ClientSessions {

  /** As {@code logicalSessionTimeoutMinutes} of the handshake says. */
  public static final int TIMEOUT_MINUTES = 30;

  public static final int ID_BYTES = 16;

  private static final int SESSIONS_MAX = 1_000_000;
  private static final long SWEEP_MILLIS = 10_000;

  private final Clock clock;
  private final Map<ByteBuffer, ClientSession> sessions = new ConcurrentHashMap<>();
  private final AtomicLong nextSweep = new AtomicLong();

  public ClientSessions(Clock clock) {
    this.clock = clock;
  }

  /** The session of an id, which begins with its first use. */
  public ClientSession use(byte[] id) {
    long now = clock.millis();
    sweep(now);
    ClientSession session = sessions.get(ByteBuffer.wrap(id));
    if (session == null) {
      if (sessions.size() >= SESSIONS_MAX) {
        throw MongoError.TOO_MANY_LOGICAL_SESSIONS.failure("cannot add session into the cache");
      }
      byte[] own = id.clone();
      session = sessions.computeIfAbsent(ByteBuffer.wrap(own), _ -> new ClientSession(own, now));
    }
    session.use(now);
    return session;
  }

  /** Tells of each session its id and when it was used last. */
  public void forEach(ObjLongConsumer<byte[]> consumer) {
    sessions.values().forEach(each -> consumer.accept(each.id(), each.usedMillis()));
  }

  public void end(byte[] id) {
    sessions.remove(ByteBuffer.wrap(id));
  }

  public void endAll() {
    sessions.clear();
  }

  public int count() {
    return sessions.size();
  }

  private void sweep(long now) {
    long due = nextSweep.get();
    if (now >= due && nextSweep.compareAndSet(due, now + SWEEP_MILLIS)) {
      long limit = now - TimeUnit.MINUTES.toMillis(TIMEOUT_MINUTES);
      sessions.values().removeIf(session -> session.usedMillis() < limit);
    }
  }
}
