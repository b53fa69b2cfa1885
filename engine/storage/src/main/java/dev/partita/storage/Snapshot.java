package dev.partita.storage;

/** A view of a store as it was at one moment. Holds back the clean-up of old data until closed. */
public interface Snapshot extends Reader, AutoCloseable {

  @Override
  void close();
}
