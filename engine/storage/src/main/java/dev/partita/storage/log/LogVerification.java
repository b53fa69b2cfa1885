package dev.partita.storage.log;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One pass over the write-ahead log before RocksDB replays it. For one run on one thread, while no
 * process has the store open; it changes nothing.
 *
 * <p>A log may end with a torn record: that transaction was not acknowledged. It must not have a
 * record that can be read behind one that cannot, nor end before what is known to be on the disk,
 * nor lack a file, nor have a hole in the numbers of its operations.
 */
public final class LogVerification {

  /**
   * The end of a log that was being written when the machine or the process stopped.
   *
   * @param offset where what was torn begins
   * @param transactionsBehind how many transactions that nobody was told of can be read behind it
   */
  public record TornEnd(Path file, long offset, String reason, long transactionsBehind) {}

  private static final int BATCH_HEAD_BYTES = 12;
  private static final int COUNT_OFFSET = 8;

  private final Path directory;
  private final Manifest manifest;
  private final SyncNote.@Nullable Synced synced;
  private final boolean noteIsDamaged;
  private final List<Long> logs;

  /** Log files that are missing, or shorter than what was synced of them. */
  private final List<SyncNote.Log> incomplete = new ArrayList<>();

  private @Nullable Stop stop;
  private @Nullable LogBreak broken;

  /** The last operation that can be replayed; -1 if nothing says yet. */
  private long last = -1;

  private boolean hasOperations;

  /** Whether the next record must follow the last one without a hole. */
  private boolean following;

  private long bytes;

  /** Where a file ended with something that is no record. */
  private record Stop(long log, Path file, long offset, String reason, long transactionsBehind) {}

  private LogVerification(Path directory) throws IOException {
    this.directory = directory;
    this.manifest = Manifest.read(directory);
    SyncNote.Found found = SyncNote.read(directory);
    this.synced = found.synced().orElse(null);
    this.noteIsDamaged = found.isDamaged();
    long oldest = manifest.oldestLog();
    this.logs = LogFiles.list(directory).logs().stream().filter(log -> log >= oldest).toList();
    if (synced != null) {
      for (SyncNote.Log log : synced.logs()) {
        if (log.number() >= oldest && bytes(log.number()) < log.bytes()) {
          incomplete.add(log);
        }
      }
    }
  }

  /** The length of a log file; -1 if it is missing. */
  private long bytes(long log) throws IOException {
    return logs.contains(log) ? Files.size(LogFiles.log(directory, log)) : -1;
  }

  /**
   * Verifies the log of a store that was made completely.
   *
   * @throws DatabaseException CORRUPT if the manifest is damaged, or a sorted file that it names is
   *     missing or too short or too long
   */
  public static LogVerification of(Path directory) throws IOException {
    LogVerification verification = new LogVerification(directory);
    verification.requireWholeManifest();
    verification.manifest.requireSortedFiles();
    verification.run();
    return verification;
  }

  /** What is wrong; empty if nothing that was acknowledged is lost. */
  public Optional<LogBreak> broken() {
    return Optional.ofNullable(broken);
  }

  /** Whether the note of what is on the disk cannot be read, so that less could be verified. */
  public boolean noteIsDamaged() {
    return noteIsDamaged;
  }

  /** How much was read. */
  public long bytes() {
    return bytes;
  }

  /** The log files that are replayed, in order. */
  List<Path> files() {
    return logs.stream().map(log -> LogFiles.log(directory, log)).toList();
  }

  /** Whether some families have operations in sorted files that are lost to the others. */
  boolean sortedFilesAreAhead() {
    return broken != null && manifest.isFlushedBeyond(LogFiles.number(broken.file()));
  }

  /**
   * @throws DatabaseException CORRUPT if something is lost that was acknowledged
   */
  public void requireSound() {
    if (broken != null) {
      throw broken.refusal();
    }
  }

  /** The transaction in which a sound log ends. */
  public Optional<TornEnd> tornEnd() {
    return Optional.ofNullable(stop)
        .map(at -> new TornEnd(at.file, at.offset, at.reason, at.transactionsBehind));
  }

  /**
   * Whether what is replayed has to go to sorted files, so that the log begins anew: RocksDB goes
   * on behind the last operation that the manifest knows of, and if that was in the torn end, there
   * would be a hole.
   */
  public boolean needsNewLog() {
    return stop != null || (last >= 0 && last < manifest.lastSequence());
  }

  /** Removes the torn end from its file. */
  public void cutTornEnd() throws IOException {
    Stop torn = stop;
    if (torn == null) {
      return;
    }
    if (synced != null) {
      SyncNote.open(directory, synced.withLogCut(torn.log, torn.offset)).close();
    }
    try (FileChannel channel = FileChannel.open(torn.file, StandardOpenOption.WRITE)) {
      channel.truncate(torn.offset);
      channel.force(true);
    }
  }

  private void requireWholeManifest() {
    if (synced == null) {
      return;
    }
    boolean older = manifest.number() < synced.manifest();
    boolean shorter =
        manifest.number() == synced.manifest() && manifest.soundBytes() < synced.manifestBytes();
    if (older || shorter) {
      throw new DatabaseException(
              ErrorCode.CORRUPT,
              "The list of the data folder's files lacks changes that were made to it; nothing was"
                  + " changed. Restore the folder from a backup.")
          .with("file", manifest.file())
          .with("soundBytes", manifest.soundBytes())
          .with("expectedFile", LogFiles.manifest(directory, synced.manifest()).getFileName())
          .with("expectedBytes", synced.manifestBytes());
    }
  }

