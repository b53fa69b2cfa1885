package dev.partita.execution.run;

import dev.partita.base.hash.Murmur3.Hash128;
import dev.partita.execution.page.CarriedState;
import java.util.Set;

/**
 * The digests of the results that the pages so far have given or passed over, for DISTINCT. The
 * page that takes them adds its own.
 *
 * @param count how many there were when they were left
 */
public record SeenResults(Set<Hash128> digests, int count) implements CarriedState {

  private static final long BYTES_PER_DIGEST = 80;

  SeenResults(Set<Hash128> digests) {
    this(digests, digests.size());
  }

  @Override
  public long bytes() {
    return BYTES_PER_DIGEST * count;
  }

  @Override
  public boolean isWhole() {
    return digests.size() == count;
  }
}
