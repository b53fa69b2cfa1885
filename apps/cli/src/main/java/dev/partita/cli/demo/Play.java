package dev.partita.cli.demo;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.time.Clock;
import dev.partita.cli.shell.Units;
import dev.partita.client.Answer;
import dev.partita.client.Client;
import dev.partita.client.PartitionKeyValues;
import dev.partita.client.Texts;
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
 * What happens when: an ordinary day, a rush for one flight, a split while it lasts, and then more
 * ordinary days and rushes until somebody has seen enough. Used by one thread; the traffic and the
 * split have their own.
 */
final class Play {

  /** What bookings may spend: a few hundred for each of their partitions. */
  static final long BOOKINGS_RU = 1_500;

  static final long READINGS_RU = 1_000;

  /** A part of the play, by when it begins. */
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

  /** How long all acts together take, if nobody is in a hurry. */
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
  private final Map<Place, HotKey> refused = new ConcurrentHashMap<>();
  private final Map<HotKey, Double> arrows = new HashMap<>();
  private final Loader loader;
  private List<PartitionView> containers =
      List.of(PartitionView.nothing(Place.BOOKINGS), PartitionView.nothing(Place.READINGS));
  private Act act = Act.DAY;
  private double toldSeconds = Double.NEGATIVE_INFINITY;
  private List<String> halves = List.of();
  private @Nullable Thread operator;

  /**
   * @param roundSeconds how long all acts together take, after which they begin again
   */
  Play(Client client, Screen screen, double roundSeconds) {
    this.client = client;
    this.clock = client.clock();
    this.screen = screen;
    this.roundSeconds = roundSeconds;
    this.loader = new Loader(client, this::happened);
  }

  /** Makes the sample data. */
  void prepare() {
    loader.load();
  }

  /**
   * Plays until it is told to stop.
   *
   * @param seconds how long; 0 for ever
   */
  void run(double seconds, BooleanSupplier stop) {
    long begin = clock.nanos();
    var pulse = new Pulse();
    events.clear();
    try (Traffic traffic = new Traffic(client, tally, Loader.ITEMS, this::refused)) {
      traffic.start();
      double elapsed = 0;
      while (!stop.getAsBoolean() && (seconds == 0 || elapsed < seconds)) {
        enter(actAt(elapsed), traffic);
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

  /** In a sentence, how it went. */
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

  private void enter(Act next, Traffic traffic) {
    if (next == act) {
      return;
    }
    act = next;
    traffic.rush(act == Act.RUSH || act == Act.SPLIT);
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

  /** Does something beside the traffic, once what was begun before is done. */
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

  /** How commands find this server, if it is not where they look for one. */
  private String elsewhere() {
    int port = client.endpoint().getPort();
    return ServerSettings.PORT.defaultText().equals(Integer.toString(port))
        ? ""
        : " \\\n    --endpoint " + client.endpoint();
  }

  /** Asks for what the operator of a real server would: more throughput, and a split. */
  private void split() {
    try {
      String hot = locateHotFlight();
      PartitionView before = PartitionView.read(client, Place.BOOKINGS);
      int partitions = before.partitions().size();
      long more = Math.ceilDiv(Math.round(before.ruPerSecond()) * (partitions + 1), partitions);
      loader.provision(Place.BOOKINGS, Math.ceilDiv(more, 100) * 100);
      long begin = clock.nanos();
      List<String> children = loader.split(Place.BOOKINGS, hot, JsonObject.EMPTY);
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

  /** Takes back what {@link #split} did, so that the next round finds everything as it was. */
  private void merge() {
    if (halves.size() != 2) {
      return;
    }
    try {
      String left = halves.getFirst();
      String right = halves.getLast();
      halves = List.of();
      String merged = loader.merge(Place.BOOKINGS, left, right);
      loader.provision(Place.BOOKINGS, BOOKINGS_RU);
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

  /** A failure in the words of the server, if it has said any. */
  private static String said(DatabaseException failure) {
    Object message = failure.context().get(Answer.MESSAGE);
    return message == null ? failure.text() : message.toString();
  }

  private String locateHotFlight() {
    PartitionKeyValues key = PartitionKeyValues.of(JsonString.of(SampleData.HOT_FLIGHT));
    return Texts.plain(
        client
            .require(Place.BOOKINGS.locate().withParameter("key", key.toString()))
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

  private void refused(HotKey key) {
    refused.put(key.place(), key);
  }

  /** Tells what the server says about a refusal; not about each. */
  private void explain(double elapsed) {
    arrows.values().removeIf(since -> elapsed - since > ARROW_SECONDS);
    for (Place place : List.copyOf(refused.keySet())) {
      HotKey said = refused.remove(place);
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
          .filter(key -> key.place().equals(each.place()))
          .forEach(key -> keys.put(key.partition(), key.key()));
      views.add(PartitionView.read(client, each.place()).withHotKeys(keys));
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

  /** Rates over the last second or so. */
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
