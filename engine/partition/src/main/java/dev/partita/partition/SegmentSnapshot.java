package dev.partita.partition;

/**
 * A segment as it was at one moment. Holds back the clean-up of old data until closed. Safe for use
 * by any number of threads.
 */
public interface SegmentSnapshot extends SegmentReader, AutoCloseable {

  @Override
  void close();
}
