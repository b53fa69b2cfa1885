package dev.partita.execution;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The results of groups in the order in which pages give them, from some on. Immutable. */
record FoundGroups(List<Entry> entries) implements Leftover {

  private static final int BYTES_PER_ENTRY = 160;
  private static final int BYTES_PER_SORT_KEY = 96;

  /**
   * @param place behind the group
   */
  record Entry(Place.BehindGroup place, QueryResult result) {}

  FoundGroups {
    entries = List.copyOf(entries);
  }

  @Override
  public boolean isWhole() {
    return true;
  }

  @Override
  public long bytes() {
    return entries.stream()
        .mapToLong(
            entry ->
                BYTES_PER_ENTRY
                    + entry.result.json().length
                    + (long) BYTES_PER_SORT_KEY * entry.place.sortKeys().size())
        .sum();
  }

  /**
   * Gives as many as the page has room for.
   *
   * @param from where the page before ended
   */
  Given giveTo(PageContext context, @Nullable Place from) {
    Place last = from;
    for (int i = 0; i < entries.size() && context.left() > 0; i++) {
      Entry entry = entries.get(i);
      if (!context.skips()) {
        if (!context.page.fits(entry.result)) {
          return new Given(last, new FoundGroups(entries.subList(i, entries.size())));
        }
        context.give(entry.result, context.parcels.getFirst());
      }
      last = entry.place;
    }
    return new Given(null, null);
  }

  /**
   * What is left.
   *
   * @param end where the page ended; null if that is the end of all
   */
  record Given(@Nullable Place end, @Nullable FoundGroups rest) {}
}
