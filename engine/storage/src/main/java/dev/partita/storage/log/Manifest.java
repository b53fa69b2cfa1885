package dev.partita.storage.log;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What RocksDB's manifest says of its files: which sorted files there are, and which files of the
 * log still hold what none of them has. The manifest is a list of changes in the log format; the
 * file CURRENT names it.
 */
final class Manifest {

  private static final String CURRENT = "CURRENT";

  private static final Pattern CURRENT_TEXT = Pattern.compile("(MANIFEST-([0-9]{6,18}))\n");
  private static final int MAX_RECORD_BYTES = 1 << 30;

  private static final int COMPARATOR = 1;
  private static final int LOG_NUMBER = 2;
  private static final int NEXT_FILE_NUMBER = 3;
  private static final int LAST_SEQUENCE = 4;
  private static final int COMPACT_CURSOR = 5;
  private static final int DELETED_FILE = 6;
  private static final int PREVIOUS_LOG_NUMBER = 9;
  private static final int MIN_LOG_NUMBER_TO_KEEP = 10;
  private static final int NEW_FILE = 103;
  private static final int COLUMN_FAMILY = 200;
  private static final int COLUMN_FAMILY_ADD = 201;
  private static final int COLUMN_FAMILY_DROP = 202;
  private static final int MAX_COLUMN_FAMILY = 203;
  private static final int IN_ATOMIC_GROUP = 300;

  /** Tags with this bit have a length, and who does not know them leaves them out. */
  private static final int IGNORABLE = 1 << 13;

  private static final int NEW_FILE_END = 1;

  private final Path directory;
  private final Path file;
  private final long number;
  private final Map<Long, Long> logNumbers = new HashMap<>();

  /** The lengths of the sorted files in force, by family and number. */
  private final Map<Long, Map<Long, Long>> sortedFiles = new TreeMap<>();

  private final List<byte[]> group = new ArrayList<>();
  private long minLogNumberToKeep;
  private long lastSequence;
  private long soundBytes;

  private Manifest(Path directory, Path file, long number) {
    this.directory = directory;
    this.file = file;
    this.number = number;
  }

  /**
   * Reads the manifest of a store.
   *
   * @throws DatabaseException CORRUPT if it cannot be understood
   */
  static Manifest read(Path directory) throws IOException {
    Path current = directory.resolve(CURRENT);
    if (!Files.exists(current)) {
      throw damaged(current, "the file is missing");
    }
    String text = Files.readString(current, StandardCharsets.ISO_8859_1);
    Matcher matcher = CURRENT_TEXT.matcher(text);
    if (!matcher.matches()) {
      throw damaged(current, "it does not name a manifest");
    }
    Path file = directory.resolve(matcher.group(1));
    if (!Files.exists(file)) {
      throw damaged(file, "the file is missing");
    }
    Manifest manifest = new Manifest(directory, file, Long.parseLong(matcher.group(2)));
    manifest.readChanges();
    return manifest;
  }

  private void readChanges() throws IOException {
    try (LogFileReader reader = new LogFileReader(file, MAX_RECORD_BYTES)) {
      while (reader.next()) {
        try {
          add(reader.payload());
        } catch (BufferUnderflowException | IllegalArgumentException _) {
          throw damaged(file, "a change cannot be understood").with("offset", reader.recordStart());
        }
      }
      soundBytes = reader.soundBytes();
      String problem = reader.problem();
      // A change that was being written when the power went off was not in force.
      if (problem != null && reader.countBehindProblem() > 0) {
        throw damaged(file, problem).with("offset", reader.problemOffset());
      }
    }
    if (soundBytes == 0) {
      throw damaged(file, "it has no whole record");
    }
  }

  /** Applies a change, or keeps it until all are there that are in force together. */
  private void add(ByteBuffer change) {
    byte[] bytes = new byte[change.remaining()];
    change.get(bytes);
    group.add(bytes);
    if (new Change(bytes).followedBy == 0) {
      group.forEach(each -> new Change(each).apply());
      group.clear();
    }
  }

  Path file() {
    return file;
  }

  long number() {
    return number;
  }

  /** How much of the file is made of whole changes. */
  long soundBytes() {
    return soundBytes;
  }

  /** The highest sequence number when the last change was made, or a lower one. */
  long lastSequence() {
    return lastSequence;
  }

  /** Log files below this number are of no use any more. */
  long oldestLog() {
    long oldestUnflushed = logNumbers.values().stream().mapToLong(Long::longValue).min().orElse(0);
    return Math.max(minLogNumberToKeep, oldestUnflushed);
  }

