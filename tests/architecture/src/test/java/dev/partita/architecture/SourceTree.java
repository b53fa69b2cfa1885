package dev.partita.architecture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Files of the project, without build output. */
record SourceTree(Path root) {

  private static final Set<String> SKIPPED = Set.of("target", ".git", "data", ".idea");

  /** The tree that the tests run in. */
  static SourceTree ofThisProject() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve("tools/Format.java"))) {
      folder = Objects.requireNonNull(folder.getParent(), "The tests run outside of the project");
    }
    return new SourceTree(folder);
  }

  /** All files whose path below the root the filter accepts. */
  List<Path> files(Predicate<String> filter) {
    return files(root).filter(file -> filter.test(relative(file))).sorted().toList();
  }

  private static Stream<Path> files(Path folder) {
    try (Stream<Path> entries = Files.list(folder)) {
      return entries
          .filter(entry -> !SKIPPED.contains(String.valueOf(entry.getFileName())))
          .flatMap(entry -> Files.isDirectory(entry) ? files(entry) : Stream.of(entry))
          .toList()
          .stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String relative(Path file) {
    return root.relativize(file).toString().replace('\\', '/');
  }

  static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException e) {
      throw new UncheckedIOException(file.toString(), e);
    }
  }
}
