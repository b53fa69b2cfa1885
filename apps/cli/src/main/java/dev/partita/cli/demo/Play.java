package dev.partita.cli.demo;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.time.Clock;
import dev.partita.cli.shell.Units;
import dev.partita.client.Client;
import dev.partita.client.ClientResponse;
import dev.partita.client.PartitionKeyValues;
import dev.partita.client.ValueText;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.server.ServerSettings;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Script of the demo: normal load, a peak on one flight, a split under load, and then the same
 * again until the user stops it. Used by one thread; the traffic and the split have threads of
 * their own.
 */
final class Play {

  /** Throughput of the bookings: a few hundred RU/s for each of their partitions. */
  static final long BOOKINGS_RU = 1_500;

  static final long READINGS_RU = 1_000;

  /** Act of the play, with the part of the round at which it begins. */
  private enum Act {
    DAY(0, "1  An ordinary day: passengers book flights, sensors send readings."),
    RUSH(7, "2  A band plays in Lisbon. Everybody wants flight " + SampleData.HOT_FLIGHT + "!"),
    SPLIT(15, "3  More throughput, and the hot partition is split while it is in use."),
    CALM(23, "4  The rush is over, and nobody was turned away for good. Have a look around!");

    private final double second;
    private final String text;

    Act(double second, String text) {
      this.second = second;
      this.text = text;
    }
  }

  /** Default length of a round, that is of all acts together. */
  static final double ROUND_SECONDS = 30;

  private static final double ARROW_SECONDS = 2;
  private static final long FRAME_MILLIS = 200;
  private static final int EVENTS = 6;
  private static final int PARTITIONS_MAX = 8;

  private final Client client;
  private final Clock clock;
  private final Screen screen;
  private final double roundSeconds;
  private final Tally tally = new Tally();
  private final Deque<String> events = new ArrayDeque<>();
  private final Map<DemoContainer, ThrottledKey> refused = new ConcurrentHashMap<>();
  private final Map<ThrottledKey, Double> arrows = new HashMap<>();
  private final Loader loader;
  private List<PartitionView> containers =
      List.of(
          PartitionView.nothing(DemoContainer.BOOKINGS),
          PartitionView.nothing(DemoContainer.READINGS));
  private Act act = Act.DAY;
  private double toldSeconds = Double.NEGATIVE_INFINITY;
  private List<String> halves = List.of();
  private @Nullable Thread operator;

  /**
   * @param roundSeconds length of a round
   */
  Play(Client client, Screen screen, double roundSeconds) {
    this.client = client;
    this.clock = client.clock();
    this.screen = screen;
    this.roundSeconds = roundSeconds;
    this.loader = new Loader(client, this::happened);
  }

  /** Creates the sample data. */
  void prepare() {
    loader.load();
  }

  /**
   * Plays until it is told to stop.
   *
   * @param seconds how long; 0 for no limit
   */
  void run(double seconds, BooleanSupplier stop) {
    long begin = clock.nanos();
    var pulse = new Pulse();
    events.clear();
    try (LoadGenerator load = new LoadGenerator(client, tally, Loader.ITEMS, this::refused)) {
      load.start();
      double elapsed = 0;
      while (!stop.getAsBoolean() && (seconds == 0 || elapsed < seconds)) {
        enter(actAt(elapsed), load);
        explain(elapsed);
        look();
        screen.show(scene(elapsed, pulse));
        clock.sleep(FRAME_MILLIS);
        elapsed = (clock.nanos() - begin) / 1e9;
      }
      awaitOperator();
      screen.show(scene(elapsed, pulse));
    }
  }

  /** Summarises the run in a sentence. */
  String summary() {
    return String.format(
        Locale.ROOT,
        "%s done, %,d told to come back later (429), %,d failed.",
        Units.counted(tally.done(), "request", "requests"),
        tally.throttledCount(),
        tally.failedCount());
  }

  private Act actAt(double elapsed) {
    double second = elapsed % roundSeconds * ROUND_SECONDS / roundSeconds;
    Act current = Act.DAY;
    for (Act each : Act.values()) {
      if (second >= each.second) {
        current = each;
      }
    }
    return current;
  }

  private void enter(Act next, LoadGenerator load) {
    if (next == act) {
      return;
    }
    act = next;
    load.rush(act == Act.RUSH || act == Act.SPLIT);
    if (act == Act.SPLIT && containers.getFirst().partitions().size() < PARTITIONS_MAX) {
      operate("split", this::split);
    }
    if (act == Act.DAY) {
      operate("merge", this::merge);
    }
    if (act == Act.CALM) {
      happened(
          "In another terminal:\n  ./partita partition list -d airline -c bookings" + elsewhere());
    }
  }

  /** Runs an operation beside the traffic, after the previous one has ended. */
  private void operate(String name, Runnable step) {
    Thread before = operator;
    operator =
        Thread.ofVirtual()
            .name(name)
            .start(
                () -> {
                  await(before);
                  step.run();
                });
  }

