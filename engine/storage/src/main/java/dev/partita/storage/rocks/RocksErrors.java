package dev.partita.storage.rocks;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import java.nio.file.Path;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

/** What RocksDB's failures mean in the database's own terms. */
final class RocksErrors {

  private static final String SORTED_FILE = ".sst";

  private RocksErrors() {}

  static DatabaseException translate(RocksDBException e) {
    String reason = String.valueOf(e.getMessage());
    Status status = e.getStatus();
    if (status == null) {
      return unavailable(e, reason);
    }
    if (status.getSubCode() == Status.SubCode.NoSpace) {
      return FreeSpace.full().with("reason", reason);
    }
    return status.getCode() == Status.Code.Corruption ? corrupt(e, reason) : unavailable(e, reason);
  }

  static DatabaseException translateOpening(RocksDBException e, Path directory) {
    String reason = String.valueOf(e.getMessage());
    if (reason.contains(directory.resolve(StoreFolder.LOCK).toString())) {
      return new DatabaseException(
              ErrorCode.UNAVAILABLE,
              "The data folder is in use by another process, or twice by this one. Stop the other"
                  + " one, or choose another folder.",
              e)
          .with("directory", directory)
          .with("reason", reason);
    }
    Status status = e.getStatus();
    // How RocksDB says that files of an existing database are missing.
    boolean incomplete = status != null && status.getCode() == Status.Code.InvalidArgument;
    DatabaseException failure = incomplete ? corrupt(e, reason) : translate(e);
    if (failure.code() == ErrorCode.CORRUPT && !reason.contains(SORTED_FILE)) {
      SortedFiles.firstDamaged(directory).ifPresent(file -> failure.with("damagedFile", file));
    }
    return failure.with("directory", directory);
  }

  private static DatabaseException corrupt(RocksDBException e, String reason) {
    return new DatabaseException(
            ErrorCode.CORRUPT,
            "The data folder is damaged at the place that the reason names. Restore it from a"
                + " backup.",
            e)
        .with("reason", reason);
  }

  private static DatabaseException unavailable(RocksDBException e, String reason) {
    return new DatabaseException(
            ErrorCode.UNAVAILABLE, "The data folder cannot be read or written.", e)
        .with("reason", reason);
  }
}
