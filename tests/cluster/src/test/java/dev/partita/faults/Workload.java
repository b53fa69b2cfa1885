package dev.partita.faults;

import dev.partita.base.concurrent.Uninterruptibly;
import dev.partita.base.time.Clock;
import dev.partita.client.Client;
import dev.partita.client.ClientRequest;
import dev.partita.client.ClientResponse;
import dev.partita.client.PartitionKeyValues;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.testkit.LinearizabilityChecker;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Clients that read, write, compare and set, and count at any of the nodes, and note what they were
 * told. Of each item there is one number; who writes writes one that nobody has written before.
 */
final class Workload implements AutoCloseable {

  private static final int CLIENTS = 3;
  private static final int ITEMS = 6;
  private static final int COUNTERS = 2;
  private static final long PACE_MILLIS = 15;
  private static final long ANSWER_SECONDS = 3;

  /** What is done to an item, and what came of it. */
  sealed interface Operation {
    record Read(long found) implements Operation {}

    record Write(long value) implements Operation {}

    /** If it had the value that was expected, and only then. */
    record Change(long expected, long value, boolean happened) implements Operation {}

    /** The same, of which nobody knows whether it happened. */
    record Attempt(long expected, long value) implements Operation {}
  }

  private static final long ABSENT = 0;

  private final List<Client> nodes;
  private final String path;
  private final Clock clock = Clock.system();
  private final AtomicLong now = new AtomicLong();
  private final AtomicLong values = new AtomicLong();
  private final Map<String, List<LinearizabilityChecker.Event<Operation>>> events =
      new ConcurrentHashMap<>();
  private final Map<String, AtomicLong> added = new ConcurrentHashMap<>();
  private final Map<String, AtomicLong> perhapsAdded = new ConcurrentHashMap<>();
  private final AtomicLong answers = new AtomicLong();
  private final AtomicLong unknown = new AtomicLong();
  private final List<String> errors = new ArrayList<>();
  private final List<Thread> threads = new ArrayList<>();
  private final AtomicLong lastNanos;
  private final AtomicLong longestGapNanos = new AtomicLong();
  private final ExecutorService calls = Executors.newVirtualThreadPerTaskExecutor();
  private volatile boolean ended;

  Workload(List<Client> nodes, String path, long seed) {
    this.nodes = nodes;
    this.path = path;
    this.lastNanos = new AtomicLong(clock.nanos());
    for (int i = 0; i < CLIENTS; i++) {
      Random random = new Random(seed * 31 + i);
      threads.add(Thread.ofVirtual().start(() -> run(random)));
    }
  }

  long answers() {
    return answers.get();
  }

  long unknown() {
    return unknown.get();
  }

  synchronized List<String> errors() {
    return List.copyOf(errors);
  }

  long takeLongestGapMillis() {
    return TimeUnit.NANOSECONDS.toMillis(longestGapNanos.getAndSet(0));
  }

  private void run(Random random) {
    while (!ended) {
      Client node = nodes.get(random.nextInt(nodes.size()));
      try {
        if (random.nextInt(4) == 0) {
          count(node, "counter-" + random.nextInt(COUNTERS));
        } else {
          step(node, "item-" + random.nextInt(ITEMS), random.nextInt(3));
        }
      } catch (RuntimeException e) {
        fail(e.toString());
      }
      clock.sleep(random.nextLong(PACE_MILLIS));
    }
  }

  private void step(Client node, String id, int kind) {
    long called = now.incrementAndGet();
    ClientResponse read = kind == 1 ? null : send(node, item("GET", id));
    if (kind != 1) {
      if (read == null) {
        return;
      }
      if (!isAnswer(read, 200, 404)) {
        return;
      }
      long found = read.status() == 404 ? ABSENT : value(read.object());
      add(id, called, now.incrementAndGet(), new Operation.Read(found));
      if (kind == 2 && found != ABSENT) {
        compareAndSet(node, id, found, read.header("etag").orElseThrow());
      }
      return;
    }
    long value = values.incrementAndGet();
    ClientResponse written = send(node, post(id, value).with("x-ms-documentdb-is-upsert", "true"));
    if (written == null || written.status() == 408) {
      unknown.incrementAndGet();
      add(id, called, LinearizabilityChecker.NEVER, new Operation.Write(value));
    } else if (isAnswer(written, 200, 201)) {
      add(id, called, now.incrementAndGet(), new Operation.Write(value));
    }
  }

  private void compareAndSet(Client node, String id, long expected, String etag) {
    long called = now.incrementAndGet();
    long value = values.incrementAndGet();
    ClientRequest request = item("PUT", id).with("If-Match", etag).withBody(document(id, value));
    ClientResponse response = send(node, request);
    if (response == null || response.status() == 408) {
      unknown.incrementAndGet();
      add(id, called, LinearizabilityChecker.NEVER, new Operation.Attempt(expected, value));
    } else if (isAnswer(response, 200, 412)) {
      add(
          id,
          called,
          now.incrementAndGet(),
          new Operation.Change(expected, value, response.status() == 200));
    }
  }

