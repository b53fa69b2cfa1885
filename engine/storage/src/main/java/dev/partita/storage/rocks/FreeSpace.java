package dev.partita.storage.rocks;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.time.Clock;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Refuses writes while the volume has less free space than the reserve. Safe for use by any number
 * of threads. Asking the volume costs a system call, so its last answer is used for a short time
 * and for a limited number of bytes written.
 */
final class FreeSpace {

  /** Asks the volume how many bytes may still be written to it. */
  interface Probe {
    long usableBytes() throws IOException;
  }

  private static final long ANSWER_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
  private static final long ANSWER_BYTES = 8L << 20;

  /** More than is filled while an answer is used. */
  private static final long SCARCE_BYTES = 256L << 20;

  private final Probe probe;
  private final Clock clock;
  private final long reserveBytes;
  private final AtomicLong bytesSinceAnswer = new AtomicLong();
  private volatile long answeredNanos;
  private volatile long answer;

  FreeSpace(Probe probe, Clock clock, long reserveBytes) {
    this.probe = probe;
    this.clock = clock;
    this.reserveBytes = reserveBytes;
    ask(clock.nanos());
  }

  /** Asks the volume that a folder is on. */
  static Probe volumeOf(Path directory) {
    try {
      FileStore volume = Files.getFileStore(directory);
      return volume::getUsableSpace;
    } catch (IOException e) {
      throw unknown(e).with("directory", directory);
    }
  }

  /** Called before a batch is written. */
  void require(int batchBytes) {
    long now = clock.nanos();
    long bytes = bytesSinceAnswer.addAndGet(batchBytes);
    // Near the limit every batch asks: what was written since the answer is on the volume twice, in
    // the log and in the files it becomes.
    if (now - answeredNanos >= ANSWER_NANOS
        || bytes >= ANSWER_BYTES
        || answer - 2 * bytes < reserveBytes) {
      ask(now);
    }
    if (answer - batchBytes < reserveBytes) {
      throw full(answer);
    }
  }

  /** What is said when there is so little room. */
  DatabaseException full(long freeBytes) {
    return full().with("freeBytes", freeBytes).with("reserveBytes", reserveBytes);
  }

  /**
   * How many bytes the volume has room for, lately.
   *
   * @throws DatabaseException UNAVAILABLE if it does not say
   */
  long freeBytes() {
    long now = clock.nanos();
    if (now - answeredNanos >= ANSWER_NANOS) {
      ask(now);
    }
    return answer;
  }

  /** Whether so much room is too little to write anything. */
  boolean isTooLittle(long freeBytes) {
    return freeBytes < reserveBytes;
  }

  /** Whether the volume may run full before it is asked again. */
  boolean isScarce() {
    return answer < SCARCE_BYTES;
  }

  /** Whether so many bytes more leave the reserve untouched. */
  boolean has(long bytes) {
    ask(clock.nanos());
    return answer - bytes >= reserveBytes;
  }

  static DatabaseException full() {
    return new DatabaseException(
        ErrorCode.STORAGE_FULL,
        "The disk is full: writes are refused, reads go on. Free space on the volume;"
            + " writes resume by themselves.");
  }

  private void ask(long now) {
    bytesSinceAnswer.set(0);
    answeredNanos = now;
    try {
      answer = probe.usableBytes();
    } catch (IOException e) {
      throw unknown(e);
    }
  }

  private static DatabaseException unknown(IOException e) {
    return new DatabaseException(
        ErrorCode.UNAVAILABLE, "The free space on the volume of the data folder is not known.", e);
  }
}
