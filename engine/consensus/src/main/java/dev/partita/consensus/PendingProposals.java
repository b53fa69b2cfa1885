package dev.partita.consensus;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.replication.Barrier;
import dev.partita.replication.Effect;
import dev.partita.replication.Effects;
import dev.partita.replication.Fence;
import dev.partita.replication.LogEntry;
import dev.partita.replication.NotLeading;
import dev.partita.replication.Proposable;
import dev.partita.replication.SegmentDrop;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The entries that this node has handed to the engine and of which it does not know the outcome. It
 * learns it from the log, whoever leads by then: an entry that is applied has happened, and once an
 * entry of a later term is applied, those of earlier terms that were not can never be. Safe for use
 * by any number of threads.
 */
final class PendingProposals {

  /** A change on its way, and what its proposer waits for. */
  record Change(Proposable content, CompletableFuture<@Nullable Void> outcome) {

    static Change of(Proposable content) {
      return new Change(content, new CompletableFuture<>());
    }

    void fail(RuntimeException reason) {
      outcome.completeExceptionally(reason);
    }
  }

  private record Sent(long term, List<Change> changes) {}

  private final Map<Long, Sent> sent = new LinkedHashMap<>();

  synchronized void add(long number, long term, List<Change> changes) {
    sent.put(number, new Sent(term, changes));
  }

  /** Takes out an entry that is applied. */
  synchronized List<Change> take(long number) {
    Sent entry = sent.remove(number);
    return entry == null ? List.of() : entry.changes();
  }

  /** Takes out everything from before a term. */
  synchronized List<Change> takeBefore(long term) {
    List<Change> taken = new ArrayList<>(0);
    Iterator<Sent> entries = sent.values().iterator();
    while (entries.hasNext()) {
      Sent entry = entries.next();
      if (entry.term() < term) {
        taken.addAll(entry.changes());
        entries.remove();
      }
    }
    return taken;
  }

  synchronized boolean isEmpty() {
    return sent.isEmpty();
  }

  private static List<? extends Proposable> contents(LogEntry entry) {
    return switch (entry) {
      case Effects(List<Effect> effects) -> effects;
      case Fence fence -> List.of(fence);
      case SegmentDrop drop -> List.of(drop);
      case Barrier _ -> List.of();
    };
  }

  /**
   * Tells the outcomes of an entry that is applied.
   *
   * @param entry as it was applied, with the changes in their order
   * @param refused those parts of it that have not happened
   */
  static void applied(List<Change> changes, LogEntry entry, List<Proposable> refused) {
    List<? extends Proposable> contents = contents(entry);
    Set<Proposable> outside = Collections.newSetFromMap(new IdentityHashMap<>());
    outside.addAll(refused);
    for (int i = 0; i < changes.size(); i++) {
      if (outside.contains(contents.get(i))) {
        changes.get(i).fail(new NotLeading());
      } else {
        changes.get(i).outcome().complete(null);
      }
    }
  }

  /** They are in no log and cannot come into one. */
  static void lost(List<Change> changes) {
    changes.forEach(change -> change.fail(new NotLeading()));
  }

  static void unknown(List<Change> changes) {
    changes.forEach(
        change ->
            change.fail(
                new DatabaseException(
                    ErrorCode.UNAVAILABLE,
                    "The node that the write was sent through has stopped leading, and it is not"
                        + " known whether the write has happened. Read to find out.")));
  }
}
