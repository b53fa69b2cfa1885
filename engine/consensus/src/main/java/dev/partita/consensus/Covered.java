package dev.partita.consensus;

import com.alipay.sofa.jraft.entity.PeerId;
import com.alipay.sofa.jraft.entity.RaftOutter.SnapshotMeta;
import dev.partita.base.bytes.KeyReader;
import dev.partita.base.bytes.KeyWriter;
import dev.partita.replication.group.Members;
import java.util.List;

/**
 * Up to where the log of a group is covered by its state, which is what the engine calls a
 * snapshot. Immutable.
 *
 * @param index the last entry of the log that is covered
 * @param term the term of that entry
 * @param stateIndex the last of them that the state knows of; entries about members are not for it
 * @param members as of that entry
 */
record Covered(long index, long term, long stateIndex, MemberChange members) {

  private static final int FORMAT = 1;

  byte[] encode() {
    return members.write(new KeyWriter().u8(FORMAT).u64(index).u64(term).u64(stateIndex)).toBytes();
  }

  static Covered decode(byte[] stored) {
    KeyReader reader = new KeyReader(stored);
    if (reader.u8() != FORMAT) {
      throw new IllegalArgumentException("What a log is covered to is of another format.");
    }
    return new Covered(reader.u64(), reader.u64(), reader.u64(), MemberChange.read(reader));
  }

  /** As the engine says it. */
  SnapshotMeta meta() {
    SnapshotMeta.Builder meta =
        SnapshotMeta.newBuilder().setLastIncludedIndex(index).setLastIncludedTerm(term);
    NodeNames.peers(members.members().voters()).forEach(peer -> meta.addPeers(peer.toString()));
    NodeNames.peers(members.members().learners())
        .forEach(peer -> meta.addLearners(peer.toString()));
    Members before = members.before();
    if (before != null) {
      NodeNames.peers(before.voters()).forEach(peer -> meta.addOldPeers(peer.toString()));
      NodeNames.peers(before.learners()).forEach(peer -> meta.addOldLearners(peer.toString()));
    }
    return meta.build();
  }

  static Covered of(SnapshotMeta meta, long stateIndex) {
    Members before =
        NodeNames.members(peers(meta.getOldPeersList()), peers(meta.getOldLearnersList()));
    return new Covered(
        meta.getLastIncludedIndex(),
        meta.getLastIncludedTerm(),
        stateIndex,
        new MemberChange(
            NodeNames.members(peers(meta.getPeersList()), peers(meta.getLearnersList())),
            before.voters().isEmpty() ? null : before));
  }

  private static List<PeerId> peers(List<String> names) {
    return names.stream().map(PeerId::parsePeer).toList();
  }
}
