package dev.partita.document;

import dev.partita.base.time.Clock;
import dev.partita.container.Jobs;
import dev.partita.container.ScanFailures;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What items work with; one for all containers of an engine. Immutable.
 *
 * @param opening a number that no other engine has over the same data, or over a copy of it
 * @param itemBytesMax how large one item may be
 * @param scanFailures what could not be read the quick way
 * @param jobs which tell how far indexes are
 * @param conditions compiler of the conditions of operations
 * @param listeners to what operations come to; more may be added at any time
 * @param arrival what an operation is when it has arrived where it is carried out
 * @param messages in which requests are sent to other nodes; null on a node that is alone
 */
record ItemEnvironment(
    Clock clock,
    long opening,
    int itemBytesMax,
    ScanFailures scanFailures,
    Jobs jobs,
    ConditionCompiler conditions,
    List<OutcomeListener> listeners,
    UnaryOperator<ItemOperation> arrival,
    @Nullable ItemMessages messages) {}
