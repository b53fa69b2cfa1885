package dev.partita.container.group;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.time.Clock;
import dev.partita.base.time.Deadline;
import dev.partita.container.catalogue.CatalogueChange;
import dev.partita.container.catalogue.CatalogueEffect;
import dev.partita.container.catalogue.CatalogueEntry;
import dev.partita.container.catalogue.CatalogueLog;
import dev.partita.container.catalogue.CataloguePartition;
import dev.partita.container.catalogue.ChangeConflict;
import dev.partita.container.group.CatalogueChangeCodec.Outcome;
import dev.partita.replication.NotInCharge;
import dev.partita.replication.peer.PeerService;
import dev.partita.replication.peer.Peers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The catalogue's log on one of the nodes that replicate it. Its changes are decided on by the
 * leader of the group, which is asked by the others; what the group applies is given to the
 * catalogue of this node. Safe for use by any number of threads, of which one at a time commits and
 * one at a time applies.
 *
 * <p>What must stay true: a change happens once, however often it is asked for, since it has a name
 * that the catalogue keeps; and none of this node happens after a later one of it, since each is
 * conditional on the one before.
 */
final class ReplicatedCatalogue implements CatalogueLog {

  static final PeerService SERVICE =
      new PeerService(17, "changes of the catalogue", PeerService.Lane.REQUESTS);

  /** How long a change waits for someone who decides on it. */
  private static final long PATIENCE_MILLIS = 10_000;

  /** How long one node is waited for, which may have stopped. */
  private static final long ANSWER_MILLIS = 2_000;

  private static final long PAUSE_MILLIS_MAX = 20;

  private final CataloguePartition partition;
  private final Peers peers;
  private final IntSupplier leader;
  private final Clock clock;
  private final String opening;
  private final AtomicLong asked = new AtomicLong();

  // By whoever applies.
  private Consumer<CatalogueEffect> catalogue = _ -> {};
  private final Set<String> known = new HashSet<>();

  /** What the catalogue of this node has. */
  private volatile long version;

  /** The version of the last change of this node. */
  private volatile long ownVersion;

  /**
   * @param leader the number of the node that may lead the catalogue's group
   * @param opening a number that no other opening of a store has
   */
  ReplicatedCatalogue(
      CataloguePartition partition, Peers peers, IntSupplier leader, long opening, Clock clock) {
    this.partition = partition;
    this.peers = peers;
    this.leader = leader;
    this.opening = Long.toHexString(opening);
    this.clock = clock;
  }

  // Following

  @Override
  public void start(Consumer<CatalogueEffect> follower) {
    catalogue = follower;
    give(partition.stored());
  }

  /** Gives the catalogue what the group has applied, in that order. */
  void apply(CatalogueEffect effect) {
    if (effect.version() > version) {
      give(effect);
    }
  }

  private void give(CatalogueEffect effect) {
    effect.deletes().forEach(known::remove);
    for (CatalogueEntry entry : effect.puts()) {
      known.add(entry.id());
      if (entry instanceof CatalogueEntry.LastChange change && change.node() == peers.self()) {
        ownVersion = entry.version();
      }
    }
    catalogue.accept(effect);
    version = effect.version();
  }

  /** Gives the catalogue what is other than before, after all of it was replaced. */
  void replaced() {
    CatalogueEffect whole = partition.stored();
    Set<String> gone = new HashSet<>(known);
    whole.puts().forEach(entry -> gone.remove(entry.id()));
    long before = version;
    List<CatalogueEntry> news =
        whole.puts().stream()
            .filter(entry -> entry.version() > before || !known.contains(entry.id()))
            .toList();
    apply(new CatalogueEffect(whole.version(), news, List.copyOf(gone)));
  }

  // Changing

