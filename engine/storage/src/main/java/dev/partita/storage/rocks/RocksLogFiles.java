package dev.partita.storage.rocks;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

/**
 * The files of RocksDB's log, synced without RocksDB. When an append to its log has found no room,
 * RocksDB recovers by itself as soon as there is some; but if it is asked to sync that log before,
 * it takes the failure for damage and writes nothing more until it is opened anew. What it had
 * appended until then lies in its files all the same, and the system can be asked to keep it.
 */
final class RocksLogFiles {

  private final Path directory;

  RocksLogFiles(Path directory) {
    this.directory = directory;
  }

  /** Has the disk keep what was appended before the call. */
  void sync() throws RocksDBException {
    try {
      try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "*.log")) {
        for (Path file : files) {
          syncIfThere(file);
        }
      }
      if (directory.getFileSystem().supportedFileAttributeViews().contains("posix")) {
        sync(directory, StandardOpenOption.READ);
      }
    } catch (IOException e) {
      String reason = String.valueOf(e.getMessage());
      RocksDBException failure =
          new RocksDBException(
              reason, new Status(Status.Code.IOError, Status.SubCode.None, reason));
      failure.initCause(e);
      throw failure;
    }
  }

  /** A file that is gone is of no use any more: what was in it has been synced elsewhere. */
  private static void syncIfThere(Path file) throws IOException {
    try {
      sync(file, StandardOpenOption.WRITE);
    } catch (NoSuchFileException _) {
      return;
    }
  }

  private static void sync(Path path, OpenOption how) throws IOException {
    try (FileChannel channel = FileChannel.open(path, how)) {
      channel.force(false);
    }
  }
}