  /**
   * Verifies that all sorted files are there, as long as they were written.
   *
   * @throws DatabaseException CORRUPT if one is not
   */
  void requireSortedFiles() throws IOException {
    for (Map<Long, Long> lengths : sortedFiles.values()) {
      for (Map.Entry<Long, Long> listed : lengths.entrySet()) {
        requireSortedFile(LogFiles.sorted(directory, listed.getKey()), listed.getValue());
      }
    }
  }

  private void requireSortedFile(Path sorted, long bytes) throws IOException {
    boolean isThere = Files.exists(sorted);
    if (!isThere || Files.size(sorted) != bytes) {
      throw new DatabaseException(
              ErrorCode.CORRUPT,
              "A sorted file is missing or is not as long as it was written; or the list that names"
                  + " it lacks changes that were made to it. Nothing was changed. Put the file"
                  + " back, or restore the folder from a backup.")
          .with("file", sorted)
          .with("foundBytes", isThere ? Files.size(sorted) : "none")
          .with("expectedBytes", bytes)
          .with("list", file.getFileName());
    }
  }

  /** Whether sorted files have something that is in a log file, or behind it, for good. */
  boolean isFlushedBeyond(long log) {
    return logNumbers.values().stream().anyMatch(number -> number > log);
  }

  private static DatabaseException damaged(Path file, String reason) {
    return new DatabaseException(
            ErrorCode.CORRUPT,
            "The list of the data folder's files is damaged; nothing was changed. Restore the"
                + " folder from a backup.")
        .with("file", file)
        .with("reason", reason);
  }

  /** One change, read when it is made. */
  private final class Change {
    private final ByteBuffer bytes;
    private long family;
    private long logNumber;
    private long minLog;
    private long sequence;
    private long followedBy;
    private boolean dropped;
    private final List<Long> deletedFiles = new ArrayList<>();
    private final Map<Long, Long> newFiles = new HashMap<>();

    Change(byte[] encoded) {
      this.bytes = ByteBuffer.wrap(encoded);
      while (bytes.hasRemaining()) {
        readField((int) number());
      }
    }

    private void readField(int tag) {
      switch (tag) {
        case COMPARATOR, COLUMN_FAMILY_ADD -> skipSized();
        case LOG_NUMBER -> logNumber = number();
        case NEXT_FILE_NUMBER, PREVIOUS_LOG_NUMBER, MAX_COLUMN_FAMILY -> number();
        case LAST_SEQUENCE -> sequence = number();
        case MIN_LOG_NUMBER_TO_KEEP -> minLog = number();
        case COMPACT_CURSOR -> {
          number();
          skipSized();
        }
        case DELETED_FILE -> {
          number(); // the level
          deletedFiles.add(number());
        }
        case NEW_FILE -> readNewFile();
        case COLUMN_FAMILY -> family = number();
        case COLUMN_FAMILY_DROP -> dropped = true;
        case IN_ATOMIC_GROUP -> followedBy = number();
        default -> {
          if ((tag & IGNORABLE) == 0) {
            throw new IllegalArgumentException("unknown tag " + tag);
          }
          skipSized();
        }
      }
    }

    private void readNewFile() {
      number(); // the level
      newFiles.put(number(), number()); // its own number and its length
      skipSized();
      skipSized();
      number(); // the lowest sequence number
      number(); // the highest
      while (number() != NEW_FILE_END) {
        skipSized();
      }
    }

    void apply() {
      if (dropped) {
        logNumbers.remove(family);
        sortedFiles.remove(family);
      } else {
        Map<Long, Long> files = sortedFiles.computeIfAbsent(family, _ -> new TreeMap<>());
        // A file that is moved to another level is deleted and new.
        deletedFiles.forEach(files::remove);
        files.putAll(newFiles);
        logNumbers.merge(family, logNumber, Math::max);
      }
      minLogNumberToKeep = Math.max(minLogNumberToKeep, minLog);
      lastSequence = Math.max(lastSequence, sequence);
    }

    /** Seven bits per byte, the lowest first; the high bit says that another byte follows. */
    private long number() {
      long value = 0;
      for (int shift = 0; shift < Long.SIZE; shift += 7) {
        byte next = bytes.get();
        value |= (next & 0x7FL) << shift;
        if (next >= 0) {
          return value;
        }
      }
      throw new IllegalArgumentException("a number is too long");
    }

    private void skipSized() {
      long size = number();
      bytes.position(Math.toIntExact(Math.addExact(bytes.position(), size)));
    }
  }
}
