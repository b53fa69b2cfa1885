package dev.partita.replication.group;

import java.util.Collection;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The nodes that keep a replication group, by their numbers. Immutable.
 *
 * @param voters a majority of them commits; three or five survive the loss of one or two
 * @param learners have everything that is committed and count for no majority
 */
public record Members(SortedSet<Integer> voters, SortedSet<Integer> learners) {

  /**
   * Of a node that is to become a member of a group that others have begun: it waits for their
   * leader and does nothing by itself.
   */
  public static final Members UNKNOWN = new Members(new TreeSet<>(), new TreeSet<>());

  public Members {
    voters = Collections.unmodifiableSortedSet(new TreeSet<>(voters));
    learners = Collections.unmodifiableSortedSet(new TreeSet<>(learners));
    if (!Collections.disjoint(voters, learners)) {
      throw new IllegalArgumentException("A node is a voter or a learner: " + voters + learners);
    }
    if (voters.isEmpty() && !learners.isEmpty()) {
      throw new IllegalArgumentException("There are learners only: " + learners);
    }
  }

  /** A group of voters alone. */
  public static Members of(Collection<Integer> voters) {
    return new Members(new TreeSet<>(voters), new TreeSet<>());
  }

  /** The same with a node as a voter, whatever it was. */
  public Members withVoter(int node) {
    return with(node, true, false);
  }

  /** The same with a node as a learner, whatever it was. */
  public Members withLearner(int node) {
    return with(node, false, true);
  }

  /** The same without a node. */
  public Members without(int node) {
    return with(node, false, false);
  }

  private Members with(int node, boolean votes, boolean learns) {
    SortedSet<Integer> newVoters = new TreeSet<>(voters);
    SortedSet<Integer> newLearners = new TreeSet<>(learners);
    newVoters.remove(node);
    newLearners.remove(node);
    if (votes) {
      newVoters.add(node);
    }
    if (learns) {
      newLearners.add(node);
    }
    return new Members(newVoters, newLearners);
  }

  public boolean contains(int node) {
    return voters.contains(node) || learners.contains(node);
  }

  /** All of them. */
  public SortedSet<Integer> all() {
    SortedSet<Integer> all = new TreeSet<>(voters);
    all.addAll(learners);
    return Collections.unmodifiableSortedSet(all);
  }
}
