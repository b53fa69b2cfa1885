package dev.partita.storage.rocks;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.time.Clock;
import dev.partita.storage.log.LogVerification;
import dev.partita.storage.log.LogVerification.TornEnd;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is done with a folder before RocksDB opens it and replays the log: the log is verified, and
 * what was torn off at its end is removed. To be called while the process holds the folder.
 */
final class RocksRecovery {

  private static final Logger LOG = LoggerFactory.getLogger(RocksRecovery.class);

  private RocksRecovery() {}

  /**
   * Prepares a folder for being opened and written to.
   *
   * @return whether what is replayed must go to sorted files at once, so that the log begins anew
   * @throws DatabaseException CORRUPT if what was acknowledged is lost, UNAVAILABLE if the folder
   *     is in use; nothing was changed then
   */
  static boolean prepare(StoreFolder folder, Clock clock) {
    if (!folder.isFinished()) {
      return false;
    }
    try (FileChannel _ = folder.lockForOpening()) {
      long startNanos = clock.nanos();
      LogVerification verification = LogVerification.of(folder.directory());
      verification.requireSound();
      LOG.debug(
          "Verified {} bytes of log in {} ms",
          verification.bytes(),
          TimeUnit.NANOSECONDS.toMillis(clock.nanos() - startNanos));
      if (verification.noteIsDamaged()) {
        LOG.warn(
            "The note of what was synced in {} cannot be read; the log is sound, as far as can be"
                + " told without it",
            folder.directory());
      }
      boolean renewsLog = verification.needsNewLog();
      if (verification.tornEnd().isPresent()) {
        verification.cutTornEnd();
        report(verification.tornEnd().get());
      }
      return renewsLog;
    } catch (IOException e) {
      throw folder.unusable(e);
    }
  }

  /**
   * Verifies a folder that is going to be read alone.
   *
   * @throws DatabaseException CORRUPT if what was acknowledged is lost
   */
  static void verify(StoreFolder folder) {
    try {
      LogVerification.of(folder.directory()).requireSound();
    } catch (IOException e) {
      throw folder.unusable(e);
    }
  }

  private static void report(TornEnd tornEnd) {
    if (tornEnd.transactionsBehind() == 0) {
      LOG.info(
          "The log ended within a transaction that was not acknowledged; it was cut off: {} at {}"
              + " ({})",
          tornEnd.file(),
          tornEnd.offset(),
          tornEnd.reason());
    } else {
      LOG.warn(
          "The log ended with damaged transactions, of which none had been acknowledged; they were"
              + " cut off: {} at {} ({}), {} transactions behind it",
          tornEnd.file(),
          tornEnd.offset(),
          tornEnd.reason(),
          tornEnd.transactionsBehind());
    }
  }
}
