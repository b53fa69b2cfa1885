package dev.partita.script;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.time.Clock;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Source;
import org.graalvm.polyglot.Value;
import org.graalvm.polyglot.proxy.ProxyExecutable;
import org.jspecify.annotations.Nullable;

/**
 * JavaScript context with limits on time and memory. While code of a script runs, both are checked
 * every few milliseconds, and a script that exceeds a limit is cancelled. A script that waits for
 * the server is cancelled only when it returns from there, since cancelling interrupts the thread,
 * which may be in the middle of the server's own work. A script that cannot be cancelled, because a
 * built-in function does not poll, loses its thread. Confined to the thread that created it, except
 * for the checks of the limits, which run on a watchdog thread.
 */
final class GuardedContext implements AutoCloseable {

  /** How long a cancelled script may take to end. */
  private static final long GRACE_NANOS = 5_000_000_000L;

  private final Clock clock;
  private final ScriptLimits limits;
  private final Context context;
  private final Thread owner = Thread.currentThread();
  private final ScriptThreads threads;
  private final KeptMemory.Account memory;
  private final ScheduledFuture<?> watching;

  // Guarded by this object; the counters are written by the owner's thread alone, without it.
  private boolean running;
  private long startNanos;
  private long startWork;
  private long hostWork;
  private @Nullable DatabaseException excess;
  private long excessNanos;
  private @Nullable CompletableFuture<Void> ending;

  GuardedContext(
      Sandbox sandbox, ScriptThreads threads, KeptMemory memory, Clock clock, ScriptLimits limits) {
    this.threads = threads;
    this.clock = clock;
    this.limits = limits;
    this.context = sandbox.context(limits);
    context.enter();
    this.memory = memory.open();
    this.watching = threads.watch(this::look);
  }

  /**
   * Runs code of the script.
   *
   * @throws DatabaseException if it fails or takes more than it may
   */
  <R> R run(Supplier<R> code) {
    begin();
    try {
      return code.get();
    } catch (PolyglotException e) {
      throw failure(e);
    } catch (Error e) {
      // A cancellation does not always arrive as a PolyglotException.
      throw excess(e);
    } finally {
      end();
    }
  }

  /** Runs work of the server that the script has asked for, outside the limits. */
  <R> R leave(Supplier<R> work) {
    long workBefore = workOfThread();
    synchronized (this) {
      if (excess != null) {
        throw excess;
      }
      running = false;
    }
    try {
      return work.get();
    } finally {
      hostWork += workOfThread() - workBefore;
      synchronized (this) {
        running = true;
      }
    }
  }

  /** Whether enough time is left for another operation and what the script does with it. */
  boolean hasTime() {
    return elapsedMillis() < limits.timeMillis() * 4 / 5;
  }

  /** Units of work since the code was started, or since {@link #ready}. */
  long work() {
    return workOfThread() - startWork - hostWork;
  }

  /** Excludes the work of the set-up, which has been done so far, from the script's. */
  void ready() {
    startWork = workOfThread();
    hostWork = 0;
  }

  private static long workOfThread() {
    return Thread.currentThread() instanceof ScriptThread thread ? thread.work() : 0;
  }

  /** Bytes that the code has allocated since it was started. */
  long usedBytes() {
    return memory.askedBytes();
  }

  Value evaluate(Source source) {
    return context.eval(source);
  }

  Value furnish(Sandbox sandbox, ProxyExecutable host, String setup) {
    return sandbox.furnish(context, host, setup);
  }

  @Override
  public void close() {
    watching.cancel(false);
    memory.close();
    CompletableFuture<Void> end;
    synchronized (this) {
      running = false;
      end = ending;
    }
    context.leave();
    if (end == null) {
      // Without cancelling: that would leave a pending interrupt for the next script.
      context.close();
    } else {
      // Cancelling interrupts the thread, which the next script must not see.
      end.join();
      boolean _ = Thread.interrupted();
    }
  }

  private synchronized void begin() {
    startNanos = clock.nanos();
    ready();
    memory.begin();
    running = true;
  }

  private synchronized void end() {
    running = false;
  }

  private void look() {
    synchronized (this) {
      if (!running) {
        return;
      }
      if (excess != null) {
        if (clock.nanos() - excessNanos > GRACE_NANOS) {
          threads.abandon(owner, excess);
        }
        return;
      }
      if (elapsedMillis() > limits.timeMillis()) {
        excess = tooSlow();
      } else if (memory.isTooMuch()) {
        excess = tooMuch();
      } else {
        return;
      }
      excessNanos = clock.nanos();
      // Closing waits until the script has ended, which would block the watchdog.
      ending = CompletableFuture.runAsync(this::cancel, Thread.ofVirtual()::start);
    }
  }

  private void cancel() {
    try {
      context.close(true);
    } catch (PolyglotException e) {
      if (!e.isCancelled()) {
        throw e;
      }
    }
  }

  private DatabaseException excess(Error e) {
    synchronized (this) {
      if (excess != null) {
        return excess;
      }
    }
    throw e;
  }

  private DatabaseException failure(PolyglotException e) {
    DatabaseException known;
    synchronized (this) {
      known = excess;
    }
    if (known != null) {
      return known;
    }
    if (e.isResourceExhausted()) {
      return e.isCancelled()
          ? new DatabaseException(ErrorCode.TIMEOUT, "The script ran more statements than it may.")
              .with("statements", limits.statements())
          : tooMuch();
    }
    if (e.isInternalError()) {
      return new DatabaseException(ErrorCode.INTERNAL, "The script engine failed.", e);
    }
    if (e.isHostException() && e.asHostException() instanceof DatabaseException cause) {
      return cause;
    }
    return ScriptFailure.of(e);
  }

  private DatabaseException tooSlow() {
    return new DatabaseException(
            ErrorCode.TIMEOUT,
            "The script ran longer than it may. Stop when an operation is not accepted, and go on"
                + " in another call.")
        .with("timeMillis", limits.timeMillis());
  }

  private DatabaseException tooMuch() {
    return DatabaseException.badRequest(
            "The script keeps more memory than it may. Work on fewer items at a time.")
        .with("keptBytes", limits.keptBytes());
  }

  private long elapsedMillis() {
    return TimeUnit.NANOSECONDS.toMillis(clock.nanos() - startNanos);
  }
}
