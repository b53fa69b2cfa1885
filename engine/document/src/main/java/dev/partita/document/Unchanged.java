package dev.partita.document;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.json.JsonObject;
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
 * @param watched sees to everything else; null if the items say all
 */
public record Unchanged(
    long lsn, List<byte[]> present, List<byte[]> absent, @Nullable Watched watched) {

  public static final Unchanged NOTHING = new Unchanged(0, List.of(), List.of(), null);

  /** Whether a change since the watch was taken is one of something that was read. */
  @FunctionalInterface
  public interface Concern {

    /**
     * @param before null if there was no item
     * @param after null if there is none now
     */
    boolean of(String id, @Nullable JsonObject before, @Nullable JsonObject after);
  }

  /** A watch under which everything was found as it was. */
  public record Watched(KeyWatch watch, Concern concern) {}

  static DatabaseException failed() {
    return new DatabaseException(
        ErrorCode.PRECONDITION_FAILED,
        "What was read has been changed by others before it could be written.");
  }
}
