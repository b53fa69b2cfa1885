package dev.partita.partition;

/** What the change log of a container's partitions has. */
public enum ChangeLogPolicy {
  /**
   * Nothing: for models without a feed, whose records come and go in great numbers. Holds for the
   * life of a container.
   */
  OFF,

  /** The newest version of each live record, and for a while deletes. */
  NEWEST,

  /** All versions with their images, and deletes, for as long as history is kept. */
  HISTORY;

  public boolean isOn() {
    return this != OFF;
  }
}
