package dev.partita.storage.rocks.ffi;

import dev.partita.base.error.Reasons;
import java.util.Arrays;
import java.util.Optional;
import org.rocksdb.Env;
import org.rocksdb.FlushOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.RocksMemEnv;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The check whether a way to look at keys gives what the plain one does, over some keys in a
 * RocksDB of its own, which is in memory. For any number of threads.
 */
final class KeyCheck {

  /** In order; some share their first eight bytes, some have bytes that are negative in Java. */
  private static final byte[][] KEYS = {
    {},
    {0},
    {0, 0},
    {1, 2, 3, 4, 5, 6, 7},
    {1, 2, 3, 4, 5, 6, 7, 8},
    {1, 2, 3, 4, 5, 6, 7, 8, 9},
    {1, 2, 3, 4, 5, 6, 7, 8, (byte) 0x80},
    {1, 2, 3, 4, 5, 6, 7, (byte) 0x80, 0},
    repeated(1_000),
    {(byte) 0xFF, 0},
  };

  private static final Logger LOG = LoggerFactory.getLogger(KeyCheck.class);

  private KeyCheck() {}

  /** The outcome for this process, found when it is first wanted. */
  static final class Passed {

    static final IteratorKeys KEYS = fastestSound(NativeKey::new);

    private Passed() {}
  }

  /** The candidate, or the plain way and a line in the log if the candidate fails the check. */
  static IteratorKeys fastestSound(IteratorKeys candidate) {
    Optional<String> problem = problem(candidate);
    if (problem.isEmpty()) {
      return candidate;
    }
    LOG.warn(
        "Keys are not read by way of RocksDB's C interface, so some queries take longer: {}",
        problem.get());
    return IteratorKeys.plain();
  }

  /** What speaks against using it; empty if nothing does. */
  static Optional<String> problem(IteratorKeys candidate) {
    try (RocksMemEnv memory = new RocksMemEnv(Env.getDefault());
        Options options = new Options().setCreateIfMissing(true).setEnv(memory);
        RocksDB database = RocksDB.open(options, "/key-check");
        FlushOptions waiting = new FlushOptions()) {
      for (byte[] key : KEYS) {
        database.put(key, key);
      }
      if (!isSound(candidate, database)) {
        return Optional.of("it gives wrong keys of what is in memory");
      }
      database.flush(waiting);
      if (!isSound(candidate, database)) {
        return Optional.of("it gives wrong keys of sorted files");
      }
      return Optional.empty();
    } catch (LinkageError e) {
      // What failed while a class was being made is the cause of the error that says so.
      return Optional.of(Reasons.of(e.getCause() == null ? e : e.getCause()));
    } catch (RocksDBException | RuntimeException e) {
      return Optional.of(Reasons.of(e));
    }
  }

  private static boolean isSound(IteratorKeys candidate, RocksDB database) {
    try (RocksIterator iterator = database.newIterator();
        RocksIterator other = database.newIterator()) {
      IteratorKey key = candidate.of(iterator);
      IteratorKey plain = IteratorKeys.plain().of(iterator);
      IteratorKey otherKey = candidate.of(other);
      int count = 0;
      for (iterator.seekToFirst(); iterator.isValid(); iterator.next()) {
        key.read();
        plain.read();
        byte[] expected = KEYS[count++];
        int offset = expected.length / 2;
        if (!Arrays.equals(key.copyFrom(0), expected)
            || !Arrays.equals(key.copyFrom(offset), plain.copyFrom(offset))
            || !comparesWithAll(key, expected, other, otherKey)) {
          return false;
        }
      }
      return count == KEYS.length;
    }
  }

  private static boolean comparesWithAll(
      IteratorKey key, byte[] expected, RocksIterator other, IteratorKey otherKey) {
    int offset = Math.min(1, expected.length);
    for (byte[] each : KEYS) {
      other.seek(each);
      otherKey.read();
      int order = Arrays.compareUnsigned(expected, offset, expected.length, each, 0, each.length);
      if (Integer.signum(key.compareFrom(offset, otherKey, 0)) != Integer.signum(order)) {
        return false;
      }
    }
    return true;
  }

  private static byte[] repeated(int length) {
    byte[] key = new byte[length];
    Arrays.fill(key, (byte) 7);
    return key;
  }
}
