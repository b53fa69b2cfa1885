package dev.partita.script;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.time.Clock;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonReader;
import dev.partita.json.JsonString;
import dev.partita.json.JsonUndefined;
import dev.partita.json.JsonValue;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Value;
import org.jspecify.annotations.Nullable;

/**
 * Compiles scripts and runs them. Until the first is compiled it is an empty object; from then on
 * it holds the language and the compiled code of the scripts used last. Every call blocks until the
 * script has ended. Safe for use by any number of threads, virtual ones as well.
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
  private @Nullable Sandbox sandbox;
  private boolean closed;

  public ScriptEngine(Clock clock, ScriptLimits limits) {
    this.clock = clock;
    this.limits = limits;
    this.threads = new ScriptThreads(limits);
  }

  /**
   * Compiles the body of a function, unless this very body was compiled before.
   *
   * @param name what errors call it
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
    Script script = threads.run(() -> compiled(name, body));
    synchronized (compiled) {
      compiled.put(version, script);
    }
    return script;
  }

  /**
   * Runs a stored procedure with everything that it has set off.
   *
   * @param logging whether its log is wanted
   * @throws DatabaseException if it fails; its writes must be undone then
   */
  public ProcedureResult procedure(
      Script script, JsonArray arguments, ScriptHost host, boolean logging) {
    JsonObject setup = setup(host, "Procedure").build();
    return threads.run(() -> run(script, setup, arguments, host, logging));
  }

  /** Runs a trigger before its operation, and gives the document as the trigger leaves it. */
  public JsonValue before(Script script, TriggerCall call, ScriptHost host) {
    JsonObject setup = setup(host, "Pre", call).build();
    return threads.run(() -> run(script, setup, JsonArray.EMPTY, host, false)).body();
  }

  /** Runs a trigger after its operation, and gives the answer as the trigger leaves it. */
  public JsonValue after(Script script, TriggerCall call, ScriptHost host) {
    JsonObject setup = setup(host, "Post", call).put("responseBody", call.response()).build();
    return threads.run(() -> run(script, setup, JsonArray.EMPTY, host, false)).body();
  }

  /**
   * Does work that calls functions, such as a page of a query, on a thread for scripts.
   *
   * @param scripts finds a function by its name, or throws NOT_FOUND
   */
  public <R> R callingFunctions(Function<String, Script> scripts, Function<FunctionCalls, R> work) {
    return threads.run(
        () -> {
          try (FunctionCalls calls =
              new FunctionCalls(sandbox(), threads, clock, limits, scripts)) {
            return work.apply(calls);
          }
        });
  }

  @Override
  public void close() {
    threads.close();
    synchronized (compiled) {
      closed = true;
      if (sandbox != null) {
        sandbox.close();
        sandbox = null;
      }
    }
  }

  private ProcedureResult run(
      Script script, JsonObject setup, JsonArray arguments, ScriptHost host, boolean logging) {
    Sandbox shared = sandbox();
    try (World world = new World(shared, threads, clock, limits)) {
      Bridge bridge = new Bridge(world, host, logging ? limits.logChars() : 0);
      String answer =
          world.run(
              () -> {
                Value kit = world.furnish(shared, bridge, setup.toString());
                Value function = requireFunction(script, world);
                kit.getMember("start").executeVoid(function, arguments.toString());
                Value step = kit.getMember("step");
                boolean more = true;
                while (more && bridge.failure() == null) {
                  more = step.execute().asBoolean();
                }
                Value body = kit.getMember("body").execute();
                return body.isString() ? body.asString() : "";
              });
      DatabaseException failure = bridge.failure();
      if (failure != null) {
        throw failure;
      }
      return new ProcedureResult(answer(answer), bridge.log());
    }
  }

  private JsonValue answer(String text) {
    if (text.length() > limits.answerChars()) {
      throw new DatabaseException(
              ErrorCode.TOO_LARGE, "The answer of the script is larger than it may be.")
          .with("limitChars", limits.answerChars());
    }
    return text.isEmpty() ? JsonUndefined.UNDEFINED : JsonReader.DEFAULT.read(text);
  }

  private static Value requireFunction(Script script, World world) {
    Value function = world.evaluate(script.source());
    if (!function.canExecute()) {
      throw new DatabaseException(ErrorCode.SCRIPT_INVALID, "The script is not a function.")
          .with("script", script.name());
    }
    return function;
  }

  private Script compiled(String name, String body) {
    try (Context context = sandbox().context(limits)) {
      return Compiler.compile(context, name, body);
    } catch (PolyglotException e) {
      throw e.isResourceExhausted()
          ? DatabaseException.badRequest("The script is too large to be compiled.")
              .with("script", name)
          : new DatabaseException(ErrorCode.INTERNAL, "The script could not be compiled.", e);
    }
  }

  private Sandbox sandbox() {
    synchronized (compiled) {
      if (closed) {
        throw new DatabaseException(ErrorCode.UNAVAILABLE, "The server is stopping.");
      }
      if (sandbox == null) {
        sandbox = new Sandbox();
      }
      return sandbox;
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
