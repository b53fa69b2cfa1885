package dev.partita.script;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.time.Clock;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Compiler and runtime of scripts. Until the first script is compiled it is an empty object, and no
 * class of the language is loaded; from then on it holds the engine and the compiled code of the
 * most recently used scripts. Calls block until the script has ended. Safe for use by any number of
 * threads, virtual ones as well.
 */
public final class ScriptEngine implements AutoCloseable {

  private static final int KEPT_SCRIPTS = 256;

  private record Version(String name, String body) {}

  private final Clock clock;
  private final ScriptLimits limits;
  private final ScriptThreads threads;
  private final Map<Version, Script> compiled =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Version, Script> eldest) {
          return size() > KEPT_SCRIPTS;
        }
      };
  private @Nullable Executions executions;
  private boolean warm;
  private boolean closed;

  public ScriptEngine(Clock clock, ScriptLimits limits) {
    this.clock = clock;
    this.limits = limits;
    this.threads = new ScriptThreads(limits);
  }

  /**
   * Compiles the body of a function, or returns the cached result for this body.
   *
   * @param name name in error messages
   * @throws DatabaseException SCRIPT_INVALID with the line and the column
   */
  public Script compile(String name, String body) {
    Version version = new Version(name, body);
    synchronized (compiled) {
      Script known = compiled.get(version);
      if (known != null) {
        return known;
      }
    }
    Script script = threads.run(() -> executions().compile(name, body));
    synchronized (compiled) {
      compiled.put(version, script);
    }
    return script;
  }

  /**
   * Runs a stored procedure, including the callbacks it registers.
   *
   * @param logging whether its log is wanted
   * @throws DatabaseException if it fails; its writes must be rolled back then
   */
  public ProcedureResult procedure(
      Script script, JsonArray arguments, ScriptHost host, boolean logging) {
    JsonObject setup = setup(host, "Procedure").build();
    return threads.run(() -> executions().run(script, setup, arguments, host, logging));
  }

  /** Runs a pre-trigger and returns the document as the trigger leaves it. */
  public JsonValue before(Script script, TriggerCall call, ScriptHost host) {
    JsonObject setup = setup(host, "Pre", call).build();
    return run(script, setup, host);
  }

  /** Runs a post-trigger and returns the response as the trigger leaves it. */
  public JsonValue after(Script script, TriggerCall call, ScriptHost host) {
    JsonObject setup =
        setup(host, "Post", call)
            .put("responseBody", call.response())
            .put("usage", host.quota().usage())
            .put("quota", host.quota().limits())
            .build();
    return run(script, setup, host);
  }

  /** Runs work on a script thread, so that the scripts in it do not have to wait for one again. */
  public <R> R atPlace(Supplier<R> work) {
    return threads.run(work);
  }

  /**
   * Runs work that calls functions, such as a page of a query, on a script thread.
   *
   * @param scripts finds a function by its name, or throws NOT_FOUND
   */
  public <R> R callingFunctions(Function<String, Script> scripts, Function<FunctionCalls, R> work) {
    return threads.run(
        () -> {
          try (FunctionCalls calls = executions().functions(scripts)) {
            return work.apply(calls);
          }
        });
  }

  /**
   * Starts the engine, unless it has been started, and runs scripts of its own, so that the first
   * script of a user is as fast as later ones. Takes as long as a first script. Stops early if a
   * user's script arrives.
   */
  public void warmUp() {
    if (isFirstToWarmUp()) {
      runWarmUp();
    }
  }

  /** Whether the engine has been started, or is being started, before the first script. */
  public boolean isWarm() {
    synchronized (compiled) {
      return warm;
    }
  }

  private boolean isFirstToWarmUp() {
    synchronized (compiled) {
      boolean first = !warm;
      warm = true;
      return first;
    }
  }

  private void runWarmUp() {
    try {
      threads.run(
          () -> {
            WarmUp.of(executions(), threads::isBusy);
            return true;
          });
    } catch (DatabaseException e) {
      if (e.code() != ErrorCode.TIMEOUT && e.code() != ErrorCode.UNAVAILABLE) {
        throw e;
      }
    }
  }

  /** Accepts no more scripts, and waits for those that are running, which their limits end. */
  @Override
  public void close() {
    Executions last;
    synchronized (compiled) {
      closed = true;
      last = executions;
      executions = null;
    }
    threads.close();
    if (last != null) {
      last.close();
    }
  }

  private JsonValue run(Script trigger, JsonObject setup, ScriptHost host) {
    return threads.run(() -> executions().run(trigger, setup, JsonArray.EMPTY, host, false)).body();
  }

  private Executions executions() {
    synchronized (compiled) {
      if (closed) {
        throw new DatabaseException(ErrorCode.UNAVAILABLE, "The server is stopping.");
      }
      if (executions == null) {
        executions = new Executions(threads, clock, limits);
      }
      return executions;
    }
  }

  private JsonObject.Builder setup(ScriptHost host, String kind) {
    return JsonObject.builder()
        .put("kind", kind)
        .put("self", host.selfLink())
        .put("alt", host.altLink())
        .put("bodyMax", limits.answerChars());
  }

  private JsonObject.Builder setup(ScriptHost host, String kind, TriggerCall call) {
    JsonObject.Builder headers = JsonObject.builder();
    call.headers().forEach((name, value) -> headers.put(name, JsonString.of(value)));
    return setup(host, kind)
        .put("operation", call.operation())
        .put("request", headers.build())
        .put("requestBody", call.request());
  }
}
