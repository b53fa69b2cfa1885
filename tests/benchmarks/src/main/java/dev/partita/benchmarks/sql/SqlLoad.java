package dev.partita.benchmarks.sql;

import dev.partita.base.time.Clock;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.HdrHistogram.Histogram;

/**
 * Closed-loop load of queries: clients that each run a query, read its last row and run the next. A
 * turn ends when its time is up and every client has had a response; queries under way are waited
 * for and counted, so that queries which take longer than a turn are measured, too. Not for use by
 * several threads.
 */
public final class SqlLoad implements AutoCloseable {

  /** Result of a turn. */
  public record Counted(long answers, double seconds, double cpuSeconds, Histogram latencies) {

    public double perSecond() {
      return answers / seconds;
    }

    public double cpuMicros() {
      return cpuSeconds * 1e6 / answers;
    }
  }

  private static final Clock CLOCK = Clock.system();
  private static final long SHORTEST_NANOS = 1_000;
  private static final long LONGEST_NANOS = 600_000_000_000L;

  private final SqlServer server;
  private final long documents;
  private final List<SqlServer.Client> clients = new ArrayList<>();
  private final ExecutorService threads =
      Executors.newThreadPerTaskExecutor(Thread.ofPlatform().name("client-", 0).factory());
  private long turns;

  public SqlLoad(SqlServer server, int clients, long documents) throws IOException {
    this.server = server;
    this.documents = documents;
    for (int i = 0; i < clients; i++) {
      this.clients.add(server.connect());
    }
  }

  public Counted turn(SqlQuery query, long millis) throws IOException {
    AtomicBoolean timeIsUp = new AtomicBoolean();
    List<Future<Histogram>> running = new ArrayList<>();
    long cpuNanos = server.cpuNanos();
    long startNanos = CLOCK.nanos();
    for (SqlServer.Client client : clients) {
      SplittableRandom numbers = new SplittableRandom(turns++);
      running.add(threads.submit(() -> repeat(client, query, numbers, timeIsUp)));
    }
    CLOCK.sleep(millis);
    timeIsUp.set(true);
    Histogram latencies = newHistogram();
    for (Future<Histogram> each : running) {
      latencies.add(result(each));
    }
    double seconds = (CLOCK.nanos() - startNanos) / 1e9;
    double cpuSeconds = (server.cpuNanos() - cpuNanos) / 1e9;
    return new Counted(latencies.getTotalCount(), seconds, cpuSeconds, latencies);
  }

  private Histogram repeat(
      SqlServer.Client client, SqlQuery query, SplittableRandom numbers, AtomicBoolean timeIsUp)
      throws IOException {
    Histogram latencies = newHistogram();
    do {
      long before = CLOCK.nanos();
      client.run(query, numbers.nextLong(documents));
      latencies.recordValue(Math.min(CLOCK.nanos() - before, LONGEST_NANOS));
    } while (!timeIsUp.get());
    return latencies;
  }

  private static Histogram newHistogram() {
    return new Histogram(SHORTEST_NANOS, LONGEST_NANOS, 2);
  }

  private static Histogram result(Future<Histogram> client) {
    try {
      return client.get();
    } catch (InterruptedException e) {
      throw new IllegalStateException("The measurement was interrupted.", e);
    } catch (ExecutionException e) {
      throw new IllegalStateException("A client failed.", e.getCause());
    }
  }

  @Override
  public void close() throws IOException {
    threads.close();
    for (SqlServer.Client client : clients) {
      client.close();
    }
  }
}
