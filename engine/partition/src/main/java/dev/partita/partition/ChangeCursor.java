package dev.partita.partition;

/** A walk over changes in the order of their LSNs. Not for use by several threads. */
public interface ChangeCursor extends AutoCloseable {

  /** To the next change; tells whether there is one. */
  boolean next();

  /** The change on which it stands. */
  Change change();

  @Override
  void close();
}
