/**
 * Replication groups on the consensus engine SOFAJRaft, of which nothing shows outside: {@link
 * dev.partita.consensus.ConsensusNode} is a {@link dev.partita.replication.group.ReplicationNode}.
 * Start there, then at {@code JraftGroup}. The engine decides who leads, what is committed and who
 * is a member. Its log, its votes, its snapshots and its transport are ours: one synced {@code
 * LogStore} for all groups of a node, the state of a replica streamed piece by piece, and messages
 * over {@link dev.partita.replication.peer.Peers}; nothing of the engine opens a port. Loaded in
 * clusters only.
 *
 * <p>What must stay true:
 *
 * <ul>
 *   <li>What was evaluated in one term is committed in no other: every entry is handed to the
 *       engine with its term.
 *   <li>A proposal fails with {@link dev.partita.replication.NotLeading} only if it cannot be in
 *       the log any more ({@code PendingProposals}).
 *   <li>A node that has acknowledged a leader votes for no other for one election timeout ({@code
 *       VotePromise}); so a leader knows from acknowledgements until when it is the only one
 *       ({@code Acknowledgements}).
 *   <li>The log is cut only up to what the state durably has; a replica without its state has no
 *       log and votes for nobody until it has caught up ({@code ReplicaRecord}).
 * </ul>
 */
@NullMarked
package dev.partita.consensus;

import org.jspecify.annotations.NullMarked;
