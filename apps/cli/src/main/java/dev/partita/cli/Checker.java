package dev.partita.cli;

import java.nio.file.Path;
import java.util.stream.Stream;

/** What looks for damage in a data folder that no server has open. */
@FunctionalInterface
interface Checker {

  /**
   * Finds what is wrong with the data, as the stream is consumed. The stream is closed at the end,
   * whether or not it was consumed.
   *
   * @throws dev.partita.base.error.DatabaseException when the folder cannot be read at all; also
   *     while the stream is consumed
   */
  Stream<Finding> check(Path data, Progress progress);

  /** Told from time to time how far the check is, in units of the checker's choice. */
  @FunctionalInterface
  interface Progress {
    void at(long done, long total);
  }
}
