package dev.partita.storage.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * A reader of a file in RocksDB's log format, which its write-ahead log and its manifest have:
 * blocks of 32 KiB with records that are divided where a block ends, each part with a checksum. It
 * keeps one block in memory. For one thread.
 */
final class LogFileReader implements AutoCloseable {

  static final int BLOCK_BYTES = 32 << 10;

  private static final int HEADER_BYTES = 7;
  private static final int RECYCLED_HEADER_BYTES = 11;
  private static final int LENGTH_OFFSET = 4;
  private static final int TYPE_OFFSET = 6;

  private static final int FULL = 1;
  private static final int FIRST = 2;
  private static final int LAST = 4;

  /** Added to the four types of a file that was written over an older one. */
  private static final int RECYCLED = 4;

  /** Widths of timestamps, which are no record. */
  private static final int TIMESTAMP_WIDTHS = 10;

  private static final int TIMESTAMP_WIDTHS_RECYCLED = 11;

  /** Readers leave out types with this bit that they do not know. */
  private static final int IGNORABLE = 0x80;

  private final FileChannel channel;
  private final int keepBytes;
  private final ByteBuffer block =
      ByteBuffer.allocate(BLOCK_BYTES).order(ByteOrder.LITTLE_ENDIAN).limit(0);
  private final CRC32C crc = new CRC32C();
  private long blockStart = -BLOCK_BYTES;
  private byte[] payload = new byte[256];
  private int payloadBytes;
  private long recordStart;
  private long recordBytes;
  private long soundBytes;
  private long problemOffset;
  private @Nullable String problem;

  /**
   * @param keepBytes how much of each record {@link #payload} is to have
   */
  LogFileReader(Path file, int keepBytes) throws IOException {
    this(file, keepBytes, 0);
  }

  /**
   * @param start where a record begins
   */
  LogFileReader(Path file, int keepBytes, long start) throws IOException {
    this.channel = FileChannel.open(file, StandardOpenOption.READ);
    this.keepBytes = keepBytes;
    soundBytes = start;
    if (start > 0 && load(start / BLOCK_BYTES * BLOCK_BYTES)) {
      block.position((int) Math.min(start - blockStart, block.limit()));
    }
  }

  /** To the next record; false at the end of the file or before what is no record. */
  boolean next() throws IOException {
    boolean inside = false;
    while (problem == null) {
      if (!hasPart()) {
        if (inside && problem == null) {
          stop("the file ends within a record", channel.size());
        }
        return false;
      }
      int start = block.position();
      int type = block.get(start + TYPE_OFFSET) & 0xFF;
      String wrong = partProblem(start);
      if (wrong != null) {
        stop(wrong, blockStart + start);
        return false;
      }
      int header = headerBytes(type);
      int length = lengthAt(start);
      block.position(start + header + length);
      if (isSkipped(type)) {
        continue;
      }
      int part = type > LAST ? type - RECYCLED : type;
      boolean begins = part == FULL || part == FIRST;
      // Writers once ended a block with an empty first part.
      if (begins ? inside && recordBytes > 0 : !inside) {
        stop("a part of a record is where none belongs", blockStart + start);
        return false;
      }
      if (begins) {
        recordStart = blockStart + start;
        recordBytes = 0;
        payloadBytes = 0;
      }
      keep(start + header, length);
      inside = true;
      if (part == FULL || part == LAST) {
        soundBytes = blockStart + block.position();
        return true;
      }
    }
    return false;
  }

  /** Where the record begins in the file. */
  long recordStart() {
    return recordStart;
  }

  /** How long the record is, headers aside. */
  long recordBytes() {
    return recordBytes;
  }

