package dev.partita.consensus;

import com.alipay.sofa.jraft.entity.PeerId;
import com.alipay.sofa.jraft.option.RaftMetaStorageOptions;
import com.alipay.sofa.jraft.storage.RaftMetaStorage;
import dev.partita.base.bytes.KeyReader;
import dev.partita.base.bytes.KeyWriter;
import dev.partita.base.error.DatabaseException;
import dev.partita.storage.Batch;
import dev.partita.storage.Family;

/**
 * The term of a group and whom this node has voted for in it, synced before anybody is told. Calls
 * of the engine come one at a time; {@link #term} is for any thread.
 */
final class StoredVote implements RaftMetaStorage {

  private final LogStore store;
  private final byte[] key;
  private volatile long term;
  private int votedFor;

  StoredVote(LogStore store, int group) {
    this.store = store;
    this.key = LogStore.note(LogStore.VOTE, group);
  }

  @Override
  public boolean init(RaftMetaStorageOptions options) {
    load();
    return true;
  }

  void load() {
    byte[] stored = store.reader().get(Family.META, key);
    if (stored != null) {
      KeyReader reader = new KeyReader(stored);
      term = reader.u64();
      votedFor = reader.u16();
    }
  }

  /** The newest term that this node has promised anything in. */
  long term() {
    return term;
  }

  @Override
  public boolean setTerm(long newTerm) {
    return write(newTerm, votedFor);
  }

  @Override
  public long getTerm() {
    return term;
  }

  @Override
  public boolean setVotedFor(PeerId peer) {
    return write(term, NodeNames.node(peer));
  }

  @Override
  public PeerId getVotedFor() {
    return votedFor == 0 ? PeerId.emptyPeer() : NodeNames.peer(votedFor);
  }

  @Override
  public boolean setTermAndVotedFor(long newTerm, PeerId peer) {
    return write(newTerm, NodeNames.node(peer));
  }

  private boolean write(long newTerm, int newVote) {
    // Told before it is stored: others are better told of a term too new than of one too old.
    term = newTerm;
    votedFor = newVote;
    try {
      store.write(
          new Batch().put(Family.META, key, new KeyWriter(10).u64(newTerm).u16(newVote).toBytes()));
      return true;
    } catch (DatabaseException e) {
      // The store has told the node, which is silent from now on.
      return false;
    }
  }

  @Override
  public void shutdown() {}
}
