package dev.partita.storage.log;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Makes a damaged write-ahead log end before the damage, so that what was committed until then can
 * be replayed. What is changed or removed is kept in a folder of its own. While no process has the
 * store open.
 */
public final class LogSalvage {

  /**
   * What was done.
   *
   * @param broken where the log ends now, and what is lost by that
   * @param aside the folder with the files as they were
   * @param files their names
   * @param sortedFilesAreAhead whether some families have operations that are lost to others
   */
  public record Salvaged(
      LogBreak broken, Path aside, List<String> files, boolean sortedFilesAreAhead) {}

  private final Path directory;
  private final Path aside;
  private final List<String> files = new ArrayList<>();

  private LogSalvage(Path directory, Path aside) {
    this.directory = directory;
    this.aside = aside;
  }

  /**
   * Ends the log before its damage; does nothing if there is none.
   *
   * @param aside the folder for what is kept, made if it is needed
   * @param unrepaired a file that is made if sorted files are ahead, before anything is cut
   * @throws dev.partita.base.error.DatabaseException CORRUPT if the manifest is damaged
   */
  public static Optional<Salvaged> run(Path directory, Path aside, Path unrepaired)
      throws IOException {
    LogVerification verification = LogVerification.of(directory);
    Optional<LogBreak> broken = verification.broken();
    if (broken.isEmpty()) {
      return Optional.empty();
    }
    Files.createDirectories(aside);
    if (verification.sortedFilesAreAhead()) {
      Files.write(unrepaired, new byte[0], StandardOpenOption.CREATE, StandardOpenOption.DSYNC);
    }
    LogSalvage salvage = new LogSalvage(directory, aside);
    salvage.endBefore(broken.get(), verification.files());
    return Optional.of(
        new Salvaged(broken.get(), aside, salvage.files, verification.sortedFilesAreAhead()));
  }

  /** The damage is found again until the last step is done. */
  private void endBefore(LogBreak broken, List<Path> logs) throws IOException {
    Path damaged = broken.file();
    boolean isThere = Files.exists(damaged);
    if (isThere) {
      Files.copy(damaged, keep(damaged), StandardCopyOption.COPY_ATTRIBUTES);
    }
    for (Path log : logs) {
      if (log.compareTo(damaged) > 0) {
        Files.move(log, keep(log));
      }
    }
    if (isThere) {
      cut(damaged, broken.offset());
    } else if (logs.stream().noneMatch(Files::exists)) {
      // RocksDB has one at all times.
      Files.createFile(damaged);
    }
    Path note = directory.resolve(SyncNote.FILE);
    if (Files.exists(note)) {
      Files.move(note, keep(note));
    }
  }

  private Path keep(Path file) {
    String name = file.getFileName().toString();
    files.add(name);
    return aside.resolve(name);
  }

  private static void cut(Path file, long length) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.truncate(length);
      channel.force(true);
    }
  }
}
