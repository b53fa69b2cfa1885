package dev.partita.storage.rocks;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.file.OwnerOnly;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The folder of a store on disk, marked by a file that gives the version of its format. The mark is
 * read before anything else is opened, so a folder that is not ours, or is newer than we are, stays
 * exactly as it was. See docs/formats/store.md.
 *
 * <p>While a store is being made, the mark has another name: a folder that carries that one holds
 * nothing that was ever acknowledged, and making it goes on where it was cut short.
 */
final class StoreFolder {

  static final int FORMAT = 1;
  static final String MARK = "PARTITA";

  /**
   * What may be in a folder before there is a store: the root of a freshly made ext4 volume has a
   * folder of its own, and a node of a cluster is made one first.
   */
  private static final Set<String> NOT_DATA = Set.of("lost+found", "cluster");

  static final String UNFINISHED_MARK = "PARTITA.new";

  /** RocksDB's name for the file that it locks. */
  static final String LOCK = "LOCK";

  private static final Logger LOG = LoggerFactory.getLogger(StoreFolder.class);

  /** The folders that this process has open. */
  private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

  private static final Pattern MARK_TEXT = Pattern.compile("partita store format ([0-9]{1,9})\n");

  private final Path directory;

  private StoreFolder(Path directory) {
    this.directory = directory;
  }

  /** A folder that this process does not open again until this is closed. */
  interface Held extends AutoCloseable {
    @Override
    void close();
  }

  /** Looks at the folder, makes it if there is none, and marks it if it is empty. */
  static StoreFolder claim(Path directory) {
    StoreFolder folder = new StoreFolder(directory);
    try {
      if (folder.isFinished()) {
        folder.requireKnownFormat();
      } else {
        OwnerOnly.makeFolder(directory);
        folder.requireEmptyOrUnfinished();
        folder.writeMark();
      }
      folder.keepToOwner();
    } catch (IOException e) {
      throw folder.unusable(e);
    }
    return folder;
  }

  /** Whether a folder holds a complete store. */
  static boolean hasStore(Path directory) {
    return new StoreFolder(directory).isFinished();
  }

  /** Looks at a folder that must hold a complete store; changes nothing. */
  static StoreFolder existing(Path directory) {
    StoreFolder folder = new StoreFolder(directory);
    if (!folder.isFinished()) {
      throw new DatabaseException(
              ErrorCode.NOT_FOUND, "There is no Partita store in the folder. Name a data folder.")
          .with("directory", directory)
          .with("missing", MARK);
    }
    try {
      folder.requireKnownFormat();
    } catch (IOException e) {
      throw folder.unusable(e);
    }
    return folder;
  }

  /**
   * Keeps writers out until the result is closed. RocksDB's writers hold an exclusive lock on a
   * file; this is a shared one on the same file. A folder without that file, such as a copy, has no
   * writer.
   *
   * @throws DatabaseException UNAVAILABLE if a writer has the folder open
   */
  Optional<FileChannel> lockForReading() {
    Path file = directory.resolve(LOCK);
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    try {
      FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
      if (channel.tryLock(0, Long.MAX_VALUE, true) == null) {
        channel.close();
        throw inUse();
      }
      return Optional.of(channel);
    } catch (OverlappingFileLockException e) {
      throw inUse();
    } catch (IOException e) {
      throw unusable(e);
    }
  }

  /**
   * Keeps other processes from opening the folder until the result is closed. That must be before
   * RocksDB opens it: systems let go of all the locks that a process has on a file with the first.
   *
   * @throws DatabaseException UNAVAILABLE if another process has the folder open
   */
  FileChannel lockForOpening() {
    try {
      FileChannel channel =
          FileChannel.open(
              directory.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      if (channel.tryLock() == null) {
        channel.close();
        throw inUse();
      }
      return channel;
    } catch (OverlappingFileLockException e) {
      throw inUse();
    } catch (IOException e) {
      throw unusable(e);
    }
  }

  /**
   * Keeps this process from opening the folder again until the result is closed.
   *
   * @throws DatabaseException UNAVAILABLE if it has the folder open
   */
  Held hold() {
    try {
      Path held = directory.toRealPath();
      if (!HELD.add(held)) {
        throw inUse();
      }
      return () -> HELD.remove(held);
    } catch (IOException e) {
      throw unusable(e);
    }
  }

  Path directory() {
    return directory;
  }

  /** Whether the store was made completely; then nothing in it may be missing. */
  boolean isFinished() {
    return Files.exists(mark());
  }

  /** Called when the store has everything that opening a finished one expects. */
  void finish() {
    if (isFinished()) {
      return;
    }
    try {
      Files.move(unfinishedMark(), mark(), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw unusable(e);
    }
  }

  private void keepToOwner() throws IOException {
    List<Path> foreign = OwnerOnly.withdraw(directory);
    if (!foreign.isEmpty()) {
      LOG.warn(
          "Others may be able to read the data: {} belongs to another user, who decides on that."
              + " Have the data folder belong to the user that runs the server.",
          foreign.getFirst());
    }
  }

  private Path mark() {
    return directory.resolve(MARK);
  }

  private Path unfinishedMark() {
    return directory.resolve(UNFINISHED_MARK);
  }

  private void requireKnownFormat() throws IOException {
    String text = Files.readString(mark(), StandardCharsets.ISO_8859_1);
    Matcher matcher = MARK_TEXT.matcher(text);
    if (!matcher.matches()) {
      throw new DatabaseException(
              ErrorCode.INCOMPATIBLE_FORMAT,
              "The mark of the data folder cannot be read. Restore the folder from a backup, or"
                  + " choose another one.")
          .with("file", mark());
    }
    int found = Integer.parseInt(matcher.group(1));
    if (found != FORMAT) {
      throw new DatabaseException(
              ErrorCode.INCOMPATIBLE_FORMAT,
              "The data folder has a format that this version does not understand. Use the version"
                  + " that wrote it, or a later one; nothing was changed.")
          .with("directory", directory)
          .with("foundFormat", found)
          .with("understoodFormats", FORMAT);
    }
  }

  private void requireEmptyOrUnfinished() throws IOException {
    if (Files.exists(unfinishedMark())) {
      return;
    }
    try (Stream<Path> entries = Files.list(directory)) {
      List<String> names =
          entries
              .map(entry -> entry.getFileName().toString())
              .filter(name -> !NOT_DATA.contains(name))
              .sorted()
              .limit(3)
              .toList();
      if (!names.isEmpty()) {
        throw new DatabaseException(
                ErrorCode.INCOMPATIBLE_FORMAT,
                "The folder is not empty and holds no Partita store; nothing was changed. Choose an"
                    + " empty folder, or one that Partita made.")
            .with("directory", directory)
            .with("found", names);
      }
    }
  }

  private void writeMark() throws IOException {
    byte[] text = ("partita store format " + FORMAT + "\n").getBytes(StandardCharsets.ISO_8859_1);
    try (FileChannel channel =
        FileChannel.open(
            unfinishedMark(),
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      ByteBuffer bytes = ByteBuffer.wrap(text);
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      channel.force(true);
    }
  }

  DatabaseException inUse() {
    return new DatabaseException(
            ErrorCode.UNAVAILABLE,
            "The data folder is in use by another process, or twice by this one. Stop the other"
                + " one, or choose another folder.")
        .with("directory", directory);
  }

  DatabaseException unusable(IOException e) {
    return new DatabaseException(
            ErrorCode.UNAVAILABLE,
            "The data folder cannot be used. Check that it is a folder, that it may be written and"
                + " that the volume has room.",
            e)
        .with("directory", directory)
        .with("reason", e);
  }
}
