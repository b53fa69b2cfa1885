package dev.partita.testing;

import java.util.Locale;

/** What happens to requests that a test has fail. */
public enum Fault {
  /** 429, with the time to come back after. */
  THROTTLE,
  /** 449. */
  RETRY_WITH,
  /** 503. */
  UNAVAILABLE,
  /** 410, as when a partition has moved. */
  GONE,
  /** 408, and the request is not carried out. */
  TIMEOUT,
  /** 408, though the request has been carried out. */
  LOST_ANSWER,
  /** Carried out, and answered late. */
  LATENCY;

  String title() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
