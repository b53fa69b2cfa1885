package dev.partita.storage.rocks;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.rocksdb.Options;
import org.rocksdb.RocksDBException;
import org.rocksdb.SstFileReader;

/**
 * The sorted files of a folder, each looked at by itself. When RocksDB cannot open a database
 * because of one of them, it does not always say which.
 */
final class SortedFiles {

  private SortedFiles() {}

  /** The first of them that cannot be read. */
  static Optional<Path> firstDamaged(Path directory) {
    List<Path> files = new ArrayList<>();
    try (DirectoryStream<Path> found = Files.newDirectoryStream(directory, "*.sst")) {
      found.forEach(files::add);
    } catch (IOException e) {
      return Optional.empty();
    }
    Collections.sort(files);
    return files.stream().filter(SortedFiles::isDamaged).findFirst();
  }

  private static boolean isDamaged(Path file) {
    try (Options options = new Options();
        SstFileReader reader = new SstFileReader(options)) {
      reader.open(file.toString());
      reader.verifyChecksum();
      return false;
    } catch (RocksDBException e) {
      return true;
    }
  }
}
