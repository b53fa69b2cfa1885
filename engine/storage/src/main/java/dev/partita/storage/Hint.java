package dev.partita.storage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Something about a store that is worth knowing before it is open: whether an empty file is in its
 * folder. Only a hint: a crash or a copy may leave it wrong, and a folder that cannot be written
 * has none, so whoever acts on it must be right either way. Safe for use by any number of threads.
 */
public final class Hint {

  /** The hint of a store that has no folder; it is never given. */
  public static final Hint NONE = new Hint(null);

  private final @Nullable Path file;

  private Hint(@Nullable Path file) {
    this.file = file;
  }

  /** That the store has scripts. */
  public static Hint ofScripts(Path directory) {
    return new Hint(directory.resolve("SCRIPTS"));
  }

  public boolean isGiven() {
    return file != null && Files.exists(file);
  }

  /** Gives the hint or takes it back; for a store that is open. */
  public synchronized void give(boolean given) {
    if (file == null || given == isGiven()) {
      return;
    }
    try {
      if (given) {
        Files.createFile(file);
      } else {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      // The next start takes a little longer, or does a little too much.
    }
  }
}