  /** Options with which commands reach this server, if it is not at the default address. */
  private String elsewhere() {
    int port = client.endpoint().getPort();
    return ServerSettings.PORT.defaultText().equals(Integer.toString(port))
        ? ""
        : " \\\n    --endpoint " + client.endpoint();
  }

  /**
   * Does what the operator of a real server would do under load: raises the throughput and splits
   * the hot partition.
   */
  private void split() {
    try {
      String hot = locateHotFlight();
      PartitionView before = PartitionView.read(client, DemoContainer.BOOKINGS);
      int partitions = before.partitions().size();
      long more = Math.ceilDiv(Math.round(before.ruPerSecond()) * (partitions + 1), partitions);
      loader.provision(DemoContainer.BOOKINGS, Math.ceilDiv(more, 100) * 100);
      long begin = clock.nanos();
      List<String> children = loader.split(DemoContainer.BOOKINGS, hot, JsonObject.EMPTY);
      halves = children;
      happened(
          String.format(
              Locale.ROOT,
              "Partition %s became %s in %,d ms, in use. Requests that failed so far: %,d.",
              hot,
              String.join(" and ", children),
              (clock.nanos() - begin) / 1_000_000,
              tally.failedCount()));
      happened(
          "One key is never divided: %s is in %s now, and its neighbours are rid of it."
              .formatted(SampleData.HOT_FLIGHT, locateHotFlight()));
    } catch (DatabaseException e) {
      happened("The server refused the split: " + said(e));
    }
  }

  /** Undoes {@link #split}, so that each round begins with the same partitions. */
  private void merge() {
    if (halves.size() != 2) {
      return;
    }
    try {
      String left = halves.getFirst();
      String right = halves.getLast();
      halves = List.of();
      String merged = loader.merge(DemoContainer.BOOKINGS, left, right);
      loader.provision(DemoContainer.BOOKINGS, BOOKINGS_RU);
      happened(
          String.format(
              Locale.ROOT,
              "Partitions %s and %s became %s, and the throughput is %,d RU/s again.",
              left,
              right,
              merged,
              BOOKINGS_RU));
    } catch (DatabaseException e) {
      happened("The server refused the merge: " + said(e));
    }
  }

  /** Describes a failure in the words of the server, or else by its own text. */
  private static String said(DatabaseException failure) {
    Object message = failure.context().get(ClientResponse.MESSAGE);
    return message == null ? failure.text() : message.toString();
  }

  private String locateHotFlight() {
    PartitionKeyValues key = PartitionKeyValues.of(JsonString.of(SampleData.HOT_FLIGHT));
    return ValueText.plain(
        client
            .require(DemoContainer.BOOKINGS.locate().withParameter("key", key.toString()))
            .object()
            .at("partition"));
  }

  private void awaitOperator() {
    await(operator);
  }

  private static void await(@Nullable Thread thread) {
    if (thread != null) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void refused(ThrottledKey key) {
    refused.put(key.container(), key);
  }

  /** Reports why the server throttles, not more than once in a while. */
  private void explain(double elapsed) {
    arrows.values().removeIf(since -> elapsed - since > ARROW_SECONDS);
    for (DemoContainer container : List.copyOf(refused.keySet())) {
      ThrottledKey said = refused.remove(container);
      if (said != null && said.tookMost()) {
        arrows.keySet().removeIf(said::isOfTheSamePartition);
        arrows.put(said, elapsed);
        if (elapsed - toldSeconds > 3) {
          toldSeconds = elapsed;
          happened(
              "429, says the server: %s takes %s %% of its partition. Retry in %d ms."
                  .formatted(said.key(), said.sharePercent(), said.retryAfterMillis()));
        }
      }
    }
  }

  private void look() {
    var views = new ArrayList<PartitionView>();
    for (PartitionView each : containers) {
      var keys = new HashMap<String, String>();
      arrows.keySet().stream()
          .filter(key -> key.container().equals(each.container()))
          .forEach(key -> keys.put(key.partition(), key.key()));
      views.add(PartitionView.read(client, each.container()).withHotKeys(keys));
    }
    containers = List.copyOf(views);
  }

  private synchronized void happened(String text) {
    events.addLast(text);
    while (events.size() > EVENTS) {
      events.removeFirst();
    }
    screen.event(text);
  }

  private synchronized Scene scene(double elapsed, Pulse pulse) {
    pulse.beat(elapsed);
    return new Scene(
        client.endpoint().toString(),
        elapsed,
        act.text,
        containers,
        pulse.perSecond,
        pulse.p50,
        pulse.p99,
        tally.done(),
        tally.throttledCount(),
        tally.failedCount(),
        List.copyOf(events));
  }

  /** Rates over the last second. */
  private final class Pulse {

    private double since;
    private long done;
    private long[] latencies = tally.latencies();
    private double perSecond;
    private double p50;
    private double p99;

    void beat(double elapsed) {
      if (elapsed - since >= 1) {
        perSecond = (tally.done() - done) / (elapsed - since);
        long[] now = tally.latencies();
        p50 = Tally.millis(latencies, now, 0.5);
        p99 = Tally.millis(latencies, now, 0.99);
        since = elapsed;
        done = tally.done();
        latencies = now;
      }
    }
  }
}
