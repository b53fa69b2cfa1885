package dev.partita.storage.log;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The names of RocksDB's files in a folder. */
final class LogFiles {

  private static final Pattern LOG = Pattern.compile("([0-9]{6,18})\\.log");
  private static final Pattern MANIFEST = Pattern.compile("MANIFEST-([0-9]{6,18})");

  private LogFiles() {}

  /**
   * The numbers in the names of files, in order.
   *
   * @param logs of the write-ahead log
   * @param manifests the last is in use or about to be, the others are about to be removed
   */
  record Numbers(List<Long> logs, List<Long> manifests) {}

  static Numbers list(Path directory) throws IOException {
    List<Long> logs = new ArrayList<>();
    List<Long> manifests = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
      for (Path file : files) {
        String name = file.getFileName().toString();
        addNumber(LOG.matcher(name), logs);
        addNumber(MANIFEST.matcher(name), manifests);
      }
    }
    Collections.sort(logs);
    Collections.sort(manifests);
    return new Numbers(logs, manifests);
  }

  private static void addNumber(Matcher name, List<Long> numbers) {
    if (name.matches()) {
      numbers.add(Long.parseLong(name.group(1)));
    }
  }

  static Path log(Path directory, long number) {
    return directory.resolve("%06d.log".formatted(number));
  }

  /** The number of a file of the log. */
  static long number(Path log) {
    Matcher matcher = LOG.matcher(log.getFileName().toString());
    if (!matcher.matches()) {
      throw new IllegalArgumentException("Not a file of the log: " + log);
    }
    return Long.parseLong(matcher.group(1));
  }

  static Path sorted(Path directory, long number) {
    return directory.resolve("%06d.sst".formatted(number));
  }

  static Path manifest(Path directory, long number) {
    return directory.resolve("MANIFEST-%06d".formatted(number));
  }
}
