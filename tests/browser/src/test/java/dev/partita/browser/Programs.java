package dev.partita.browser;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** Lookup of programs on this machine. */
final class Programs {

  private Programs() {}

  /** First of these names that is a program on the path. */
  static Optional<Path> find(String... names) {
    String[] folders = System.getenv().getOrDefault("PATH", "").split(":", -1);
    return Stream.of(names)
        .flatMap(name -> Stream.of(folders).map(folder -> Path.of(folder, name)))
        .filter(Files::isExecutable)
        .findFirst();
  }
}
