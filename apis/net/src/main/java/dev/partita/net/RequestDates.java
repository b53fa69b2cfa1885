package dev.partita.net;

import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.OptionalLong;

/**
 * The reader of the dates that clients sign. Requests of the same second have the same date, and to
 * read one takes long, so the last one is kept. Safe for use by any number of threads.
 */
public final class RequestDates {

  private record Read(String text, long millis) {}

  private volatile Read last = new Read("", 0);

  /** The moment that a date in the form of RFC 1123 means; empty if it is not in that form. */
  public OptionalLong millis(String date) {
    Read known = last;
    if (!known.text().equals(date)) {
      try {
        known =
            new Read(
                date,
                ZonedDateTime.parse(date, DateTimeFormatter.RFC_1123_DATE_TIME)
                    .toInstant()
                    .toEpochMilli());
      } catch (DateTimeParseException e) {
        return OptionalLong.empty();
      }
      last = known;
    }
    return OptionalLong.of(known.millis());
  }
}
