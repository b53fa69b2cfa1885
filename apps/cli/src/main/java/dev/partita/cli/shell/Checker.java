package dev.partita.cli.shell;

import dev.partita.container.check.Finding;
import dev.partita.container.check.Progress;
import dev.partita.container.check.Summary;
import java.nio.file.Path;
import java.util.function.Consumer;

/** Port to the verification of a data folder that no server has open. */
@FunctionalInterface
public interface Checker {

  /**
   * Verifies the data and reports each finding as soon as it is made.
   *
   * @throws dev.partita.base.error.DatabaseException when the folder cannot be read at all
   */
  Summary check(Path data, Consumer<Finding> findings, Progress progress);
}
