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
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * Load generator: virtual threads that send requests of passengers and sensors at a steady rate,
 * and at a higher rate for one flight during a peak. Throttled requests are reported and given up
 * after the time that the server says.
 */
final class LoadGenerator implements AutoCloseable {

  private static final int PASSENGERS = 4;
  private static final int SENSORS = 2;
  private static final int RUSHERS = 10;
  private static final long PACE_MILLIS = 50;
  private static final int TOO_MANY_REQUESTS = 429;

  private final Client client;
  private final Clock clock;
  private final Tally tally;
  private final Consumer<ThrottledKey> refusals;
  private final AtomicLong numbers;
  private final List<Thread> threads = new ArrayList<>();
  private volatile boolean rush;
  private volatile boolean ended;

  /**
   * @param firstNumber first unused number of bookings and readings
   */
  LoadGenerator(Client client, Tally tally, long firstNumber, Consumer<ThrottledKey> refusals) {
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

  /** Switches the peak load on one flight on or off. */
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
      // Once all seats are taken, bookings replace earlier ones: the size of a flight, and so the
      // charge of queries over it, stays constant however long the demo runs.
      long number = numbers.getAndIncrement() % SampleData.SEATS;
      send(
          DemoContainer.BOOKINGS,
          upsert(DemoContainer.BOOKINGS, SampleData.booking(flight, number)).withKey(key));
    } else if (choice < 9) {
      // The loader gave each flight a booking with the flight's own number.
      send(
          DemoContainer.BOOKINGS,
          DemoContainer.BOOKINGS.item("GET", "booking-" + flight).withKey(key));
    } else {
      send(
          DemoContainer.BOOKINGS,
          query(DemoContainer.BOOKINGS, "SELECT VALUE AVG(c.fare) FROM c").withKey(key));
    }
  }

  private void measure(Random random) {
    int device = random.nextInt(SampleData.DEVICES);
    PartitionKeyValues key = PartitionKeyValues.of(JsonString.of(SampleData.deviceId(device)));
    if (random.nextInt(5) > 0) {
      long number = numbers.getAndIncrement() % SampleData.READINGS_KEPT;
      send(
          DemoContainer.READINGS,
          upsert(DemoContainer.READINGS, SampleData.reading(device, number)).withKey(key));
    } else {
      send(
          DemoContainer.READINGS,
          query(DemoContainer.READINGS, "SELECT VALUE MAX(c.celsius) FROM c").withKey(key));
    }
  }

  private static ClientRequest upsert(DemoContainer container, JsonObject item) {
    return container.items("POST").with("x-ms-documentdb-is-upsert", "true").withBody(item);
  }

  private static ClientRequest query(DemoContainer container, String sql) {
    return container
        .items("POST")
        .with("Content-Type", "application/query+json")
        .with("x-ms-documentdb-isquery", "true")
        .withBody(JsonObject.builder().put("query", sql).build());
  }

  private void send(DemoContainer container, ClientRequest request) {
    long begin = clock.nanos();
    ClientResponse response;
    try {
      response = client.send(request);
    } catch (DatabaseException e) {
      // Requests that the end of the demo cuts off do not count as failures.
      if (!ended) {
        tally.failed();
      }
      return;
    }
    if (response.isSuccess()) {
      tally.done(clock.nanos() - begin);
    } else if (response.status() == TOO_MANY_REQUESTS) {
      tally.throttled();
      ThrottledKey.of(container, response).ifPresent(refusals);
      clock.sleep(Math.max(1, response.retryAfterMillis()));
    } else {
      tally.failed();
    }
  }

  /** Waits until all outstanding requests are answered. */
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
