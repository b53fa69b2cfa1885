package dev.partita.cli.demo;

import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/** Sample data of an airline and some sensors, the same at each run. Pure functions. */
final class SampleData {

  /** Flight that the peak load asks for. */
  static final String HOT_FLIGHT = "PT815";

  static final int FLIGHTS = 60;
  static final int DEVICES = 40;

  /** Largest number of bookings of a flight. */
  static final int SEATS = 180;

  /** Largest number of readings of a device. */
  static final int READINGS_KEPT = 120;

  private static final Instant DAY = Instant.parse("2026-06-01T06:00:00Z");
  private static final List<String> AIRPORTS =
      List.of("LIS", "OSL", "VIE", "CPH", "DUB", "ATH", "RIX", "NAP", "KEF", "GVA");
  private static final List<String> NAMES =
      List.of(
          "Ada",
          "Grace",
          "Alan",
          "Edsger",
          "Barbara",
          "Donald",
          "Radia",
          "Tim",
          "Margaret",
          "Ken",
          "Frances",
          "Leslie");
  private static final List<String> PLACES =
      List.of("roof", "cellar", "greenhouse", "server room", "bakery", "observatory");

  private SampleData() {}

  static String flightId(int number) {
    return number == 0 ? HOT_FLIGHT : "PT" + (100 + 7 * number);
  }

  static String deviceId(int number) {
    return String.format(Locale.ROOT, "device-%03d", number);
  }

  static List<JsonObject> flights() {
    var flights = new ArrayList<JsonObject>();
    for (int i = 0; i < FLIGHTS; i++) {
      var random = new Random(i);
      String from = i == 0 ? "OSL" : AIRPORTS.get(random.nextInt(AIRPORTS.size()));
      String to = i == 0 ? "LIS" : AIRPORTS.get(random.nextInt(AIRPORTS.size()));
      flights.add(
          JsonObject.builder()
              .put("id", flightId(i))
              .put("from", from)
              .put("to", to)
              .put("departs", DAY.plusSeconds(600L * i).toString())
              .put("seats", SEATS)
              .build());
    }
    return flights;
  }

  /** Booking with content derived from its number. */
  static JsonObject booking(int flight, long number) {
    var random = new Random(31 * number + flight);
    return JsonObject.builder()
        .put("id", "booking-" + number)
        .put("flight", flightId(flight))
        .put("passenger", NAMES.get(random.nextInt(NAMES.size())))
        .put("seat", "%d%c".formatted(1 + random.nextInt(30), "ABCDEF".charAt(random.nextInt(6))))
        .put("fare", JsonNumber.of(Math.round(3000 + random.nextDouble() * 20000) / 100.0))
        .put("luggage", random.nextInt(3))
        .build();
  }

  static List<JsonObject> bookings(int count) {
    var bookings = new ArrayList<JsonObject>();
    for (int i = 0; i < count; i++) {
      bookings.add(booking(i % FLIGHTS, i));
    }
    return bookings;
  }

  static List<JsonObject> devices() {
    var devices = new ArrayList<JsonObject>();
    for (int i = 0; i < DEVICES; i++) {
      devices.add(
          JsonObject.builder()
              .put("id", deviceId(i))
              .put("place", PLACES.get(i % PLACES.size()))
              .put("floor", i % 5)
              .build());
    }
    return devices;
  }

  /** Reading with content derived from its number. */
  static JsonObject reading(int device, long number) {
    var random = new Random(17 * number + device);
    return JsonObject.builder()
        .put("id", "reading-" + number)
        .put("device", deviceId(device))
        .put("at", DAY.plusSeconds(number).toString())
        .put("celsius", JsonNumber.of(Math.round(180 + random.nextGaussian() * 30) / 10.0))
        .put("humidity", 30 + random.nextInt(40))
        .build();
  }

  static List<JsonObject> readings(int count) {
    var readings = new ArrayList<JsonObject>();
    for (int i = 0; i < count; i++) {
      readings.add(reading(i % DEVICES, i));
    }
    return readings;
  }
}
