package dev.partita.cli.demo;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.time.Clock;
import dev.partita.client.Client;
import dev.partita.client.ClientRequest;
import dev.partita.client.ClientResponse;
import dev.partita.client.PartitionKeyValues;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Clients that write and read back without end, at any of the nodes, as behind a balancer: where a
 * node does not answer they go to the next one, and what they have sent is such that sending it
 * again does no harm. They note what nobody has answered, what was not as it was written, and the
 * longest time in which none of them had an answer. Safe for use by any number of threads.
 */
final class ClusterClients implements AutoCloseable {

  private static final int CLIENTS = 4;
  private static final long PACE_MILLIS = 10;
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(15);

  private final List<Client> nodes;

  /** Those that could not be reached when they were last asked. */
  private final Set<Integer> silent = ConcurrentHashMap.newKeySet();

  private final DemoContainer container;
  private final Clock clock;
  private final AtomicLong answered = new AtomicLong();
  private final AtomicLong errors = new AtomicLong();
  private final AtomicLong lastNanos;
  private final AtomicLong longestGapNanos = new AtomicLong();
  private final List<Thread> threads = new ArrayList<>();
  private volatile @Nullable String firstError;
  private volatile boolean ended;

  ClusterClients(List<Client> nodes, DemoContainer container, Clock clock) {
    this.nodes = nodes;
    this.container = container;
    this.clock = clock;
    this.lastNanos = new AtomicLong(clock.nanos());
  }

  void start() {
    for (int i = 0; i < CLIENTS; i++) {
      int number = i;
      threads.add(Thread.ofVirtual().name("client-" + i).start(() -> run(number)));
    }
  }

  long answered() {
    return answered.get();
  }

  long errors() {
    return errors.get();
  }

  /** What the first error was; null if there was none. */
  @Nullable String firstError() {
    return firstError;
  }

  /** The longest time without an answer since the last call, in milliseconds. */
  long takeLongestGapMillis() {
    long now = clock.nanos();
    long open = now - lastNanos.get();
    return TimeUnit.NANOSECONDS.toMillis(Math.max(open, longestGapNanos.getAndSet(0)));
  }

  private void run(int number) {
    int node = number;
    long count = 0;
    while (!ended) {
      String key = "client-" + number + "-" + count % 7;
      String value = "v" + count++;
      JsonObject item =
          JsonObject.builder()
              .put("id", "it-" + key)
              .put(container.keyPath().substring(1), key)
              .put("value", value)
              .build();
      PartitionKeyValues values = PartitionKeyValues.of(JsonString.of(key));
      node =
          send(
              node,
              container
                  .items("POST")
                  .with("x-ms-documentdb-is-upsert", "true")
                  .withBody(item)
                  .withKey(values),
              null);
      node = send(node + 1, container.item("GET", "it-" + key).withKey(values), value);
      clock.sleep(PACE_MILLIS);
    }
  }

  /**
   * Sends a request until a node answers it.
   *
   * @param expected what the item must have; null if that does not matter
   * @return the node that has answered
   */
  private int send(int first, ClientRequest request, @Nullable String expected) {
    long begin = clock.nanos();
    int node = first;
    while (!ended) {
      try {
        if (silent.contains(number(node)) && !isServing(node)) {
          // A balancer sends nothing to a node that has gone until it is ready again.
          node++;
          clock.sleep(PACE_MILLIS);
          continue;
        }
        silent.remove(number(node));
        ClientResponse response = client(node).send(request);
        if (!response.isSuccess()) {
          failed(response.status() + " " + response.message());
          return node;
        } else if (expected != null
            && !response.object().at("value").equals(JsonString.of(expected))) {
          failed("read " + response.object().at("value") + " instead of " + expected);
          return node;
        } else {
          noteAnswer();
          return node;
        }
      } catch (DatabaseException e) {
        silent.add(number(node));
        node++;
        if (clock.nanos() - begin > PATIENCE_NANOS) {
          failed("no node has answered for 15 s: " + e.getMessage());
          return node;
        }
        clock.sleep(PACE_MILLIS);
      }
    }
    return node;
  }

  private boolean isServing(int node) {
    return client(node).send(ClientRequest.admin("GET", "cluster")).isSuccess();
  }

  private Client client(int node) {
    return nodes.get(number(node));
  }

  private int number(int node) {
    return Math.floorMod(node, nodes.size());
  }

  private void noteAnswer() {
    answered.incrementAndGet();
    long now = clock.nanos();
    long gap = now - lastNanos.getAndSet(now);
    longestGapNanos.accumulateAndGet(gap, Math::max);
  }

  private void failed(String what) {
    if (!ended) {
      errors.incrementAndGet();
      if (firstError == null) {
        firstError = what;
      }
    }
  }

  /** What they have seen so far, in a line. */
  String summary() {
    return String.format(Locale.ROOT, "answers: %,d, errors: %,d", answered(), errors());
  }

  @Override
  public void close() {
    ended = true;
    try {
      for (Thread thread : threads) {
        thread.join();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
