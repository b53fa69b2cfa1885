package dev.partita.document;

import dev.partita.base.error.DatabaseException;
import dev.partita.throughput.RequestCharge;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a transactional batch came to: every operation's result, or the one failure that undid all.
 *
 * @param results in the order of the operations; empty if the batch failed
 * @param failedAt the operation that failed; -1 if none did
 */
public record BatchResult(
    List<ItemResult> results,
    int failedAt,
    @Nullable DatabaseException error,
    long lsn,
    int partition,
    RequestCharge charge) {

  public boolean succeeded() {
    return error == null;
  }

  public Optional<DatabaseException> failure() {
    return Optional.ofNullable(error);
  }
}
