package dev.partita.benchmarks.http;

import dev.partita.base.time.Clock;
import dev.partita.net.http.Headers;
import dev.partita.net.http.HttpHandler;
import dev.partita.net.http.Request;
import dev.partita.net.http.Response;
import dev.partita.telemetry.Observed;
import dev.partita.telemetry.RequestCounts;
import dev.partita.telemetry.RequestLog;
import dev.partita.telemetry.RequestPaths;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/**
 * Cost of metrics and of the request log for a point read, without the read: processor time of this
 * thread for an API that responds at once, with and without its observer. Measured in isolation it
 * is exact to a tenth of a microsecond, other than between two servers.
 */
public final class CountingCost {

  private static final int REQUESTS = 2_000_000;
  private static final int ROUNDS = 10;
  private static final int LOGGED_EVERY = 100;

  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
  private final Request[] reads = new Request[64];
  private int answered;

  private CountingCost() {
    Headers sent =
        Headers.of("x-ms-date", "now", "authorization", "a", "x-ms-documentdb-partitionkey", "[1]");
    for (int i = 0; i < reads.length; i++) {
      reads[i] = new Request("GET", "/dbs/d/colls/c/docs/item-" + i, "", sent, new byte[0]);
    }
  }

  /** Minimum of several rounds: anything above it is interference. */
  public static double nanosPerRequest() {
    Response answer =
        new Response(200, Headers.of("x-ms-request-charge", "1", "etag", "e"), new byte[0]);
    HttpHandler plain = _ -> answer;
    Observed observed =
        new Observed(
            plain,
            RequestPaths.NOSQL,
            "nosql",
            new RequestCounts("nosql"),
            new RequestLog(LOGGED_EVERY, null),
            Clock.system());
    CountingCost cost = new CountingCost();
    double least = Double.MAX_VALUE;
    for (int round = 0; round < ROUNDS; round++) {
      least = Math.min(least, cost.cpuNanos(observed) - cost.cpuNanos(plain));
    }
    return least;
  }

  private double cpuNanos(HttpHandler api) {
    long begin = threads.getCurrentThreadCpuTime();
    for (int i = 0; i < REQUESTS; i++) {
      answered += api.handle(reads[i % reads.length]).status();
    }
    if (answered == 0) {
      throw new IllegalStateException("Nothing was answered.");
    }
    return (double) (threads.getCurrentThreadCpuTime() - begin) / REQUESTS;
  }
}