  /** The beginning of the record, as much as was asked for; changes with the next one. */
  ByteBuffer payload() {
    return ByteBuffer.wrap(payload, 0, payloadBytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** How much of the file is made of whole records. */
  long soundBytes() {
    return soundBytes;
  }

  long fileBytes() throws IOException {
    return channel.size();
  }

  /** Has the disk keep what was read. */
  void force() throws IOException {
    channel.force(false);
  }

  /** Why what follows is no record; null if the file ended. */
  @Nullable String problem() {
    return problem;
  }

  /** Where the problem is. */
  long problemOffset() {
    return problemOffset;
  }

  /**
   * How many records begin behind the problem and have sound first parts. To be asked once, after
   * which there is nothing more to read.
   */
  long countBehindProblem() throws IOException {
    long count = 0;
    long first = problemOffset / BLOCK_BYTES * BLOCK_BYTES;
    int start = (int) (problemOffset - first) + 1;
    for (long at = first; load(at); at += BLOCK_BYTES) {
      while (block.limit() - start >= HEADER_BYTES) {
        if (partProblem(start) == null) {
          int type = block.get(start + TYPE_OFFSET) & 0xFF;
          if (!isSkipped(type) && (type % RECYCLED == FULL || type % RECYCLED == FIRST)) {
            count++;
          }
          start += headerBytes(type) + lengthAt(start);
        } else if (at == first) {
          start++;
        } else {
          break;
        }
      }
      start = 0;
    }
    return count;
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }

  /** Whether there are enough bytes for a header, in the next block if need be. */
  private boolean hasPart() throws IOException {
    while (block.remaining() < HEADER_BYTES) {
      boolean last = block.limit() < BLOCK_BYTES && blockStart >= 0;
      if (last && block.hasRemaining()) {
        stop("the file ends within a header", blockStart + block.position());
      }
      if (last || !load(blockStart + BLOCK_BYTES)) {
        return false;
      }
    }
    return true;
  }

  /** Reads the block at an offset; false if the file has nothing there. */
  private boolean load(long offset) throws IOException {
    block.clear();
    blockStart = offset;
    while (block.hasRemaining() && channel.read(block, offset + block.position()) > 0) {
      // On to the end of the block or of the file.
    }
    block.flip();
    return block.hasRemaining();
  }

  /** What is wrong with the part of a record at a place in the block; null if it is sound. */
  private @Nullable String partProblem(int start) {
    int type = block.get(start + TYPE_OFFSET) & 0xFF;
    int length = lengthAt(start);
    if (type == 0) {
      return length == 0 && block.getInt(start) == 0
          ? "there are zeros instead of a record"
          : "the type of a record is none";
    }
    if (type > LAST + RECYCLED && !isSkipped(type)) {
      return "the type of a record is unknown";
    }
    int end = start + headerBytes(type) + length;
    if (end > block.limit()) {
      return "a record is longer than what is left";
    }
    int checked = start + TYPE_OFFSET;
    crc.reset();
    crc.update(block.array(), checked, end - checked);
    return block.getInt(start) == mask((int) crc.getValue())
        ? null
        : "the checksum of a record does not match";
  }

  private int lengthAt(int start) {
    return block.getShort(start + LENGTH_OFFSET) & 0xFFFF;
  }

  private static boolean isSkipped(int type) {
    return type == TIMESTAMP_WIDTHS || type == TIMESTAMP_WIDTHS_RECYCLED || type >= IGNORABLE;
  }

  private static int headerBytes(int type) {
    boolean recycled = type > LAST && (type <= LAST + RECYCLED || (type > 9 && (type & 1) == 1));
    return recycled ? RECYCLED_HEADER_BYTES : HEADER_BYTES;
  }

  /** As RocksDB stores checksums, since some of its data has checksums in it. */
  static int mask(int checksum) {
    return ((checksum >>> 15) | (checksum << 17)) + 0xA282EAD8;
  }

  private void keep(int start, int length) {
    int more = (int) Math.min(length, keepBytes - (long) payloadBytes);
    if (more > 0) {
      if (payload.length - payloadBytes < more) {
        payload = Arrays.copyOf(payload, Math.max(2 * payload.length, payloadBytes + more));
      }
      System.arraycopy(block.array(), start, payload, payloadBytes, more);
      payloadBytes += more;
    }
    recordBytes += length;
  }

  private void stop(String why, long offset) {
    problem = why;
    problemOffset = offset;
  }
}
