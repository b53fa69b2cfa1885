package dev.partita.net.transport;

import dev.partita.base.concurrent.Uninterruptibly;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The threads of a server besides its event loops.
 *
 * @param requests a virtual thread for each request; all of them share a few processors, which
 *     requests that compute for long may keep from others
 * @param handshakes for what TLS computes, so that new connections do not wait for those
 * @param monitoring for who looks after the server, likewise
 */
public record ServerThreads(
    ExecutorService requests, ExecutorService handshakes, ExecutorService monitoring) {

  private static final long IDLE_SECONDS = 10;
  private static final int MOST_HANDSHAKES = 4;
  private static final int MONITORING_WAITING = 100;

  public static ServerThreads start() {
    int handshakes = Math.clamp(Runtime.getRuntime().availableProcessors() / 2, 1, MOST_HANDSHAKES);
    return new ServerThreads(
        Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("http-", 0).factory()),
        pool("tls-", handshakes, Integer.MAX_VALUE),
        pool("monitoring-", 1, MONITORING_WAITING));
  }

  /** Threads of the operating system, which get their share of the processors in any case. */
  private static ExecutorService pool(String name, int threads, int waiting) {
    var pool =
        new ThreadPoolExecutor(
            threads,
            threads,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(waiting),
            Thread.ofPlatform().name(name, 0).daemon().factory());
    pool.allowCoreThreadTimeOut(true);
    return pool;
  }

  public void stop() {
    var _ = requests.shutdownNow();
    var _ = handshakes.shutdownNow();
    var _ = monitoring.shutdownNow();
  }

  /**
   * Waits for those that have been stopped.
   *
   * @return whether all have ended, each in the time given
   */
  public boolean awaitEnd(long millis) {
    boolean ended = true;
    for (ExecutorService threads : List.of(requests, handshakes, monitoring)) {
      ended &= Uninterruptibly.awaitEnd(threads, millis);
    }
    return ended;
  }
}
