package dev.partita.container;

import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;

/**
 * The threads of engines. An engine asks once for each kind when it is opened, and closes what it
 * got when it is closed.
 */
public interface EngineThreads {

  /** Where partitions commit, which waits for the disk. At least four. */
  ExecutorService writers();

  /** Where the catalogue commits: apart, since a split waits for it from within a writer. */
  ExecutorService catalogueWriter();

  /** Where those who wait for a commit are woken up. */
  Executor answers();

  /** Where rounds of background work take place, one at a time. */
  ScheduledExecutorService housekeeping();

  /** Where durable timers are handled, when they are due. */
  ScheduledExecutorService timers();

  /** Where long work is carried on, one step at a time. */
  ScheduledExecutorService jobs();

  /**
   * Where other nodes are told regularly of what they have to know; only asked for in a cluster.
   */
  default ScheduledExecutorService reports() {
    return Executors.newSingleThreadScheduledExecutor(named("partita-reports-"));
  }

  /** Threads of the operating system for work, virtual ones for answers. */
  static EngineThreads standard() {
    return new EngineThreads() {

      // Writers wait in native code for the disk, which virtual threads cannot do without taking
      // a carrier along. Merging holds one of these threads while it waits for another.
      @Override
      public ExecutorService writers() {
        return Executors.newFixedThreadPool(
            Math.max(4, 2 * Runtime.getRuntime().availableProcessors()), named("partita-writer-"));
      }

      @Override
      public ExecutorService catalogueWriter() {
        return Executors.newFixedThreadPool(1, named("partita-catalogue-"));
      }

      // Those who wait are virtual threads as a rule, which wake each other cheaply.
      @Override
      public Executor answers() {
        return Thread::startVirtualThread;
      }

      @Override
      public ScheduledExecutorService housekeeping() {
        return Executors.newSingleThreadScheduledExecutor(named("partita-housekeeping-"));
      }

      @Override
      public ScheduledExecutorService timers() {
        return Executors.newSingleThreadScheduledExecutor(named("partita-timers-"));
      }

      @Override
      public ScheduledExecutorService jobs() {
        return Executors.newSingleThreadScheduledExecutor(named("partita-jobs-"));
      }
    };
  }

  private static ThreadFactory named(String prefix) {
    return Thread.ofPlatform().daemon().name(prefix, 0).factory();
  }
}
