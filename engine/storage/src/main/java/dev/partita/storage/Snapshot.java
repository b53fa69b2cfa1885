package dev.partita.storage;

/**
 * A view of a store as it was at one moment. Keeps old data from being cleaned up until it is
 * closed.
 */
public interface Snapshot extends Reader, AutoCloseable {

  @Override
  void close();
}
