package dev.partita.partition;

/**
 * What is told of timers when the commits that have set them are visible, so that nobody has to
 * look for them. Safe for use by any number of threads; must return at once.
 */
@FunctionalInterface
public interface TimerAlarm {

  TimerAlarm NONE = (_, _) -> {};

  /**
   * @param owner whose timers they are: what the keys of the partition begin with, or the container
   * @param dueMillis when the earliest of them is due
   */
  void set(int owner, long dueMillis);
}
