package dev.partita.consensus;

import com.alipay.sofa.jraft.util.concurrent.FixedThreadsExecutorGroup;
import dev.partita.base.time.Clock;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;

/**
 * What the groups of a node share.
 *
 * @param proposals numbers of proposals, of which none is used twice, also after a restart
 * @param flush makes the states of all groups durable, as far as they are when it is called
 * @param appending sends entries to other nodes
 */
record GroupParts(
    int self,
    ConsensusOptions options,
    Clock clock,
    LogStore store,
    Messenger messenger,
    SnapshotStreams streams,
    Executor threads,
    LongSupplier proposals,
    Runnable flush,
    FixedThreadsExecutorGroup appending) {}
