package dev.partita.benchmarks;

import java.util.concurrent.ThreadFactory;

/** The kind of threads on which clients run. */
enum ClientThreads {
  /** As a server runs its requests. */
  VIRTUAL {
    @Override
    ThreadFactory factory() {
      return Thread.ofVirtual().name("client-", 0).factory();
    }
  },
  /** What waits in native code needs these. */
  PLATFORM {
    @Override
    ThreadFactory factory() {
      return Thread.ofPlatform().name("client-", 0).factory();
    }
  };

  abstract ThreadFactory factory();
}
