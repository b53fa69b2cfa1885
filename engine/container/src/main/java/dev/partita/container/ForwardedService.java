package dev.partita.container;

import java.util.concurrent.CompletableFuture;

/** What the leader of a partition does for other nodes. The codes never change. */
public enum ForwardedService {
  /** Operations on items. */
  ITEMS(1),
  /** Stored procedures, and writes with triggers. */
  SCRIPTS(2),
  /** Statements on collections of BSON documents. */
  COLLECTIONS(3);

  private final int code;

  ForwardedService(int code) {
    this.code = code;
  }

  int code() {
    return code;
  }

  /** Carries out what arrives. */
  @FunctionalInterface
  public interface Handler {

    /**
     * Carries a request out here or not at all. Called on a thread that may wait.
     *
     * @return the answer; fails with {@link dev.partita.replication.NotInCharge} if nothing was
     *     done and nothing will be, with a {@link dev.partita.base.error.DatabaseException} that
     *     the one who asked is to get
     */
    CompletableFuture<byte[]> carryOut(Container container, byte[] request);
  }
}