  /** Adds one by a patch, which must happen once or not at all. */
  private void count(Client node, String id) {
    ClientRequest patch =
        item("PATCH", id)
            .with("Content-Type", "application/json_patch+json")
            .withBody(
                JsonObject.of(
                    "operations",
                    JsonArray.of(
                        JsonObject.builder()
                            .put("op", "incr")
                            .put("path", "/value")
                            .put("value", 1)
                            .build())));
    ClientResponse response = send(node, patch);
    if (response == null || response.status() == 408) {
      unknown.incrementAndGet();
      perhapsAdded.computeIfAbsent(id, _ -> new AtomicLong()).incrementAndGet();
    } else if (isAnswer(response, 200)) {
      added.computeIfAbsent(id, _ -> new AtomicLong()).incrementAndGet();
    }
  }

  /** Makes what the clients count with. */
  static void prepare(Client client, String path) {
    for (int i = 0; i < COUNTERS; i++) {
      String id = "counter-" + i;
      client.require(
          request("POST", path)
              .withBody(document(id, 0))
              .withKey(PartitionKeyValues.of(JsonString.of(id))));
    }
  }

  private static ClientRequest request(String method, String path) {
    return ClientRequest.nosql(method, path.split("/"));
  }

  private ClientRequest item(String method, String id) {
    return request(method, path + "/" + id).withKey(PartitionKeyValues.of(JsonString.of(id)));
  }

  private ClientRequest post(String id, long value) {
    return request("POST", path)
        .withBody(document(id, value))
        .withKey(PartitionKeyValues.of(JsonString.of(id)));
  }

  private static JsonObject document(String id, long value) {
    return JsonObject.builder().put("id", id).put("pk", id).put("value", value).build();
  }

  private static long value(JsonObject item) {
    return item.at("value") instanceof JsonNumber number ? number.longValue() : -1;
  }

  /** The answer; null if the node did not give one in time. */
  private @Nullable ClientResponse send(Client node, ClientRequest request) {
    try {
      ClientResponse response = within(() -> node.send(request));
      if (response.status() == 503
          && !within(() -> node.send(ClientRequest.admin("GET", "cluster"))).isSuccess()) {
        // A balancer sends nothing to a node that is not ready.
        return null;
      }
      if (response.status() < 500 && response.status() != 408) {
        answers.incrementAndGet();
        long nanos = clock.nanos();
        longestGapNanos.accumulateAndGet(nanos - lastNanos.getAndSet(nanos), Math::max);
      }
      return response;
    } catch (ExecutionException | TimeoutException e) {
      return null;
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A node that stands still answers nothing, and its connections stay. */
  private ClientResponse within(Callable<ClientResponse> call)
      throws InterruptedException, ExecutionException, TimeoutException {
    return calls.submit(call).get(ANSWER_SECONDS, TimeUnit.SECONDS);
  }

  private boolean isAnswer(ClientResponse response, int... expected) {
    for (int status : expected) {
      if (response.status() == status) {
        return true;
      }
    }
    fail(response.status() + " " + response.message());
    return false;
  }

  private synchronized void fail(String what) {
    if (!ended) {
      errors.add(what);
    }
  }

  private void add(String id, long called, long answered, Operation operation) {
    List<LinearizabilityChecker.Event<Operation>> of =
        events.computeIfAbsent(id, _ -> new ArrayList<>());
    synchronized (of) {
      of.add(new LinearizabilityChecker.Event<>(called, answered, operation));
    }
  }

  /** Has the clients end; what they have noted is complete then. */
  void end() {
    ended = true;
    threads.forEach(Uninterruptibly::join);
    calls.shutdownNow();
  }

  @Override
  public void close() {
    end();
  }

  // What must be true

  /** What contradicts what the clients were told; empty if nothing does. */
  Map<String, String> contradictions(Client node) {
    Map<String, String> contradictions = new TreeMap<>();
    events.forEach(
        (id, history) -> {
          String problem = problem(history);
          if (problem != null) {
            contradictions.put(id, problem);
          }
        });
    added.forEach(
        (id, sure) -> {
          long value = value(node.require(item("GET", id)).object());
          long perhaps = perhapsAdded.getOrDefault(id, new AtomicLong()).get();
          if (value < sure.get() || value > sure.get() + perhaps) {
            contradictions.put(
                id, "%d, after %d and perhaps %d more".formatted(value, sure.get(), perhaps));
          }
        });
    return contradictions;
  }

  static @Nullable String problem(List<LinearizabilityChecker.Event<Operation>> history) {
    return new LinearizabilityChecker<Long, Operation>(Workload::after, ABSENT).problem(history);
  }

  private static @Nullable Long after(Long before, Operation operation) {
    return switch (operation) {
      case Operation.Read(long found) -> found == before ? before : null;
      case Operation.Write(long value) -> value;
      case Operation.Change(long expected, long value, boolean happened) ->
          happened ? (expected == before ? value : null) : (expected == before ? null : before);
      case Operation.Attempt(long expected, long value) -> expected == before ? value : before;
    };
  }
}
