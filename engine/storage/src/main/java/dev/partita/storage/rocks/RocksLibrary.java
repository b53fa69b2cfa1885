package dev.partita.storage.rocks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.rocksdb.NativeLibraryLoader;
import org.rocksdb.RocksDB;

/**
 * RocksDB's native code. Left to itself, RocksDB unpacks it into the folder for temporary files and
 * removes it when the process ends, so that every killed process leaves 17 MB behind. Here the file
 * goes as soon as it is loaded.
 */
final class RocksLibrary {

  private RocksLibrary() {}

  /** Loads the native code, unless it is loaded already. */
  static void load() {
    try {
      Path folder = Files.createTempDirectory("partita-rocksdb");
      NativeLibraryLoader.getInstance().loadLibrary(folder.toString());
      remove(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(
          "The native code of RocksDB cannot be unpacked into the folder for temporary files.", e);
    }
    RocksDB.loadLibrary();
  }

  private static void remove(Path folder) throws IOException {
    List<Path> files;
    try (Stream<Path> entries = Files.list(folder)) {
      files = entries.toList();
    }
    try {
      for (Path file : files) {
        Files.delete(file);
      }
      Files.delete(folder);
    } catch (IOException e) {
      // Some systems keep a loaded file until the process ends. The folder is registered first,
      // because registered paths are removed in reverse order.
      folder.toFile().deleteOnExit();
      files.forEach(file -> file.toFile().deleteOnExit());
    }
  }
}
