package dev.partita.document;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import java.util.List;

/**
 * Items of a logical partition that have been read before a batch, and must be as they were for the
 * batch to be carried out. Immutable.
 *
 * @param lsn as of which the items were read, or later
 * @param present the ids of items that were there
 * @param absent the ids under which there was none
 * @param others whether every other item of the logical partition must be as it was, too
 */
public record Unchanged(long lsn, List<String> present, List<String> absent, boolean others) {

  public static final Unchanged NOTHING = new Unchanged(0, List.of(), List.of());

  public Unchanged {
    present = List.copyOf(present);
    absent = List.copyOf(absent);
  }

  public Unchanged(long lsn, List<String> present, List<String> absent) {
    this(lsn, present, absent, false);
  }

  static DatabaseException failed() {
    return new DatabaseException(
        ErrorCode.PRECONDITION_FAILED,
        "What was read has been changed by others before it could be written.");
  }
}
