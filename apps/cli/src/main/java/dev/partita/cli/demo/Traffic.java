package dev.partita.cli.demo;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.time.Clock;
import dev.partita.client.Answer;
import dev.partita.client.Ask;
import dev.partita.client.Client;
import dev.partita.client.PartitionKeyValues;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * Passengers and sensors: virtual threads that send requests at a steady pace, and more of them
 * during a rush, all for one flight. A request that is refused for want of throughput is given up
 * after the time that the server says; whoever watches is told of it.
 */
final class Traffic implements AutoCloseable {

  private static final int PASSENGERS = 4;
  private static final int SENSORS = 2;
  private static final int RUSHERS = 10;
  private static final long PACE_MILLIS = 50;
  private static final int TOO_MANY_REQUESTS = 429;

  private final Client client;
  private final Clock clock;
  private final Tally tally;
  private final Consumer<HotKey> refusals;
  private final AtomicLong numbers;
  private final List<Thread> threads = new ArrayList<>();
  private volatile boolean rush;
  private volatile boolean ended;

  /**
   * @param firstNumber from where on numbers of bookings and readings are free
   */
  Traffic(Client client, Tally tally, long firstNumber, Consumer<HotKey> refusals) {
    this.client = client;
    this.clock = client.clock();
    this.tally = tally;
    this.numbers = new AtomicLong(firstNumber);
    this.refusals = refusals;
  }

  void start() {
    for (int i = 0; i < PASSENGERS; i++) {
      start(i, random -> book(random, 1 + random.nextInt(SampleData.FLIGHTS - 1)));
    }
    for (int i = 0; i < SENSORS; i++) {
      start(PASSENGERS + i, this::measure);
    }
    for (int i = 0; i < RUSHERS; i++) {
      start(
          PASSENGERS + SENSORS + i,
          random -> {
            if (rush) {
              book(random, 0);
            }
          });
    }
  }

  /** Whether everybody wants the same flight. */
  void rush(boolean on) {
    rush = on;
  }

  private void start(int seed, Consumer<Random> step) {
    threads.add(
        Thread.ofVirtual()
            .name("traffic-" + seed)
            .start(
                () -> {
                  var random = new Random(seed);
                  while (!ended) {
                    step.accept(random);
                    clock.sleep(PACE_MILLIS / 2 + random.nextLong(PACE_MILLIS));
                  }
                }));
  }

  private void book(Random random, int flight) {
    PartitionKeyValues key = PartitionKeyValues.of(JsonString.of(SampleData.flightId(flight)));
    int choice = random.nextInt(10);
    if (choice < 6) {
      // Who comes when all seats are taken gets that of somebody else: what a flight holds, and
      // what
      // queries over it cost, stays the same for as long as anybody looks on.
      long number = numbers.getAndIncrement() % SampleData.SEATS;
      send(Place.BOOKINGS, upsert(Place.BOOKINGS, SampleData.booking(flight, number)).withKey(key));
    } else if (choice < 9) {
      // Each flight has a booking with its own number from the beginning.
      send(Place.BOOKINGS, Place.BOOKINGS.item("GET", "booking-" + flight).withKey(key));
    } else {
      send(Place.BOOKINGS, query(Place.BOOKINGS, "SELECT VALUE AVG(c.fare) FROM c").withKey(key));
    }
  }

  private void measure(Random random) {
    int device = random.nextInt(SampleData.DEVICES);
    PartitionKeyValues key = PartitionKeyValues.of(JsonString.of(SampleData.deviceId(device)));
    if (random.nextInt(5) > 0) {
      long number = numbers.getAndIncrement() % SampleData.READINGS_KEPT;
      send(Place.READINGS, upsert(Place.READINGS, SampleData.reading(device, number)).withKey(key));
    } else {
      send(
          Place.READINGS, query(Place.READINGS, "SELECT VALUE MAX(c.celsius) FROM c").withKey(key));
    }
  }

  private static Ask upsert(Place place, JsonObject item) {
    return place.items("POST").with("x-ms-documentdb-is-upsert", "true").withBody(item);
  }

  private static Ask query(Place place, String sql) {
    return place
        .items("POST")
        .with("Content-Type", "application/query+json")
        .with("x-ms-documentdb-isquery", "true")
        .withBody(JsonObject.builder().put("query", sql).build());
  }

  private void send(Place place, Ask ask) {
    long begin = clock.nanos();
    Answer answer;
    try {
      answer = client.send(ask);
    } catch (DatabaseException e) {
      // Those that are cut off at the end are nobody's failures.
      if (!ended) {
        tally.failed();
      }
      return;
    }
    if (answer.isSuccess()) {
      tally.done(clock.nanos() - begin);
    } else if (answer.status() == TOO_MANY_REQUESTS) {
      tally.throttled();
      HotKey.of(place, answer).ifPresent(refusals);
      clock.sleep(Math.max(1, answer.retryAfterMillis()));
    } else {
      tally.failed();
    }
  }

  /** Waits until all that is under way is answered. */
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
