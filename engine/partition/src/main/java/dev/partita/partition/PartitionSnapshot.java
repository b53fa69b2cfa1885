package dev.partita.partition;

/**
 * A physical partition as it was at one moment. Holds back the clean-up of old data until closed.
 * Safe for use by any number of threads.
 */
public interface PartitionSnapshot extends PartitionReader, AutoCloseable {

  @Override
  void close();
}
