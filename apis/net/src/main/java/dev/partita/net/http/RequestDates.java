package dev.partita.net.http;

import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The reader of the dates that clients sign. Requests of the same second have the same date, and to
 * read one takes long, so some are kept. Safe for use by any number of threads.
 */
public final class RequestDates {

  private record Read(String text, long millis) {}

  private static final int KEPT = 64;

  private final AtomicReferenceArray<@Nullable Read> kept = new AtomicReferenceArray<>(KEPT);

  /** The moment that a date in the form of RFC 1123 means; empty if it is not in that form. */
  public OptionalLong millis(String date) {
    int place = date.hashCode() & (KEPT - 1);
    Read known = kept.get(place);
    if (known == null || !known.text().equals(date)) {
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
      kept.set(place, known);
    }
    return OptionalLong.of(known.millis());
  }
}
