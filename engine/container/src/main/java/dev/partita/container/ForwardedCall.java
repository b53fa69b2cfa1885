package dev.partita.container;

import java.util.concurrent.CompletableFuture;

/**
 * Something that the partition in charge of a position is to do, here or at another node: both ways
 * come to the same.
 */
public interface ForwardedCall<R> {

  /** Who does it at the other node. */
  ForwardedService service();

  /**
   * Does it here.
   *
   * @return fails with {@link dev.partita.replication.NotInCharge} if nothing was done and nothing
   *     will be
   */
  CompletableFuture<R> here();

  /** What another node is asked. */
  byte[] request();

  /** What its answer says. */
  R result(byte[] answer);

  /** Whether it does no harm to do it again if nobody knows whether it was done. */
  default boolean isRepeatable() {
    return false;
  }
}
