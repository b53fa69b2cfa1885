package dev.partita.benchmarks;

import java.util.concurrent.ThreadFactory;

/** Kind of threads that clients run on. */
enum ClientThreads {
  /** As in a server. */
  VIRTUAL {
    @Override
    ThreadFactory factory() {
      return Thread.ofVirtual().name("client-", 0).factory();
    }
  },
  /** For clients that block in native code. */
  PLATFORM {
    @Override
    ThreadFactory factory() {
      return Thread.ofPlatform().name("client-", 0).factory();
    }
  };

  abstract ThreadFactory factory();
}
