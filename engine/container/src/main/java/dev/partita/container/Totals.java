package dev.partita.container;

import dev.partita.throughput.Load;

/**
 * What the requests of a container came to since the engine was opened. Immutable.
 *
 * @param hundredths request units, in hundredths
 * @param throttled how many requests were refused
 */
public record Totals(long hundredths, long requests, long throttled) {

  public static final Totals NONE = new Totals(0, 0, 0);

  static Totals of(Load load) {
    return new Totals(load.consumed().hundredths(), load.requests(), load.throttled());
  }

  public Totals plus(Totals other) {
    return new Totals(
        hundredths + other.hundredths, requests + other.requests, throttled + other.throttled);
  }
}
