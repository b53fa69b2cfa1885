package dev.partita.aggregation.stream;

import dev.partita.base.file.ScratchFile;
import dev.partita.mql.MqlException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Memory and files for results that are worked on, of all requests together. Safe for use by any
 * number of threads.
 */
public final class Workspace {

  /** What one stage may keep in memory, as with MongoDB. */
  public static final long STAGE_BYTES_MAX = 100L << 20;

  /** The code of MongoDB for a stage that would need more, and may not use files. */
  private static final int NO_DISK_USE = 292;

  private static final int MEMORY_PART = 4;

  private final AtomicLong left;
  private final long stageBytesMax;
  private final Path folder;

  /**
   * @param bytes of memory for all stages together
   * @param stageBytesMax for one
   * @param folder for files
   */
  public Workspace(long bytes, long stageBytesMax, Path folder) {
    this.left = new AtomicLong(bytes);
    this.stageBytesMax = stageBytesMax;
    this.folder = folder;
  }

  /** A quarter of the memory of the process, with files in a folder. */
  public static Workspace in(Path folder) {
    return new Workspace(Runtime.getRuntime().maxMemory() / MEMORY_PART, STAGE_BYTES_MAX, folder);
  }

  ScratchFile newFile() {
    return ScratchFile.create(folder);
  }

  /**
   * Memory for one stage.
   *
   * @param mayUseFiles whether it may go on in files
   */
  public Memory memory(boolean mayUseFiles) {
    return new Memory(mayUseFiles);
  }

  /** What a stage has taken. Not for use by several threads; closed to give it back. */
  public final class Memory implements AutoCloseable {

    private final boolean mayUseFiles;
    private long taken;

    private Memory(boolean mayUseFiles) {
      this.mayUseFiles = mayUseFiles;
    }

    public long bytesMax() {
      return stageBytesMax;
    }

    long taken() {
      return taken;
    }

    /** False if there is no room for as much. */
    public boolean tryTake(long bytes) {
      if (taken + bytes > stageBytesMax || left.addAndGet(-bytes) < 0) {
        if (taken + bytes <= stageBytesMax) {
          left.addAndGet(bytes);
        }
        return false;
      }
      taken += bytes;
      return true;
    }

    /**
     * Takes what there must be room for.
     *
     * @throws MqlException saying what needs it, if there is none
     */
    public void require(long bytes, int code, String text) {
      if (!tryTake(bytes)) {
        throw new MqlException(code, text);
      }
    }

    public void giveBack(long bytes) {
      taken -= bytes;
      left.addAndGet(bytes);
    }

    public void giveAllBack() {
      giveBack(taken);
    }

    /**
     * A file to go on in.
     *
     * @throws MqlException with this text if the request allows none
     */
    public ScratchFile file(String refusal) {
      if (!mayUseFiles) {
        throw new MqlException(NO_DISK_USE, refusal);
      }
      return newFile();
    }

    @Override
    public void close() {
      giveAllBack();
    }
  }
}
