package dev.partita.replication;

/**
 * The log of a replication group: the way from an evaluated effect to a durable one, and the right
 * to evaluate at all. One log serves all partitions of its group. Safe for use by any number of
 * threads.
 *
 * <p>An effect passes three moments, which {@link Proposal} tells apart: it is proposed, it is
 * committed (nothing can undo it), and it is applied (the store that partitions evaluate against
 * has it). A partition evaluates ahead of both, so it keeps what it has evaluated until that is
 * applied.
 *
 * <p>Only the leader proposes, and only in its {@link Leadership#term() term}. Whatever was
 * evaluated in one term is void in every other, since another leader may have written in between.
 */
public interface ReplicationLog {

  /**
   * Proposes an effect, a fence or the removal of a segment. What concerns one partition is
   * proposed one call after the other, effects in the order of their log sequence numbers, and each
   * may be proposed before those before it are committed. They are committed and applied in that
   * order, and none is without those before it.
   *
   * @return what becomes of it; after one has failed, so does every later one of its partition in
   *     the same term
   * @throws NotLeading if this node does not lead in the term of the change; it did not and will
   *     not happen, here or elsewhere
   * @throws dev.partita.base.error.DatabaseException if it did not and will not happen for another
   *     reason
   */
  Proposal propose(Proposable change);

  /** Who may propose. */
  Leadership leadership();
}
