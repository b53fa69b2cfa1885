package dev.partita.storage.rocks;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.storage.log.LogWatch;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The mark of a folder whose store has no log of its own: docs/formats/store.md. What is in the
 * sorted files may be older than what was acknowledged then, so the store must not be opened
 * without the other log. For one thread.
 */
final class LogElsewhere {

  static final String MARK = "LOGGED-ELSEWHERE";

  private static final String TEXT = "The log of this store is that of its replication groups.\n";

  private final StoreFolder folder;
  private final Path mark;

  LogElsewhere(StoreFolder folder) {
    this.folder = folder;
    this.mark = folder.directory().resolve(MARK);
  }

  boolean isThere() {
    return Files.exists(mark);
  }

  /**
   * @throws DatabaseException INCOMPATIBLE_FORMAT if the folder has the mark
   */
  void requireNone() {
    if (isThere()) {
      throw new DatabaseException(
              ErrorCode.INCOMPATIBLE_FORMAT,
              "The data folder belongs to a node of a cluster; alone, it may lack what was"
                  + " acknowledged last. Start it with serve --cluster, or end the cluster on its"
                  + " last node with cluster leave; nothing was changed.")
          .with("directory", folder.directory())
          .with("file", MARK);
    }
  }

  /**
   * Marks the folder, whose store has nothing in its log that is not in sorted files. When this
   * returns, the mark is on the disk.
   */
  void make() {
    if (isThere()) {
      return;
    }
    try {
      try (FileChannel channel =
          FileChannel.open(mark, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
        ByteBuffer text = ByteBuffer.wrap(TEXT.getBytes(StandardCharsets.US_ASCII));
        while (text.hasRemaining()) {
          channel.write(text);
        }
        channel.force(true);
      }
      forceFolder();
      // It says what is in the log, of which there is none from now on.
      LogWatch.forget(folder.directory());
    } catch (IOException e) {
      throw folder.unusable(e);
    }
  }

  /** Takes the mark away. */
  void remove() {
    try {
      LogWatch.forget(folder.directory());
      Files.deleteIfExists(mark);
      forceFolder();
    } catch (IOException e) {
      throw folder.unusable(e);
    }
  }

  private void forceFolder() throws IOException {
    try (FileChannel channel = FileChannel.open(folder.directory(), StandardOpenOption.READ)) {
      channel.force(true);
    }
  }
}
