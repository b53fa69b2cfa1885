package dev.partita.net.http;

import dev.partita.base.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** The value of the Date header, formatted at most once a second. Safe for any thread. */
public final class HttpDate {

  private record Formatted(long second, String text) {}

  private static final DateTimeFormatter FORMAT =
      DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH)
          .withZone(ZoneOffset.UTC);

  private final Clock clock;
  private volatile Formatted latest = new Formatted(Long.MIN_VALUE, "");

  public HttpDate(Clock clock) {
    this.clock = clock;
  }

  public String now() {
    long second = Math.floorDiv(clock.millis(), 1_000);
    Formatted known = latest;
    if (known.second() == second) {
      return known.text();
    }
    var fresh = new Formatted(second, FORMAT.format(Instant.ofEpochSecond(second)));
    latest = fresh;
    return fresh.text();
  }
}
