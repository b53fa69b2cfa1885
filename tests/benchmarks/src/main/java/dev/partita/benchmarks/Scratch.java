package dev.partita.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Temporary folders of a benchmark's run. Not for use by several threads. */
final class Scratch implements AutoCloseable {

  private final Path root;
  private int made;

  Scratch(Path parent) throws IOException {
    root = Files.createTempDirectory(parent, "run-");
  }

  /** Path of a new folder, which does not exist yet. */
  Path folder() {
    return root.resolve("store-" + ++made);
  }

  /** Copy of a folder. */
  Path copy(Path folder) throws IOException {
    Path copy = folder();
    Files.createDirectories(copy);
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        Files.copy(file, copy.resolve(file.getFileName()));
      }
    }
    return copy;
  }

  static void delete(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      List<Path> deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
      for (Path file : deepestFirst) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    delete(root);
  }
}
