package dev.partita.mongo.session;

import dev.partita.mongo.error.MongoError;
import dev.partita.throughput.RequestCharge;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** What is known of a session. Safe for use by any number of threads. */
public final class ClientSession {

  /**
   * What the last command of a client cost.
   *
   * @param command its name
   */
  public record Statistics(String command, RequestCharge charge, double millis) {}

  private final byte[] id;
  // Held while a numbered command is carried out, so that the same one sent again finds its result.
  private final ReentrantLock numbered = new ReentrantLock();
  private long highest = -1;
  private volatile long usedMillis;
  private volatile @Nullable Statistics statistics;

  ClientSession(byte[] id, long nowMillis) {
    this.id = id;
    this.usedMillis = nowMillis;
  }

  /** Its sixteen bytes. */
  public byte[] id() {
    return id.clone();
  }

  long usedMillis() {
    return usedMillis;
  }

  void use(long nowMillis) {
    usedMillis = nowMillis;
  }

  public @Nullable Statistics statistics() {
    return statistics;
  }

  public void statistics(Statistics last) {
    statistics = last;
  }

  /**
   * Begins a command with a number, alone in the session until the lock is closed.
   *
   * @throws dev.partita.mongo.error.CommandFailure if the session has gone on to a higher number
   */
  public Numbered begin(long number) {
    numbered.lock();
    if (number < highest) {
      numbered.unlock();
      throw MongoError.TRANSACTION_TOO_OLD.failure(
          "Retryable write with txnNumber "
              + number
              + " is prohibited on the session because a newer retryable write with txnNumber "
              + highest
              + " has already started on this session.");
    }
    highest = number;
    return numbered::unlock;
  }

  /** A command with a number that is being carried out. */
  @FunctionalInterface
  public interface Numbered extends AutoCloseable {
    @Override
    void close();
  }
}
