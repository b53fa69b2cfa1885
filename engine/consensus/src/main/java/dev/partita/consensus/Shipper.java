package dev.partita.consensus;

import dev.partita.consensus.PendingProposals.Change;
import dev.partita.replication.Effect;
import dev.partita.replication.Effects;
import dev.partita.replication.EntryCodec;
import dev.partita.replication.EntryOrigin;
import dev.partita.replication.Fence;
import dev.partita.replication.Leadership;
import dev.partita.replication.LogEntry;
import dev.partita.replication.LoggedEntry;
import dev.partita.replication.NotLeading;
import dev.partita.replication.SegmentDrop;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Makes entries of what the partitions of a group propose: everything that is ready goes into one,
 * as far as it fits, since an entry has its price whatever is in it. It waits for nothing to come;
 * what comes while enough entries are under way shares the next one. Safe for use by any number of
 * threads.
 */
final class Shipper {

  /** An entry on its way. */
  record Shipment(LoggedEntry entry, byte[] bytes) {}

  /** Takes an entry to the log, in the order of the calls. */
  interface Carrier {
    void carry(Shipment shipment);
  }

  private static final int BYTES_MAX = 1 << 20;
  private static final int ENTRIES_UNDER_WAY_MAX = 4;

  private final int self;
  private final LongSupplier numbers;
  private final PendingProposals pending;
  private final Carrier carrier;
  private final Queue<Change> ready = new ArrayDeque<>();
  private final AtomicBoolean shipping = new AtomicBoolean();
  private long term = Leadership.NONE;
  private int underWay;
  private boolean paused;

  Shipper(int self, LongSupplier numbers, PendingProposals pending, Carrier carrier) {
    this.self = self;
    this.numbers = numbers;
    this.pending = pending;
    this.carrier = carrier;
  }

  synchronized void begin(long newTerm) {
    term = newTerm;
    underWay = 0;
    paused = false;
  }

  /** Takes nothing more; returns what was not handed over, which cannot happen. */
  synchronized List<Change> end() {
    term = Leadership.NONE;
    List<Change> left = List.copyOf(ready);
    ready.clear();
    return left;
  }

  /** Hands nothing over for some time, though it takes what is proposed. */
  synchronized void pause(boolean isPaused) {
    paused = isPaused;
  }

  synchronized boolean isIdle() {
    return underWay == 0;
  }

  /**
   * @throws NotLeading if this is not the term of the change
   * @throws dev.partita.base.error.DatabaseException TOO_LARGE if it fits into no entry
   */
  void add(Change change) {
    if (change.content() instanceof Effect effect) {
      EntryCodec.requireFits(effect);
    }
    synchronized (this) {
      if (term == Leadership.NONE || change.content().term() != term) {
        throw new NotLeading();
      }
      ready.add(change);
    }
    ship();
  }

  /** An entry of a term has its outcome, so there is room for another one. */
  void arrived(long ofTerm) {
    synchronized (this) {
      if (ofTerm == term) {
        underWay--;
      }
    }
    ship();
  }

  /** Ships what it can, or leaves that to the thread that is at it. */
  void ship() {
    while (canShip() && shipping.compareAndSet(false, true)) {
      try {
        for (Shipment next = next(); next != null; next = next()) {
          carrier.carry(next);
        }
      } finally {
        shipping.set(false);
      }
    }
  }

  private synchronized boolean canShip() {
    return !ready.isEmpty() && !paused && underWay < ENTRIES_UNDER_WAY_MAX;
  }

  private @Nullable Shipment next() {
    List<Change> changes = new ArrayList<>();
    long number;
    synchronized (this) {
      if (!canShip()) {
        return null;
      }
      changes.add(Objects.requireNonNull(ready.poll()));
      addEffects(changes);
      underWay++;
      number = numbers.getAsLong();
      // Known before the engine has it, so that no outcome comes too early.
      pending.add(number, term, changes);
    }
    LoggedEntry entry = new LoggedEntry(new EntryOrigin(self, number), entry(changes));
    try {
      return new Shipment(entry, EntryCodec.encode(entry));
    } catch (IllegalArgumentException mistake) {
      pending.take(number).forEach(change -> change.fail(mistake));
      throw mistake;
    }
  }

  private void addEffects(List<Change> changes) {
    if (!(changes.getFirst().content() instanceof Effect first)) {
      return;
    }
    long bytes = EntryCodec.HEAD_BYTES + (long) EntryCodec.sizeBytes(first);
    while (changes.size() < EntryCodec.EFFECTS_MAX
        && ready.peek() != null
        && ready.peek().content() instanceof Effect effect
        && bytes + EntryCodec.sizeBytes(effect) <= BYTES_MAX) {
      bytes += EntryCodec.sizeBytes(effect);
      changes.add(Objects.requireNonNull(ready.poll()));
    }
  }

  private static LogEntry entry(List<Change> changes) {
    return switch (changes.getFirst().content()) {
      case Effect _ ->
          new Effects(changes.stream().map(change -> (Effect) change.content()).toList());
      case Fence fence -> fence;
      case SegmentDrop drop -> drop;
    };
  }
}
