package dev.partita.script;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.time.Clock;
import dev.partita.json.JsonBoolean;
import dev.partita.json.JsonNull;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonReader;
import dev.partita.json.JsonString;
import dev.partita.json.JsonUndefined;
import dev.partita.json.JsonValue;
import dev.partita.json.UnreadObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.function.Function;
import org.graalvm.polyglot.Source;
import org.graalvm.polyglot.Value;
import org.jspecify.annotations.Nullable;

/**
 * User-defined functions of a container for the duration of one query. They share a context, which
 * is replaced before the objects that functions may have stored in it grow large. Confined to the
 * thread that created it.
 */
public final class FunctionCalls implements AutoCloseable {

  private static final String SETUP =
      "{\"kind\":\"Function\",\"bodyMax\":0,\"self\":\"\",\"alt\":\"\"}";

  private static final Source UNDEFINED = Sandbox.internal("undefined.js", "undefined");

  private final Sandbox sandbox;
  private final ScriptThreads threads;
  private final KeptMemory memory;
  private final Clock clock;
  private final ScriptLimits limits;
  private final Function<String, Script> scripts;
  private final Map<String, Script> known = new HashMap<>();
  private final Map<String, Callable> functions = new HashMap<>();
  private @Nullable GuardedContext context;
  private @Nullable Value parse;
  private @Nullable Value stringify;
  private @Nullable Value undefined;
  private long usedBytes;
  private long work;

  FunctionCalls(
      Sandbox sandbox,
      ScriptThreads threads,
      KeptMemory memory,
      Clock clock,
      ScriptLimits limits,
      Function<String, Script> scripts) {
    this.sandbox = sandbox;
    this.threads = threads;
    this.memory = memory;
    this.clock = clock;
    this.limits = limits;
    this.scripts = scripts;
  }

  /**
   * Calls a function.
   *
   * @throws DatabaseException if there is no such function, or it fails or exceeds a limit
   */
  public JsonValue call(String name, List<JsonValue> arguments) {
    GuardedContext current = context;
    if (current == null || usedBytes > limits.keptBytes() / 2) {
      current = renewed();
    }
    GuardedContext running = current;
    try {
      return run(running, name, arguments);
    } finally {
      work += running.work();
    }
  }

  /** Units of work that the calls so far have done, including those that failed. */
  public long work() {
    return work;
  }

  private JsonValue run(GuardedContext running, String name, List<JsonValue> arguments) {
    return running.run(
        () -> {
          Callable function = functions.get(name);
          if (function == null) {
            function = callable(script(name), running);
            functions.put(name, function);
          }
          @Nullable Object[] given = new @Nullable Object[arguments.size()];
          for (int i = 0; i < given.length; i++) {
            given[i] = toScript(arguments.get(i), function.maker(i));
          }
          JsonValue result = fromScript(function.value.execute(given));
          usedBytes += running.usedBytes();
          return result;
        });
  }

  /**
   * Properties that a function reads of an object argument: an object with only these properties
   * gives the same result. Null if it may read any property, or there is no such function.
   */
  public @Nullable Set<String> looksAt(String name, int argument) {
    try {
      return script(name).looksAt(argument);
    } catch (DatabaseException _) {
      return null; // The call itself will report the failure.
    }
  }

  /** Looks a script up once, so that all calls of the query use the same text. */
  private Script script(String name) {
    Script script = known.get(name);
    if (script == null) {
      script = scripts.apply(name);
      known.put(name, script);
    }
    return script;
  }

  /**
   * Function with the constructors of its arguments, for parameters of which it does not read all
   * properties.
   */
  private record Callable(Value value, List<@Nullable Maker> makers) {
    @Nullable Maker maker(int argument) {
      return argument < makers.size() ? makers.get(argument) : null;
    }
  }

  /**
   * Constructor of objects with some properties.
   *
   * @param function takes their values
   */
  private record Maker(List<String> names, Value function) {}

  private static Callable callable(Script script, GuardedContext running) {
    List<@Nullable Maker> makers = new ArrayList<>();
    for (int i = 0; i < script.parameterCount(); i++) {
      Set<String> names = script.looksAt(i);
      makers.add(names == null ? null : maker(List.copyOf(names), running));
    }
    return new Callable(running.evaluate(script.source()), makers);
  }

  private static Maker maker(List<String> names, GuardedContext running) {
    StringJoiner parameters = new StringJoiner(", ", "(function (", ")");
    StringJoiner members = new StringJoiner(", ", " { return { ", " }; })");
    for (int i = 0; i < names.size(); i++) {
      parameters.add("v" + i);
      members.add(names.get(i) + ": v" + i);
    }
    return new Maker(
        names, running.evaluate(Sandbox.internal("maker.js", parameters + "" + members)));
  }

  @Override
  public void close() {
    GuardedContext last = context;
    if (last != null) {
      context = null;
      parse = null;
      stringify = null;
      undefined = null;
      functions.clear();
      last.close();
    }
  }

  private GuardedContext renewed() {
    close();
    GuardedContext fresh = new GuardedContext(sandbox, threads, memory, clock, limits);
    context = fresh;
    usedBytes = 0;
    Value kit = fresh.run(() -> fresh.furnish(sandbox, new Bridge(fresh, null, 0), SETUP));
    parse = kit.getMember("parse");
    stringify = kit.getMember("stringify");
    undefined = fresh.evaluate(UNDEFINED);
    return fresh;
  }

  private @Nullable Object toScript(JsonValue value, @Nullable Maker maker) {
    if (maker == null || !(value instanceof JsonObject object)) {
      return toScript(value);
    }
    @Nullable Object[] values = new @Nullable Object[maker.names.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = toScript(object.at(maker.names.get(i)));
    }
    return maker.function.execute(values);
  }

  private @Nullable Object toScript(JsonValue value) {
    return switch (value) {
      case JsonUndefined _ -> required(undefined);
      case JsonNull _ -> null;
      case JsonBoolean bool -> bool.value();
      case JsonNumber number -> toScript(number);
      case JsonString(String text) -> text;
      case UnreadObject object -> required(parse).execute(object.text());
      default -> required(parse).execute(value.toString());
    };
  }

  private static Object toScript(JsonNumber number) {
    if (number.isIntegral() && number.longValue() == (int) number.longValue()) {
      return (int) number.longValue();
    }
    return number.doubleValue();
  }

  private JsonValue fromScript(Value value) {
    if (value.isNumber()) {
      double number = value.asDouble();
      return Double.isFinite(number) ? JsonNumber.of(number) : JsonUndefined.UNDEFINED;
    }
    if (value.isBoolean()) {
      return JsonBoolean.of(value.asBoolean());
    }
    if (value.isString()) {
      return JsonString.of(value.asString());
    }
    if (value.isNull()) {
      return value.toString().equals("null") ? JsonNull.NULL : JsonUndefined.UNDEFINED;
    }
    Value text = required(stringify).execute(value);
    return text.isString() ? JsonReader.DEFAULT.read(text.asString()) : JsonUndefined.UNDEFINED;
  }

  private static Value required(@Nullable Value function) {
    if (function == null) {
      throw new IllegalStateException("The functions are closed.");
    }
    return function;
  }
}
