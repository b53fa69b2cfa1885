package dev.partita.execution;

import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The groups of the rows up to a place, for the next page to go on with: the time of the page was
 * up before it had seen all rows. Whoever takes them changes them.
 */
final class UnfinishedGroups implements Leftover {

  private final Place.AtItem place;
  private final long bytes;
  private @Nullable Map<GroupKey, GroupedRun.Group> groups;

  UnfinishedGroups(Map<GroupKey, GroupedRun.Group> groups, Place.AtItem place, long bytes) {
    this.groups = groups;
    this.place = place;
    this.bytes = bytes;
  }

  /** Where the rows end that are in the groups. */
  Place.AtItem place() {
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
