package dev.partita.storage.log;

import dev.partita.base.error.Reasons;
import dev.partita.base.time.Clock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the note of what is on the disk while a store is open, see docs/formats/store.md. Before
 * the log is synced it looks which files there are, and when that was done it notes what it saw.
 * Safe for use by any number of threads, though of those that sync there is one at a time.
 *
 * <p>A note that cannot be written is left out: an older one is true as well, and says less.
 */
public final class LogWatch implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(LogWatch.class);
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
  private static final long FORCE_NANOS = TimeUnit.SECONDS.toNanos(5);

  private record Listing(List<SyncNote.Log> logs, long manifest, long manifestBytes) {}

  private final Path directory;
  private final boolean everyCommit;
  private final Clock clock;
  private final SyncNote note;
  private Listing seen;
  private Listing noted;
  private long sequence;
  private long lookedNanos;
  private long forcedNanos;
  private boolean failed;

  private LogWatch(
      Path directory, boolean everyCommit, Clock clock, SyncNote note, SyncNote.Synced synced) {
    this.directory = directory;
    this.everyCommit = everyCommit;
    this.clock = clock;
    this.note = note;
    seen = new Listing(synced.logs(), synced.manifest(), synced.manifestBytes());
    noted = seen;
    sequence = synced.sequence();
    lookedNanos = clock.nanos();
    forcedNanos = lookedNanos;
  }

  /**
   * Begins to watch a store that was just opened, and whose log was synced since.
   *
   * @param sequence the last operation in it
   * @param everyCommit whether commits are acknowledged only after {@link #synced} was called
   */
  public static LogWatch begin(Path directory, long sequence, boolean everyCommit, Clock clock)
      throws IOException {
    Listing files = look(directory, new Listing(List.of(), 0, 0));
    SyncNote.Synced synced =
        new SyncNote.Synced(
            sequence, everyCommit, files.manifest(), files.manifestBytes(), files.logs());
    return new LogWatch(directory, everyCommit, clock, SyncNote.open(directory, synced), synced);
  }

  /** Removes the note of a folder whose store is not open, or not watched. */
  public static void forget(Path directory) throws IOException {
    SyncNote.remove(directory);
  }

  /** To be called before the last operation is asked for and the log is synced. */
  public synchronized void beforeSync() {
    long now = clock.nanos();
    if (now - lookedNanos >= LOOK_NANOS) {
      lookedNanos = now;
      tryLook();
    }
  }

  /** To be called when operations up to a number are on the disk. */
  public synchronized void synced(long upTo) {
    sequence = upTo;
    try {
      note.write(
          new SyncNote.Synced(
              sequence, everyCommit, seen.manifest(), seen.manifestBytes(), seen.logs()));
      noted = seen;
      long now = clock.nanos();
      if (now - forcedNanos >= FORCE_NANOS) {
        forcedNanos = now;
        note.force();
      }
    } catch (IOException e) {
      failed(e);
    }
  }

  /** Whether there are files that the note does not name: then the log should be synced. */
  public synchronized boolean isBehind() {
    tryLook();
    return !seen.equals(noted);
  }

  @Override
  public synchronized void close() {
    try (note) {
      note.force();
    } catch (IOException e) {
      failed(e);
    }
  }

  private void tryLook() {
    try {
      seen = look(directory, seen);
    } catch (IOException e) {
      failed(e);
    }
  }

  private void failed(IOException e) {
    if (!failed) {
      failed = true;
      LOG.warn("What is on the disk cannot be noted in {}: {}", directory, Reasons.of(e));
    }
  }

  private static Listing look(Path directory, Listing before) throws IOException {
    LogFiles.Numbers numbers = LogFiles.list(directory);
    List<SyncNote.Log> logs = new ArrayList<>();
    for (long log : numbers.logs()) {
      try {
        logs.add(new SyncNote.Log(log, Files.size(LogFiles.log(directory, log))));
      } catch (NoSuchFileException _) {
        // What was in it has gone to sorted files meanwhile.
      }
    }
    List<Long> manifests = numbers.manifests();
    // While the manifest is replaced there are two; the older one is enough to be certain of.
    long manifest = manifests.isEmpty() ? 0 : manifests.getFirst();
    Path file = LogFiles.manifest(directory, manifest);
    long known = manifest == before.manifest() ? before.manifestBytes() : 0;
    try (LogFileReader reader = new LogFileReader(file, 0, known)) {
      if (reader.fileBytes() == known) {
        return new Listing(logs, manifest, known);
      }
      while (reader.next()) {
        // On to the end of what was written completely.
      }
      reader.force();
      return new Listing(logs, manifest, reader.soundBytes());
    } catch (NoSuchFileException _) {
      return new Listing(logs, 0, 0);
    }
  }
}
