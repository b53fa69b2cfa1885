package dev.partita.container.catalogue;

import dev.partita.json.JsonObject;
import java.util.List;

/**
 * A replication group as the catalogue knows it.
 *
 * @param number of the group; 0 is that of the catalogue itself
 * @param founders the nodes that it began with
 * @param members the nodes that take part in it, or are to
 * @param placement what is kept of where it belongs; the engine does not read it
 * @param epoch the term in which its leader has registered last; 0 if none has
 * @param leader the node that has; 0 if none has
 * @param version grows with every change
 */
public record GroupRecord(
    int number,
    List<Integer> founders,
    List<Integer> members,
    JsonObject placement,
    long epoch,
    int leader,
    long version) {

  public GroupRecord {
    founders = List.copyOf(founders);
    members = List.copyOf(members);
  }

  public GroupRecord withMembers(List<Integer> changed, JsonObject placed) {
    return new GroupRecord(number, founders, changed, placed, epoch, leader, version);
  }

  GroupRecord withLeader(long term, int node) {
    return new GroupRecord(number, founders, members, placement, term, node, version);
  }

  GroupRecord withVersion(long stored) {
    return new GroupRecord(number, founders, members, placement, epoch, leader, stored);
  }
}
