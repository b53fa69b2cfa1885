package dev.partita.net.link;

/**
 * The thread that a link is confined to, which it shares with other links. Safe for any number of
 * threads.
 */
public interface LinkLoop {

  /** A step that will be taken some time. */
  @FunctionalInterface
  interface Timer {
    void cancel();
  }

  /**
   * Takes a step behind those before it.
   *
   * @return false if nothing comes of it, since the network has stopped
   */
  boolean execute(Runnable step);

  /** Takes a step after some time, unless the timer is cancelled. */
  Timer after(long millis, Runnable step);

  /** Whether this is the thread. */
  boolean isCurrent();
}
