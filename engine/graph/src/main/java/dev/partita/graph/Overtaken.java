package dev.partita.graph;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.container.key.PartitionKey;
import org.jspecify.annotations.Nullable;

/** Nothing was committed, since others have changed meanwhile what was read for it. */
final class Overtaken extends Exception {

  private static final long serialVersionUID = 1L;

  private final transient PartitionKey partition;

  Overtaken(PartitionKey partition, @Nullable DatabaseException cause) {
    super(cause);
    this.partition = partition;
  }

  PartitionKey partition() {
    return partition;
  }

  /** How it is told to who cannot run again. */
  DatabaseException failure() {
    return new DatabaseException(
            ErrorCode.PRECONDITION_FAILED,
            "Others have changed what the traversal has read before it could be committed. Nothing"
                + " of it has happened; run it again.",
            this)
        .with("partitionKey", partition.toJson());
  }
}
