package dev.partita.server;

/**
 * The threads of this process that carry virtual ones. How many there are is a property of Java,
 * which it reads when it makes the first virtual thread.
 */
public final class Carriers {

  private static final String PROPERTY = "jdk.virtualThreadScheduler.parallelism";

  private Carriers() {}

  /**
   * Has more of them than there are processors, unless the user has chosen how many: what computes
   * for long keeps its carrier, and half of them are left to what does not. For the process of a
   * server, before its first virtual thread.
   */
  public static void addForServer() {
    if (System.getProperty(PROPERTY) == null) {
      int processors = Math.max(2, Runtime.getRuntime().availableProcessors());
      System.setProperty(PROPERTY, String.valueOf(2 * processors));
    }
  }

  /** How many there are. */
  static int count() {
    return Integer.getInteger(PROPERTY, Runtime.getRuntime().availableProcessors());
  }
}
