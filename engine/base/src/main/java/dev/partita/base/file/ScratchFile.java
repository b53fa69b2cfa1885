package dev.partita.base.file;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.error.Reasons;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A file for data that memory has no room for while one request is worked on: records that are
 * appended and then read in their order, from any of them on. Its owner alone can read it, and it
 * is gone when it is closed or the process ends. Not for use by several threads.
 */
public final class ScratchFile implements AutoCloseable {

  private static final int BUFFER_BYTES = 64 << 10;

  private final FileChannel channel;
  private final ByteBuffer out = ByteBuffer.allocate(BUFFER_BYTES);
  private long written;

  private ScratchFile(FileChannel channel) {
    this.channel = channel;
  }

  /**
   * Makes an empty file.
   *
   * @param folder made if it is not there
   * @throws DatabaseException STORAGE_FULL if there can be none
   */
  public static ScratchFile create(Path folder) {
    try {
      OwnerOnly.makeFolder(folder);
      // Such files are for their owner only.
      Path file = Files.createTempFile(folder, "scratch-", "");
      return new ScratchFile(
          FileChannel.open(
              file,
              Set.of(
                  StandardOpenOption.READ,
                  StandardOpenOption.WRITE,
                  StandardOpenOption.DELETE_ON_CLOSE)));
    } catch (IOException e) {
      throw failure("made", e);
    }
  }

  private static DatabaseException failure(String what, IOException cause) {
    return new DatabaseException(
            ErrorCode.STORAGE_FULL, "A file for a large result cannot be " + what + ".", cause)
        .with("reason", Reasons.of(cause));
  }

  /** Where the next record will begin. */
  public long position() {
    return written + out.position();
  }

  public void append(byte[] record) {
    try {
      room(Integer.BYTES).putInt(record.length);
      int at = 0;
      while (at < record.length) {
        int part = Math.min(record.length - at, room(1).remaining());
        out.put(record, at, part);
        at += part;
      }
    } catch (IOException e) {
      throw failure("written", e);
    }
  }

  private ByteBuffer room(int bytes) throws IOException {
    if (out.remaining() < bytes) {
      flush();
    }
    return out;
  }

  private void flush() throws IOException {
    out.flip();
    while (out.hasRemaining()) {
      written += channel.write(out, written);
    }
    out.clear();
  }

  /** Reads the records between two positions. What is appended meanwhile does no harm. */
  public Records read(long from, long to) {
    try {
      flush();
    } catch (IOException e) {
      throw failure("written", e);
    }
    return new Records(from, to);
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw failure("closed", e);
    }
  }

  /** Records in their order. Not for use by several threads. */
  public final class Records {

    private final ByteBuffer in = ByteBuffer.allocate(BUFFER_BYTES).flip();
    private final long end;
    private long at;

    private Records(long from, long end) {
      this.at = from;
      this.end = end;
    }

    /** The next record; null if there is none. */
    public byte @Nullable [] next() {
      if (at - in.remaining() >= end) {
        return null;
      }
      try {
        if (in.remaining() < Integer.BYTES) {
          fill();
        }
        byte[] record = new byte[in.getInt()];
        int length = 0;
        while (length < record.length) {
          if (!in.hasRemaining()) {
            fill();
          }
          int part = Math.min(record.length - length, in.remaining());
          in.get(record, length, part);
          length += part;
        }
        return record;
      } catch (IOException e) {
        throw failure("read", e);
      }
    }

    private void fill() throws IOException {
      in.compact();
      int read = channel.read(in, at);
      if (read <= 0) {
        throw new IOException("the file is shorter than what was written");
      }
      at += read;
      in.flip();
    }
  }
}
