package dev.partita.storage.log;

import static java.util.Objects.requireNonNull;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import java.nio.file.Path;

/**
 * A place from which on the write-ahead log cannot be replayed.
 *
 * @param file the file that is damaged or missing; with the number 0 if none is known
 * @param offset where in the file; 0 if it is missing
 * @param reason what is wrong there
 * @param replayable the last operation before that place; operations have numbers in the order in
 *     which they were written
 * @param lostOperations how many operations behind it are known to have been written at least; 0 if
 *     nothing is known
 * @param transactionsBehind how many transactions behind it can be read, but not replayed without a
 *     hole
 */
public record LogBreak(
    Path file,
    long offset,
    String reason,
    long replayable,
    long lostOperations,
    long transactionsBehind) {

  /** Whether anything says what the file was called: RocksDB gives no file the number 0. */
  public boolean isFileKnown() {
    return LogFiles.number(file) > 0;
  }

  /** The refusal to go on with a log that ends too early. */
  public DatabaseException refusal() {
    DatabaseException refusal =
        new DatabaseException(
            ErrorCode.CORRUPT,
            "The write-ahead log is damaged: transactions that were acknowledged cannot be"
                + " replayed. Nothing was changed. Restore the data folder from a backup; or start"
                + " once with --salvage, which keeps what was committed before the damage, drops"
                + " what came after it, and puts the damaged files aside.");
    if (isFileKnown()) {
      refusal.with("file", file).with("offset", offset);
    } else {
      refusal.with("directory", requireNonNull(file.toAbsolutePath().getParent()));
    }
    refusal.with("reason", reason).with("replayableUpToOperation", replayable);
    if (lostOperations > 0) {
      refusal.with("lostOperationsAtLeast", lostOperations);
    }
    return refusal.with("transactionsBehindTheDamage", transactionsBehind);
  }
}
