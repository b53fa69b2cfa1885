package dev.partita.execution.run;

import dev.partita.execution.page.Bookmark;
import dev.partita.execution.page.CarriedState;
import dev.partita.execution.page.QueryResult;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The results of groups that no page has returned yet, in their order. Immutable. */
public record PendingGroups(List<Entry> entries) implements CarriedState {

  private static final int BYTES_PER_ENTRY = 160;
  private static final int BYTES_PER_SORT_KEY = 96;

  /**
   * @param place behind the group
   */
  record Entry(Bookmark.AfterGroup place, QueryResult result) {}

  public PendingGroups {
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
  Given giveTo(PageContext context, @Nullable Bookmark from) {
    Bookmark last = from;
    for (int i = 0; i < entries.size() && context.left() > 0; i++) {
      Entry entry = entries.get(i);
      if (!context.skips()) {
        if (!context.page.fits(entry.result)) {
          return new Given(last, new PendingGroups(entries.subList(i, entries.size())));
        }
        context.give(entry.result, context.fragments.getFirst());
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
  record Given(@Nullable Bookmark end, @Nullable PendingGroups rest) {}
}
