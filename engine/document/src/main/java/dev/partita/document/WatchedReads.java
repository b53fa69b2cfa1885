package dev.partita.document;

import dev.partita.json.JsonObject;
import dev.partita.partition.KeyWatch;
import org.jspecify.annotations.Nullable;

/**
 * A watch under which everything that was read of a logical partition was found as it was: a batch
 * is carried out only if no change since concerns it. It belongs to the node that has the partition
 * and is no part of what is sent to one.
 */
public record WatchedReads(KeyWatch watch, Concern concern) {

  /** Whether a change since the watch was taken is one of something that was read. */
  @FunctionalInterface
  public interface Concern {

    /**
     * @param before null if there was no item
     * @param after null if there is none now
     */
    boolean of(String id, @Nullable JsonObject before, @Nullable JsonObject after);
  }
}
