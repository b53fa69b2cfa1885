package dev.partita.document;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.partition.KeyWatch;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What of a logical partition has been read before a batch, and must be as it was for the batch to
 * be carried out.
 *
 * @param lsn as of which the items were read, or later
 * @param present the ids of items that were there
 * @param absent the ids under which there was none
 * @param watch sees to the whole of the logical partition; null if the items say all
 */
public record Unchanged(
    long lsn, List<byte[]> present, List<byte[]> absent, @Nullable KeyWatch watch) {

  public static final Unchanged NOTHING = new Unchanged(0, List.of(), List.of(), null);

  static DatabaseException failed() {
    return new DatabaseException(
        ErrorCode.PRECONDITION_FAILED,
        "What was read has been changed by others before it could be written.");
  }
}
