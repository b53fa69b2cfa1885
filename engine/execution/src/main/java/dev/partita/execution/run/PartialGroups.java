package dev.partita.execution.run;

import dev.partita.execution.page.Bookmark;
import dev.partita.execution.page.CarriedState;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The groups of the rows up to a position, for the next page to continue: the time of the page was
 * up before all rows were read. The page that takes them changes them.
 */
public final class PartialGroups implements CarriedState {

  private final Bookmark.AtItem place;
  private final long bytes;
  private @Nullable Map<GroupKey, GroupedRun.Group> groups;

  PartialGroups(Map<GroupKey, GroupedRun.Group> groups, Bookmark.AtItem place, long bytes) {
    this.groups = groups;
    this.place = place;
    this.bytes = bytes;
  }

  /** Where the rows end that are in the groups. */
  Bookmark.AtItem place() {
    return place;
  }

  /** The groups, which are the caller's from now on. */
  Map<GroupKey, GroupedRun.Group> take() {
    Map<GroupKey, GroupedRun.Group> taken = Objects.requireNonNull(groups);
    groups = null;
    return taken;
  }

  @Override
  public long bytes() {
    return bytes;
  }

  @Override
  public boolean isWhole() {
    return groups != null;
  }
}
