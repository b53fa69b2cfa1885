package dev.partita.script;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.time.Clock;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonReader;
import dev.partita.json.JsonUndefined;
import dev.partita.json.JsonValue;
import java.util.function.Function;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Value;

/**
 * The started script engine, and the executions on its threads. Separate from {@link ScriptEngine}
 * so that a server without scripts does not load its classes. Safe for use by any number of
 * threads.
 */
final class Executions implements AutoCloseable {

  private final Sandbox sandbox = new Sandbox();
  private final ScriptThreads threads;
  private final KeptMemory memory;
  private final Clock clock;
  private final ScriptLimits limits;

  Executions(ScriptThreads threads, Clock clock, ScriptLimits limits) {
    this.threads = threads;
    this.clock = clock;
    this.limits = limits;
    this.memory = new KeptMemory(clock, limits.keptBytes());
  }

  FunctionCalls functions(Function<String, Script> scripts) {
    return new FunctionCalls(sandbox, threads, memory, clock, limits, scripts);
  }

  /** Runs a procedure in a context of its own, including the callbacks it registers. */
  ProcedureResult run(
      Script script, JsonObject setup, JsonArray arguments, ScriptHost host, boolean logging) {
    try (GuardedContext context = new GuardedContext(sandbox, threads, memory, clock, limits)) {
      Bridge bridge = new Bridge(context, host, logging ? limits.logChars() : 0);
      String answer;
      try {
        answer =
            context.run(
                () -> {
                  Value kit = context.furnish(sandbox, bridge, setup.toString());
                  context.ready();
                  Value function = requireFunction(script, context);
                  kit.getMember("start").executeVoid(function, arguments.toString());
                  Value step = kit.getMember("step");
                  boolean more = true;
                  while (more && bridge.failure() == null) {
                    more = step.execute().asBoolean();
                  }
                  Value body = kit.getMember("body").execute();
                  return body.isString() ? body.asString() : "";
                });
      } finally {
        host.worked(context.work());
      }
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

  private static Value requireFunction(Script script, GuardedContext context) {
    Value function = context.evaluate(script.source());
    if (!function.canExecute()) {
      throw new DatabaseException(ErrorCode.SCRIPT_INVALID, "The script is not a function.")
          .with("script", script.name());
    }
    return function;
  }

  /** Compiles; once more if memory was short, which it may have been because of others. */
  Script compile(String name, String body) {
    try {
      return compileNow(name, body);
    } catch (PolyglotException e) {
      requireExhausted(e);
    }
    try {
      return compileNow(name, body);
    } catch (PolyglotException e) {
      requireExhausted(e);
      throw DatabaseException.badRequest("The script is too large to be compiled.")
          .with("script", name);
    }
  }

  private Script compileNow(String name, String body) {
    try (Context context = sandbox.context(limits)) {
      return Compiler.compile(context, name, body);
    }
  }

  private static void requireExhausted(PolyglotException e) {
    if (!e.isResourceExhausted()) {
      throw new DatabaseException(ErrorCode.INTERNAL, "The script could not be compiled.", e);
    }
  }

  @Override
  public void close() {
    sandbox.close();
  }
}