  @Override
  public long commit(CatalogueChange change) {
    CatalogueChange named = named(change);
    Deadline deadline = Deadline.in(PATIENCE_MILLIS, clock);
    byte @Nullable [] message = null;
    int hint = Groups.NO_NODE;
    RuntimeException last = new NoLeader();
    for (long pause = 1; !deadline.isOver(); pause = Math.min(2 * pause, PAUSE_MILLIS_MAX)) {
      try {
        int node = hint != Groups.NO_NODE ? hint : leader.getAsInt();
        Outcome outcome;
        if (partition.isLed()) {
          outcome = decide(named);
        } else if (node == Groups.NO_NODE || node == peers.self()) {
          outcome = new Outcome.NotLeading(Groups.NO_NODE);
        } else {
          message = message == null ? CatalogueChangeCodec.encode(named) : message;
          outcome = ask(node, message, deadline);
        }
        switch (outcome) {
          case Outcome.Done(long done) -> {
            await(done, deadline);
            return done;
          }
          case Outcome.Conflict(String entry, long seen) -> {
            await(seen, deadline);
            throw new ChangeConflict(entry);
          }
          case Outcome.NotLeading(int other) -> hint = other == node ? Groups.NO_NODE : other;
        }
      } catch (NotInCharge e) {
        hint = Groups.NO_NODE;
      } catch (DatabaseException e) {
        if (isFinal(e)) {
          throw e;
        }
        // Nobody knows whether it happened; asked for again, it does not happen twice.
        last = e;
        hint = Groups.NO_NODE;
      }
      clock.sleep(pause);
    }
    throw tooLate(last);
  }

  /** Gives a change a name, and has it follow the last one of this node. */
  private CatalogueChange named(CatalogueChange change) {
    CatalogueEntry name =
        new CatalogueEntry.LastChange(peers.self(), opening + "-" + asked.incrementAndGet(), 0);
    Map<String, Long> seen = new HashMap<>(change.seen());
    seen.put(name.id(), ownVersion);
    List<CatalogueEntry> puts = new ArrayList<>(change.puts());
    puts.add(name);
    return new CatalogueChange(seen, puts, change.deletes(), change.fences());
  }

  private Outcome ask(int node, byte[] message, Deadline deadline) {
    long millis = Math.clamp(TimeUnit.NANOSECONDS.toMillis(deadline.nanosLeft()), 1, ANSWER_MILLIS);
    try {
      return CatalogueChangeCodec.decodeOutcome(
          peers.ask(node, SERVICE, message, Deadline.in(millis, clock)).join());
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : e;
    }
  }

  /** Whether the one who decides has refused. */
  private static boolean isFinal(DatabaseException failure) {
    return switch (failure.code()) {
      case GONE, TOO_LARGE, BAD_REQUEST, CORRUPT, INCOMPATIBLE_FORMAT -> true;
      default -> false;
    };
  }

  /** Waits until the catalogue of this node has a version. */
  private void await(long wanted, Deadline deadline) {
    for (long pause = 1; version < wanted; pause = Math.min(2 * pause, PAUSE_MILLIS_MAX)) {
      if (deadline.isOver()) {
        throw new DatabaseException(
                ErrorCode.TIMEOUT,
                "The change of the catalogue has been decided on, and this node has not heard of"
                    + " it in time. Look at what there is before asking again.")
            .with("version", wanted)
            .with("known", version);
      }
      clock.sleep(pause);
    }
  }

  private static DatabaseException tooLate(RuntimeException last) {
    return last instanceof DatabaseException
        ? new DatabaseException(
            ErrorCode.TIMEOUT,
            "It is not known whether the catalogue was changed. Look at what there is before asking"
                + " again.",
            last)
        : new DatabaseException(
            ErrorCode.UNAVAILABLE,
            "No node leads the catalogue, so nothing was changed. Ask again when a majority of its"
                + " nodes is running.",
            last);
  }

  // Deciding

  /** Decides on a change of any node, as the leader. */
  Outcome decide(CatalogueChange change) {
    try {
      return new Outcome.Done(partition.write(change));
    } catch (ChangeConflict conflict) {
      return new Outcome.Conflict(conflict.entry(), partition.lsn());
    } catch (NotInCharge e) {
      return new Outcome.NotLeading(leader.getAsInt());
    }
  }

  /** In place of a failure where nobody was asked. */
  private static final class NoLeader extends RuntimeException {

    private static final long serialVersionUID = 1L;

    NoLeader() {
      super("No node is known to lead.", null, false, false);
    }
  }
}