  private void run() throws IOException {
    if (logs.isEmpty() && incomplete.isEmpty()) {
      Path file = LogFiles.log(directory, manifest.oldestLog());
      broken = new LogBreak(file, 0, "there is no log file", replayable(), 0, 0);
      return;
    }
    for (long log : logs) {
      breakBefore(log);
      read(log);
      breakBefore(log + 1);
    }
    breakBefore(Long.MAX_VALUE);
    if (broken == null) {
      requireEndBehindWhatWasSynced();
    }
    countLost();
  }

  /** Notes the first file below a number that is incomplete. */
  private void breakBefore(long number) throws IOException {
    if (broken == null && !incomplete.isEmpty() && incomplete.getFirst().number() < number) {
      long log = incomplete.getFirst().number();
      long found = bytes(log);
      Stop torn = stop;
      String reason =
          found < 0 ? "the file is missing" : "the file is shorter than what was synced";
      long offset = torn != null && torn.log == log ? torn.offset : Math.max(found, 0);
      broken = new LogBreak(LogFiles.log(directory, log), offset, reason, replayable(), 0, 0);
    }
  }

  private long replayable() {
    return Math.max(last, 0);
  }

  private void read(long log) throws IOException {
    Path file = LogFiles.log(directory, log);
    long readable = 0;
    try (LogFileReader reader = new LogFileReader(file, BATCH_HEAD_BYTES)) {
      boolean first = true;
      while (reader.next()) {
        readable++;
        if (broken == null) {
          add(file, reader, first);
          readable = broken == null ? 0 : readable;
        }
        first = false;
      }
      bytes += reader.fileBytes();
      String problem = reader.problem();
      if (problem == null) {
        addBehind(readable);
        return;
      }
      long behind = reader.countBehindProblem();
      if (broken == null && stop == null) {
        stop = new Stop(log, file, reader.soundBytes(), problem, behind);
      } else {
        addBehind(readable + behind);
      }
    }
  }

  private void addBehind(long transactions) {
    LogBreak known = broken;
    if (known != null && transactions > 0) {
      broken =
          new LogBreak(
              known.file(),
              known.offset(),
              known.reason(),
              known.replayable(),
              known.lostOperations(),
              known.transactionsBehind() + transactions);
    }
  }

  private void add(Path file, LogFileReader reader, boolean first) {
    ByteBuffer head = reader.payload();
    if (head.remaining() < BATCH_HEAD_BYTES) {
      broken = new LogBreak(file, reader.recordStart(), "a record is too short", last, 0, 0);
      return;
    }
    long sequence = head.getLong(0);
    int count = head.getInt(COUNT_OFFSET);
    // A write that was refused after it had reached the log is followed by another in the next
    // file.
    boolean follows = last >= 0 && (sequence == last + 1 || (first && sequence <= last));
    Stop torn = stop;
    if (last < 0 && count > 0 && sequence > manifest.lastSequence() + 1) {
      // They were in a file that is gone, or are in sorted files that the manifest does not name.
      String where = ", in the log or in " + manifest.file().getFileName();
      broken = hole(reader, file, manifest.lastSequence(), where);
      return;
    }
    if (!follows && (following || (torn != null && count > 0))) {
      broken =
          torn == null
              ? hole(reader, file, replayable(), "")
              : new LogBreak(
                  torn.file, torn.offset, torn.reason, replayable(), 0, torn.transactionsBehind);
      return;
    }
    // The log was cut off there before, and went on in this file.
    stop = null;
    if (count == 0) {
      // Where RocksDB went on after a torn end; what follows may have later numbers.
      following = false;
      last = Math.max(last, sequence - 1);
    } else {
      following = true;
      last = sequence + count - 1;
      hasOperations = true;
    }
  }

  /** A break before a record whose operations do not follow on the last one that is known. */
  private static LogBreak hole(LogFileReader reader, Path file, long known, String where) {
    long missing = Math.max(0, reader.payload().getLong(0) - known - 1);
    String reason = "transactions are missing before this place" + where;
    return new LogBreak(file, reader.recordStart(), reason, known, missing, 0);
  }

  private void requireEndBehindWhatWasSynced() throws IOException {
    Stop torn = stop;
    if (synced != null) {
      // A log without operations follows on what is in sorted files.
      long end = hasOperations ? last : Math.max(last, manifest.lastSequence());
      if (end < synced.sequence()) {
        Path file = torn != null ? torn.file : LogFiles.log(directory, logs.getLast());
        broken =
            new LogBreak(
                file,
                torn != null ? torn.offset : Files.size(file),
                torn != null ? torn.reason : "the log ends before what was synced",
                replayable(),
                synced.sequence() - replayable(),
                torn != null ? torn.transactionsBehind : 0);
        return;
      }
    }
    boolean covered = synced != null && synced.everyCommit();
    if (torn != null && torn.transactionsBehind > 0 && !covered) {
      broken =
          new LogBreak(
              torn.file, torn.offset, torn.reason, replayable(), 0, torn.transactionsBehind);
    }
  }

  /** Of what lies behind the break, at least what was synced is lost. */
  private void countLost() {
    LogBreak known = broken;
    if (known != null && synced != null) {
      long lost = Math.max(known.lostOperations(), synced.sequence() - known.replayable());
      broken =
          new LogBreak(
              known.file(),
              known.offset(),
              known.reason(),
              known.replayable(),
              Math.max(lost, known.transactionsBehind()),
              known.transactionsBehind());
    }
  }
}
