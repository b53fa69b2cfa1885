package dev.partita.cluster;

import dev.partita.replication.group.Members;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A replication group as the catalogue has it. Immutable.
 *
 * @param members who keeps it, as of the last change that was seen through
 * @param target who is to keep it instead; null unless a change is under way
 */
public record GroupEntry(int number, Members members, @Nullable Members target) {

  /** The group that keeps the catalogue, of which every node is a member. */
  public static final int CATALOGUE = 0;

  public boolean isCatalogue() {
    return number == CATALOGUE;
  }

  public boolean isChanging() {
    return target != null;
  }

  /** The members it has once nothing is under way any more. */
  public Members wanted() {
    return target == null ? members : target;
  }

  /** The nodes that take part in it, those that come and those that go included. */
  public SortedSet<Integer> hosts() {
    SortedSet<Integer> hosts = new TreeSet<>(members.all());
    hosts.addAll(wanted().all());
    return hosts;
  }

  /** With a change under way, which the nodes concerned prepare for. */
  public GroupEntry changingTo(Members changed) {
    return new GroupEntry(number, members, changed);
  }

  /** With its members as they are, and nothing under way. */
  public GroupEntry settled(Members actual) {
    return new GroupEntry(number, actual, null);
  }
}
