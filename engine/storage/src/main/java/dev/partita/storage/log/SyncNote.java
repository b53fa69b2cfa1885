package dev.partita.storage.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * What is known to be on the disk, noted in a file of its own after it was synced. The note itself
 * is not synced each time: the system writes it when it likes, so after a power cut it may be older
 * than the log, and never newer; after the end of the process alone it is exact. It is written to
 * two places in turn, so that one of them is whole. For one thread.
 */
final class SyncNote implements AutoCloseable {

  /**
   * What the note says.
   *
   * @param sequence operations up to this one are on the disk
   * @param everyCommit whether no commit was acknowledged that the note does not cover
   * @param manifest the number of the manifest
   * @param manifestBytes how much of it is on the disk
   * @param logs the files of the log, in order
   */
  record Synced(
      long sequence, boolean everyCommit, long manifest, long manifestBytes, List<Log> logs) {

    /** The same, if a file of the log is made shorter. */
    Synced withLogCut(long number, long bytes) {
      List<Log> changed =
          logs.stream()
              .map(log -> log.number == number ? new Log(number, Math.min(log.bytes, bytes)) : log)
              .toList();
      return new Synced(sequence, everyCommit, manifest, manifestBytes, changed);
    }
  }

  /** A file of the log, and how much of it is on the disk. */
  record Log(long number, long bytes) {}

  /** What a file says, or that it cannot be read. */
  record Found(Optional<Synced> synced, boolean isDamaged) {}

  static final String FILE = "SYNCED";

  private static final String UNFINISHED_FILE = "SYNCED.new";
  private static final int SLOT_BYTES = 4096;
  private static final int FORMAT = 0x50534E31; // PSN1
  private static final int HEAD_BYTES = 48;
  private static final int LOG_BYTES = 2 * Long.BYTES;
  private static final int MAX_LOGS = (SLOT_BYTES - HEAD_BYTES) / LOG_BYTES;

  private final FileChannel channel;
  private final ByteBuffer slot = ByteBuffer.allocate(SLOT_BYTES).order(ByteOrder.LITTLE_ENDIAN);
  private long turn;

  private SyncNote(FileChannel channel, long turn) {
    this.channel = channel;
    this.turn = turn;
  }

  /** Reads what was noted in a folder. */
  static Found read(Path directory) throws IOException {
    Path file = directory.resolve(FILE);
    if (!Files.exists(file)) {
      return new Found(Optional.empty(), false);
    }
    Optional<Slot> newest = newest(Files.readAllBytes(file));
    return new Found(newest.map(Slot::synced), newest.isEmpty());
  }

  /**
   * Notes something in a folder; when this returns, it is on the disk. A file that is there is
   * written over, for which a full disk has room.
   */
  static SyncNote open(Path directory, Synced synced) throws IOException {
    Path file = directory.resolve(FILE);
    Optional<Slot> newest =
        Files.exists(file) ? newest(Files.readAllBytes(file)) : Optional.empty();
    if (newest.isEmpty()) {
      return create(directory, synced);
    }
    SyncNote note =
        new SyncNote(FileChannel.open(file, StandardOpenOption.WRITE), newest.get().turn());
    return note.begin(synced);
  }

  static void remove(Path directory) throws IOException {
    Files.deleteIfExists(directory.resolve(FILE));
    Files.deleteIfExists(directory.resolve(UNFINISHED_FILE));
  }

  private static SyncNote create(Path directory, Synced synced) throws IOException {
    Path unfinished = directory.resolve(UNFINISHED_FILE);
    FileChannel channel =
        FileChannel.open(
            unfinished,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE);
    SyncNote note = new SyncNote(channel, 0);
    channel.write(ByteBuffer.allocate(2 * SLOT_BYTES), 0);
    note.begin(synced);
    Files.move(unfinished, directory.resolve(FILE), StandardCopyOption.ATOMIC_MOVE);
    return note;
  }

  private SyncNote begin(Synced synced) throws IOException {
    try {
      write(synced);
      force();
      return this;
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  void write(Synced synced) throws IOException {
    turn++;
    slot.clear();
    slot.putInt(0).putInt(FORMAT).putLong(turn).putLong(synced.sequence());
    slot.putLong(synced.manifest()).putLong(synced.manifestBytes());
    slot.putInt(synced.everyCommit() ? 1 : 0);
    int logs = Math.min(synced.logs().size(), MAX_LOGS);
    slot.putInt(logs);
    for (Log log : synced.logs().subList(0, logs)) {
      slot.putLong(log.number()).putLong(log.bytes());
    }
    slot.flip();
    slot.putInt(0, checksum(slot.array(), 0, slot.limit()));
    long offset = turn % 2 * SLOT_BYTES;
    while (slot.hasRemaining()) {
      channel.write(slot, offset + slot.position());
    }
  }

  /** Has the disk keep what was noted. */
  void force() throws IOException {
    channel.force(false);
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }

  private record Slot(long turn, Synced synced) {}

  private static Optional<Slot> newest(byte[] file) {
    Optional<Slot> first = slot(file, 0);
    Optional<Slot> second = slot(file, SLOT_BYTES);
    if (first.isEmpty() || second.isEmpty()) {
      return first.or(() -> second);
    }
    return first.get().turn() > second.get().turn() ? first : second;
  }

  private static Optional<Slot> slot(byte[] file, int start) {
    if (file.length - start < HEAD_BYTES) {
      return Optional.empty();
    }
    ByteBuffer bytes =
        ByteBuffer.wrap(file, start, file.length - start).slice().order(ByteOrder.LITTLE_ENDIAN);
    int checksum = bytes.getInt();
    int format = bytes.getInt();
    long turn = bytes.getLong();
    long sequence = bytes.getLong();
    long manifest = bytes.getLong();
    long manifestBytes = bytes.getLong();
    int flags = bytes.getInt();
    int logs = bytes.getInt();
    if (format != FORMAT
        || logs < 0
        || logs > MAX_LOGS
        || logs > bytes.remaining() / LOG_BYTES
        || checksum != checksum(file, start, HEAD_BYTES + logs * LOG_BYTES)) {
      return Optional.empty();
    }
    List<Log> files = new ArrayList<>();
    for (int i = 0; i < logs; i++) {
      files.add(new Log(bytes.getLong(), bytes.getLong()));
    }
    return Optional.of(
        new Slot(turn, new Synced(sequence, flags == 1, manifest, manifestBytes, files)));
  }

  /** Of all but the checksum itself. */
  private static int checksum(byte[] bytes, int start, int length) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, start + Integer.BYTES, length - Integer.BYTES);
    return (int) crc.getValue();
  }
}
