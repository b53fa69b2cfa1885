package dev.partita.script;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.time.Clock;
import dev.partita.json.JsonBoolean;
import dev.partita.json.JsonNull;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonReader;
import dev.partita.json.JsonString;
import dev.partita.json.JsonUndefined;
import dev.partita.json.JsonValue;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.graalvm.polyglot.Value;
import org.jspecify.annotations.Nullable;

/**
 * The functions of a container for the length of one query. They share a world, which is thrown
 * away for a fresh one before what the functions could have kept in it gets large. Belongs to the
 * thread that made it.
 */
public final class FunctionCalls implements AutoCloseable {

  private static final String SETUP =
      "{\"kind\":\"Function\",\"bodyMax\":0,\"self\":\"\",\"alt\":\"\"}";

  private final Sandbox sandbox;
  private final ScriptThreads threads;
  private final Clock clock;
  private final ScriptLimits limits;
  private final Function<String, Script> scripts;
  private final Map<String, Value> functions = new HashMap<>();
  private @Nullable World world;
  private @Nullable Value parse;
  private @Nullable Value stringify;
  private long usedBytes;

  FunctionCalls(
      Sandbox sandbox,
      ScriptThreads threads,
      Clock clock,
      ScriptLimits limits,
      Function<String, Script> scripts) {
    this.sandbox = sandbox;
    this.threads = threads;
    this.clock = clock;
    this.limits = limits;
    this.scripts = scripts;
  }

  /**
   * Calls a function.
   *
   * @throws DatabaseException if there is no such function, or it fails, or takes more than it may
   */
  public JsonValue call(String name, List<JsonValue> arguments) {
    World current = world;
    if (current == null || usedBytes > limits.allocatedBytes() / 2) {
      current = renewed();
    }
    World running = current;
    return running.run(
        () -> {
          Value function = functions.get(name);
          if (function == null) {
            function = running.evaluate(scripts.apply(name).source());
            functions.put(name, function);
          }
          @Nullable Object[] given = new @Nullable Object[arguments.size()];
          for (int i = 0; i < given.length; i++) {
            given[i] = toScript(arguments.get(i));
          }
          JsonValue result = fromScript(function.execute(given));
          usedBytes += running.usedBytes();
          return result;
        });
  }

  @Override
  public void close() {
    World last = world;
    if (last != null) {
      world = null;
      parse = null;
      stringify = null;
      functions.clear();
      last.close();
    }
  }

  private World renewed() {
    close();
    World fresh = new World(sandbox, threads, clock, limits);
    world = fresh;
    usedBytes = 0;
    Value kit = fresh.run(() -> fresh.furnish(sandbox, new Bridge(fresh, null, 0), SETUP));
    parse = kit.getMember("parse");
    stringify = kit.getMember("stringify");
    return fresh;
  }

  private @Nullable Object toScript(JsonValue value) {
    return switch (value) {
      case JsonNull _ -> null;
      case JsonBoolean bool -> bool.value();
      case JsonNumber number -> toScript(number);
      case JsonString(String text) -> text;
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
