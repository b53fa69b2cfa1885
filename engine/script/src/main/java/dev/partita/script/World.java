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
 * One context with a watch over it: as long as code of a script is running, time and memory are
 * looked at every few milliseconds, and whoever takes too much is ended. While the script waits for
 * the server it is left alone, since ending it would interrupt the thread in the middle of the
 * server's own work; it is ended when it comes back. A script that cannot be ended, within a
 * built-in function that never looks up, loses its thread. Belongs to the thread that made it.
 */
final class World implements AutoCloseable {

  /** How long a script that was told to end has for it. */
  private static final long GRACE_NANOS = 5_000_000_000L;

  private final Clock clock;
  private final ScriptLimits limits;
  private final Context context;
  private final Thread owner = Thread.currentThread();
  private final ScriptThreads threads;
  private final KeptMemory.Account memory;
  private final ScheduledFuture<?> watching;

  // Guarded by this object, except by the owner's thread, which alone writes the first ones.
  private boolean running;
  private long startNanos;
  private long startWork;
  private long hostWork;
  private @Nullable DatabaseException excess;
  private long excessNanos;
  private @Nullable CompletableFuture<Void> ending;

  World(
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
      // What ends a script is no exception of the engine's interface everywhere.
      throw excess(e);
    } finally {
      end();
    }
  }

  /** Does work of the server that the script has asked for. */
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

  /** How many units of work the code has done since it was started, or since {@link #ready}. */
  long work() {
    return workOfThread() - startWork - hostWork;
  }

  /** What has been done so far was to get ready. */
  void ready() {
    startWork = workOfThread();
    hostWork = 0;
  }

  private static long workOfThread() {
    return Thread.currentThread() instanceof ScriptThread thread ? thread.work() : 0;
  }

  /** How much memory the code has asked for since it was started. */
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
      // Not by force: what that leaves behind would end the next script of this thread.
      context.close();
    } else {
      // The engine ends a script by interrupting its thread; the next one must not find that.
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
      // Waits until the script has ended, for which the watch has no time.
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
