package dev.partita.container.catalogue;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.json.JsonPath;
import java.util.List;

/** Paths whose values together may occur only once in a logical partition. */
public record UniqueKey(List<JsonPath> paths) {

  static final int PATHS_MAX = 16;

  public UniqueKey {
    paths = List.copyOf(paths);
    if (paths.isEmpty() || paths.size() > PATHS_MAX) {
      throw new DatabaseException(ErrorCode.BAD_REQUEST, "A unique key has between 1 and 16 paths.")
          .with("paths", paths.size());
    }
  }
}
