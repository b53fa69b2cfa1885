package dev.partita.dist;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The files of a package by their paths in it, in the order of these. For one thread. */
final class FileTree {

  /** What is at a path. */
  sealed interface Entry {
    /** A file that is copied. */
    record Copy(Path source, boolean executable) implements Entry {}

    /** A link to another path. */
    record Link(String to) implements Entry {}
  }

  private final SortedMap<String, Entry> entries = new TreeMap<>();

  SortedMap<String, Entry> entries() {
    return entries;
  }

  FileTree add(String path, Path source) {
    return put(path, new Entry.Copy(source, false));
  }

  FileTree addProgram(String path, Path source) {
    return put(path, new Entry.Copy(source, true));
  }

  FileTree link(String path, String to) {
    return put(path, new Entry.Link(to));
  }

  /** Adds all files of a folder; programs stay programs, and links become what they lead to. */
  FileTree addFolder(String path, Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        String name = folder.relativize(file).toString().replace('\\', '/');
        put(path + name, new Entry.Copy(file, Files.isExecutable(file)));
      }
    }
    return this;
  }

  /** Adds all of another tree below a path. */
  FileTree addTree(String path, FileTree other) {
    other.entries.forEach((name, entry) -> put(path + name, entry));
    return this;
  }

  private FileTree put(String path, Entry entry) {
    if (entries.put(path, entry) != null) {
      throw new IllegalStateException("Two files of a package have this path: " + path);
    }
    return this;
  }

  /** The bytes of all files. */
  long size() throws IOException {
    long size = 0;
    for (Entry entry : entries.values()) {
      if (entry instanceof Entry.Copy(Path source, _)) {
        size += Files.size(source);
      }
    }
    return size;
  }

  /** Writes a text to be added, with the line ends of Unix. */
  static Path text(Path file, String text) throws IOException {
    Files.createDirectories(file.resolveSibling(""));
    return Files.writeString(file, text, StandardCharsets.UTF_8);
  }
}
