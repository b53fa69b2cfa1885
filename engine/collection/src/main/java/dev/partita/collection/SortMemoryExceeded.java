package dev.partita.collection;

import java.io.Serial;

/** A sort without an index whose results do not fit into the memory for sorts. */
public final class SortMemoryExceeded extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  SortMemoryExceeded(long bytes) {
    super(
        "Sort exceeded memory limit of "
            + bytes
            + " bytes, and sorts are not continued on disk. Narrow the filter, set a limit, or"
            + " sort by _id.",
        null,
        false,
        false);
  }
}
