package dev.partita.nosql;

import dev.partita.base.concurrent.Uninterruptibly;
import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.time.Clock;
import dev.partita.container.Container;
import dev.partita.container.catalogue.Catalogue;
import dev.partita.container.catalogue.ResourceRecord;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;
import dev.partita.query.evaluate.UserFunctions;
import dev.partita.script.FunctionCalls;
import dev.partita.script.Script;
import dev.partita.script.ScriptEngine;
import dev.partita.script.ScriptLimits;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The scripts of containers, ready to be run. Safe for use by any number of threads. */
final class Scripts implements AutoCloseable {

  private static final ScriptLimits LIMITS = ScriptLimits.standard();

  private final Catalogue catalogue;
  private final ScriptEngine scripts;
  private volatile @Nullable Thread looking;

  Scripts(Catalogue catalogue, Clock clock) {
    this.catalogue = catalogue;
    this.scripts = new ScriptEngine(clock, LIMITS);
  }

  /** How long a script may run. */
  long timeMillis() {
    return LIMITS.timeMillis();
  }

  /**
   * Starts the language beside everything else if any container has a script, so that the first
   * call does not have to wait for it. A server without scripts pays nothing.
   */
  void prepare() {
    looking =
        Thread.startVirtualThread(
            () -> {
              if (hasAny()) {
                scripts.warmUp();
              }
            });
  }

  private boolean hasAny() {
    return catalogue.containers().stream()
        .anyMatch(
            container ->
                ScriptKinds.KINDS.keySet().stream()
                    .anyMatch(kind -> !catalogue.resources(kind, container.number()).isEmpty()));
  }

  ScriptEngine engine() {
    return scripts;
  }

  /**
   * Compiles a script as it is kept.
   *
   * @throws DatabaseException SCRIPT_INVALID
   */
  Script compiled(ResourceRecord record) {
    if (record.body().at("body") instanceof JsonString(String body)) {
      return scripts.compile(record.name(), body);
    }
    throw new DatabaseException(ErrorCode.CORRUPT, "A script is kept without a body.")
        .with("script", record.name());
  }

  /**
   * Compiles a script that is to be kept, so that its errors show before it is called; what else
   * may be wrong with it is not looked at.
   *
   * @throws DatabaseException SCRIPT_INVALID
   */
  void check(JsonObject given) {
    if (given.at("id") instanceof JsonString(String name)
        && given.at("body") instanceof JsonString(String body)) {
      Script _ = scripts.compile(name, body);
      // The first script is registered before it is called, and that is the better time to wait.
      scripts.warmUp();
    }
  }

  /** Runs a query with the functions of its container at hand, if its text may call any. */
  <R> R withFunctions(Container container, String text, Function<UserFunctions, R> query) {
    if (!text.toLowerCase(Locale.ROOT).contains("udf")) {
      return query.apply(UserFunctions.NONE);
    }
    return scripts.callingFunctions(
        name -> function(container, name), calls -> query.apply(new Functions(calls)));
  }

  private record Functions(FunctionCalls calls) implements UserFunctions {
    @Override
    public JsonValue call(String name, List<JsonValue> arguments) {
      return calls.call(name, arguments);
    }

    @Override
    public long work() {
      return calls.work();
    }

    @Override
    public @Nullable Set<String> looksAt(String name, int argument) {
      return calls.looksAt(name, argument);
    }
  }

  private Script function(Container container, String name) {
    return catalogue
        .resource("udfs", container.number(), name)
        .map(this::compiled)
        .orElseThrow(
            () ->
                new DatabaseException(
                        ErrorCode.BAD_REQUEST, "There is no such user-defined function.")
                    .with("function", name)
                    .with("container", container.record().name()));
  }

  /** Takes no more scripts, and waits for those that run; nothing of it runs afterwards. */
  @Override
  public void close() {
    scripts.close();
    Thread thread = looking;
    if (thread != null) {
      Uninterruptibly.join(thread);
    }
  }
}
