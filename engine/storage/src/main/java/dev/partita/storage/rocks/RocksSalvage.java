package dev.partita.storage.rocks;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.time.Clock;
import dev.partita.storage.log.LogSalvage;
import dev.partita.storage.log.LogSalvage.Salvaged;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;

/** Makes a folder with a damaged log one that can be opened, at the price of what is lost. */
public final class RocksSalvage {

  private static final DateTimeFormatter NAME =
      DateTimeFormatter.ofPattern("'salvaged-'yyyyMMdd'T'HHmmssSSS'Z'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  /**
   * Exists while families may be of different points in time: from the cut of a log to the repair.
   */
  private static final String UNREPAIRED = "UNREPAIRED";

  private RocksSalvage() {}

  /**
   * Ends the log of a store before its damage, and keeps what is cut off in a folder in the store's
   * own. Empty if there is no store or its log is not damaged; nothing was changed then. Afterwards
   * {@link #isRepairDue} tells whether the store has to be repaired before it is used.
   *
   * @throws DatabaseException UNAVAILABLE if the folder is in use, CORRUPT if more is damaged than
   *     the log, INCOMPATIBLE_FORMAT if the store has no log of its own
   */
  public static Optional<Salvaged> run(Path directory, Clock clock) {
    if (!StoreFolder.hasStore(directory)) {
      return Optional.empty();
    }
    StoreFolder folder = StoreFolder.existing(directory);
    new LogElsewhere(folder).requireNone();
    try (StoreFolder.Held _ = folder.hold();
        FileChannel _ = folder.lockForOpening()) {
      Path aside = directory.resolve(NAME.format(Instant.ofEpochMilli(clock.millis())));
      return LogSalvage.run(directory, aside, directory.resolve(UNREPAIRED));
    } catch (IOException e) {
      throw folder.unusable(e);
    }
  }

  /** Whether families may be of different points in time. */
  public static boolean isRepairDue(Path directory) {
    return Files.exists(directory.resolve(UNREPAIRED));
  }

  /** To be called when all families fit together again. */
  public static void repairDone(Path directory) {
    try {
      Files.deleteIfExists(directory.resolve(UNREPAIRED));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static void requireNoRepairDue(Path directory) {
    if (isRepairDue(directory)) {
      throw new DatabaseException(
              ErrorCode.CORRUPT,
              "The data folder was being salvaged, and what is in it does not fit together yet."
                  + " Start once more with --salvage.")
          .with("directory", directory)
          .with("file", UNREPAIRED);
    }
  }
}
