package dev.partita.consensus;

import dev.partita.base.bytes.KeyReader;
import dev.partita.base.bytes.KeyWriter;
import dev.partita.replication.group.Members;
import java.util.Collection;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The members of a group from an entry of its log on. Immutable.
 *
 * @param before those from before, while a majority of both decides; null once the change is done
 */
record MemberChange(Members members, @Nullable Members before) {

  static MemberChange to(Members members) {
    return new MemberChange(members, null);
  }

  /** Whether the nodes that a predicate is true of are a majority, of both while there are two. */
  boolean isMajority(IntPredicate nodes) {
    return isMajority(members, nodes) && (before == null || isMajority(before, nodes));
  }

  private static boolean isMajority(Members members, IntPredicate nodes) {
    int count = 0;
    for (int voter : members.voters()) {
      if (nodes.test(voter)) {
        count++;
      }
    }
    return count > members.voters().size() / 2;
  }

  /** All that a majority may be made of. */
  SortedSet<Integer> voters() {
    SortedSet<Integer> voters = new TreeSet<>(members.voters());
    if (before != null) {
      voters.addAll(before.voters());
    }
    return voters;
  }

  KeyWriter write(KeyWriter writer) {
    Members old = before == null ? Members.UNKNOWN : before;
    write(writer, members.voters());
    write(writer, members.learners());
    write(writer, old.voters());
    write(writer, old.learners());
    return writer;
  }

  private static void write(KeyWriter writer, Collection<Integer> nodes) {
    writer.u16(nodes.size());
    nodes.forEach(writer::u16);
  }

  static MemberChange read(KeyReader reader) {
    Members members = new Members(nodes(reader), nodes(reader));
    Members before = new Members(nodes(reader), nodes(reader));
    return new MemberChange(members, before.voters().isEmpty() ? null : before);
  }

  private static SortedSet<Integer> nodes(KeyReader reader) {
    SortedSet<Integer> nodes = new TreeSet<>();
    for (int left = reader.u16(); left > 0; left--) {
      nodes.add(reader.u16());
    }
    return nodes;
  }
}
