package dev.partita.mongo.cursor;

import org.jspecify.annotations.Nullable;

/** Results that a client has not taken yet, which one command at a time takes. */
public final class ServerCursor {

  private final long id;
  private final String namespace;
  private final byte @Nullable [] session;
  private final boolean neverTimesOut;
  private final ResultStream results;
  private volatile long usedMillis;
  private boolean inUse = true;
  private boolean killed;

  ServerCursor(
      long id,
      String namespace,
      byte @Nullable [] session,
      boolean neverTimesOut,
      ResultStream results,
      long nowMillis) {
    this.id = id;
    this.namespace = namespace;
    this.session = session;
    this.neverTimesOut = neverTimesOut;
    this.results = results;
    this.usedMillis = nowMillis;
  }

  public long id() {
    return id;
  }

  public String namespace() {
    return namespace;
  }

  byte @Nullable [] session() {
    return session;
  }

  public ResultStream results() {
    return results;
  }

  boolean isIdleSince(long millis) {
    return !neverTimesOut && usedMillis < millis;
  }

  /** False if another command takes its results, or it has been ended. */
  synchronized boolean take() {
    if (inUse || killed) {
      return false;
    }
    inUse = true;
    return true;
  }

  synchronized void giveBack(long nowMillis) {
    inUse = false;
    usedMillis = nowMillis;
    if (killed) {
      results.close();
    }
  }

  /** Ends it, at once or when the command that takes its results is done. */
  synchronized void kill() {
    killed = true;
    if (!inUse) {
      results.close();
    }
  }
}
