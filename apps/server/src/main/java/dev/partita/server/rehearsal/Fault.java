package dev.partita.server.rehearsal;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** What happens to a request. */
enum Fault {
  THROTTLE(429, 3200, "the request rate is too large"),
  RETRY_WITH(449, 0, "the request met another one and may be repeated"),
  UNAVAILABLE(503, 0, "the partition is offline"),
  GONE(410, 1002, "the partition has moved"),
  TIMEOUT(408, 0, "the time was over before the request was carried out"),
  /** Carried out, and answered as if it had not been in time. */
  LOST_ANSWER(408, 0, "the answer was lost; the request has been carried out"),
  /** Carried out, and answered late. */
  LATENCY(200, 0, "");

  private final int status;
  private final int subStatus;
  private final String text;

  Fault(int status, int subStatus, String text) {
    this.status = status;
    this.subStatus = subStatus;
    this.text = text;
  }

  static Optional<Fault> named(String title) {
    return Arrays.stream(values()).filter(each -> each.title().equals(title)).findFirst();
  }

  /** All names, for messages. */
  static String titles() {
    return Arrays.stream(values()).map(Fault::title).collect(Collectors.joining(", "));
  }

  String title() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  int status() {
    return status;
  }

  int subStatus() {
    return subStatus;
  }

  String text() {
    return text;
  }

  /** Whether the request is carried out. */
  boolean isCarriedOut() {
    return this == LOST_ANSWER || this == LATENCY;
  }
}
