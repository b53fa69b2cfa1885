package dev.partita.document;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.container.Container;
import dev.partita.container.OwnedPartition;
import dev.partita.container.Rerouting;
import dev.partita.container.key.PartitionKey;
import dev.partita.partition.Commit;
import dev.partita.partition.KeyWatch;
import dev.partita.partition.LogicalKey;
import dev.partita.throughput.RequestCharge;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Long work on the items of one partition key, carried out as often as it takes until nothing that
 * it has read was changed by others before its writes were made. The first attempt is made at once;
 * the next ones one after the other with those of other sessions that had to try again; the last
 * ones while writes of others to the logical partition wait. Used by one thread.
 */
final class Session<R> {

  private static final int ATTEMPTS_AT_ONCE = 1;
  private static final int ATTEMPTS_IN_LINE = 2;

  /** One is enough, unless the partition is split or something was being submitted just then. */
  private static final int ATTEMPTS_ALONE = 4;

  private static final int ATTEMPTS = ATTEMPTS_AT_ONCE + ATTEMPTS_IN_LINE + ATTEMPTS_ALONE;

  /** How often it looks at what has changed since the last look, before it begins anew. */
  private static final int LOOKS = 4;

  private final Items items;
  private final Container container;
  private final PartitionKey key;
  private final LogicalKey logical;
  private final SessionLines lines;
  private final SessionRunner runner;
  private final Function<ItemSession, Supplier<R>> work;
  private RequestCharge charge = RequestCharge.ZERO;
  private long lsn;

  // The thread of an attempt may be given up while it is in a script.
  private volatile OwnedPartition owner;

  Session(
      Items items,
      PartitionKey key,
      LogicalKey logical,
      SessionLines lines,
      SessionRunner runner,
      Function<ItemSession, Supplier<R>> work) {
    this.items = items;
    this.container = items.container();
    this.key = key;
    this.logical = logical;
    this.lines = lines;
    this.runner = runner;
    this.work = work;
    this.owner = container.owner(logical.position());
  }

  /**
   * Carries the work out, and charges what all attempts came to.
   *
   * @throws DatabaseException what the work throws, and then nothing has happened; RETRY if
   *     something always came between
   */
  SessionResult<R> carryOut() {
    admit();
    try {
      Done<R> done = attempts();
      return new SessionResult<>(done.value, done.lsn, owner.number(), charge);
    } catch (DatabaseException e) {
      throw e.with("partitionKey", key.toJson()).with("requestCharge", charge);
    } finally {
      if (charge.hundredths() > 0) {
        owner.admission().charge(key.toJson(), charge);
      }
    }
  }

  private record Done<R>(R value, long lsn) {}

  private void admit() {
    owner.admission().admit(key.toJson());
  }

  private Done<R> attempts() {
    Done<R> done =
        runner.run(
            () -> {
              // Others may have used up the throughput while this one waited for a place.
              admit();
              return attempt(false);
            });
    if (done != null) {
      return done;
    }
    if (!lines.enter(logical)) {
      throw failure(ATTEMPTS_AT_ONCE);
    }
    try {
      for (int i = 0; i < ATTEMPTS_IN_LINE && done == null; i++) {
        done = runner.run(() -> attempt(false));
      }
      for (int i = 0; i < ATTEMPTS_ALONE && done == null; i++) {
        done = alone();
      }
    } finally {
      lines.leave(logical);
    }
    if (done == null) {
      throw failure(ATTEMPTS);
    }
    return done;
  }

  /** Others wait until this returns, even if the thread of the attempt never does. */
  private @Nullable Done<R> alone() {
    try {
      return runner.run(() -> attempt(true));
    } finally {
      owner.partition().endTurn(logical);
    }
  }

  /** Null if something came between. */
  private @Nullable Done<R> attempt(boolean alone) {
    Rerouting again = container.rerouting();
    try {
      while (true) {
        try {
          return attemptOnce(alone);
        } catch (CompletionException e) {
          again.await(e);
          if (alone) {
            // The turn was that of the partition that has refused.
            return null;
          }
        }
      }
    } catch (CompletionException e) {
      throw e.getCause() instanceof DatabaseException failure ? failure : e;
    }
  }

  private @Nullable Done<R> attemptOnce(boolean alone) {
    owner = container.owner(logical.position());
    ChargeMeter meter = new ChargeMeter();
    try (KeyWatch watch = watch(alone).join()) {
      ItemSession session = new ItemSession(items, key, logical, watch, meter);
      Supplier<R> result = work.apply(session);
      for (int i = 0; i < LOOKS && session.holds(); i++) {
        if (!session.hasWrites()) {
          return new Done<>(result.get(), watch.before().lsn());
        }
        ItemSession.Ending ending = commit(watch, session, meter);
        if (ending == ItemSession.Ending.MADE) {
          return new Done<>(result.get(), lsn);
        }
        if (ending == ItemSession.Ending.CHANGED) {
          break;
        }
      }
      return null;
    } finally {
      charge = charge.plus(meter.total());
    }
  }

  private ItemSession.Ending commit(KeyWatch watch, ItemSession session, ChargeMeter meter) {
    try {
      Commit<ItemDispatch.Sized<ItemSession.Ending>> commit =
          owner.partition().submit(watch, items.dispatch().sized(meter, session::commit)).join();
      owner.largest().report(key.toJson(), commit.result().logicalSizeBytes());
      lsn = commit.lsn();
      if (commit.result().value() == ItemSession.Ending.MADE) {
        session.report(items.dispatch().reports(), owner.number());
      }
      return commit.result().value();
    } catch (CompletionException e) {
      // A unique value that others have taken meanwhile, for instance: the work is to be told.
      if (e.getCause() instanceof DatabaseException failure
          && isRefusal(failure)
          && session.hasCompany()) {
        return ItemSession.Ending.CHANGED;
      }
      throw e;
    }
  }

  private static boolean isRefusal(DatabaseException failure) {
    return switch (failure.code()) {
      case NOT_FOUND, CONFLICT, PRECONDITION_FAILED -> true;
      default -> false;
    };
  }

  private CompletableFuture<KeyWatch> watch(boolean alone) {
    return alone ? owner.partition().watchAlone(logical) : owner.partition().watch(logical);
  }

  private static DatabaseException failure(int attempts) {
    return new DatabaseException(
            ErrorCode.RETRY,
            "Other writes of what was read here kept coming between, or others waited before this."
                + " Try again.")
        .with("attempts", attempts);
  }
}
