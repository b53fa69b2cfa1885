package dev.partita.script;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonBoolean;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonReader;
import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;
import java.util.UUID;
import java.util.function.Supplier;
import org.graalvm.polyglot.Value;
import org.graalvm.polyglot.proxy.ProxyExecutable;
import org.jspecify.annotations.Nullable;

/**
 * The server's one function that scripts can call: takes an operation's name and its arguments as
 * text, and returns the result as text, or false if no more operations are accepted. Used by the
 * thread of the context.
 */
final class Bridge implements ProxyExecutable {

  private static final int PAGE_SIZE = 100;

  private final GuardedContext context;
  private final @Nullable ScriptHost host;
  private final int logMax;
  private final StringBuilder log = new StringBuilder();
  private @Nullable DatabaseException failure;

  Bridge(GuardedContext context, @Nullable ScriptHost host, int logMax) {
    this.context = context;
    this.host = host;
    this.logMax = logMax;
  }

  String log() {
    return log.toString();
  }

  /** Failure that ends the script, or null. */
  @Nullable DatabaseException failure() {
    return failure;
  }

  @Override
  public Object execute(Value... arguments) {
    String name = arguments[0].asString();
    switch (name) {
      case "log" -> log(text(arguments, 1));
      case "fail" -> fail(ScriptFailure.of(object(text(arguments, 1))));
      default -> {
        return operate(name, arguments);
      }
    }
    return "";
  }

  private Object operate(String name, Value[] arguments) {
    if (host == null) {
      throw new IllegalStateException("A function has no operations, yet asks for " + name + ".");
    }
    if (failure != null) {
      throw failure;
    }
    String first = text(arguments, 1);
    String second = arguments.length > 2 ? text(arguments, 2) : "";
    String third = arguments.length > 3 ? text(arguments, 3) : "";
    ScriptHost target = host;
    return context.leave(() -> answer(target, name, first, second, third));
  }

  private Object answer(ScriptHost target, String name, String first, String second, String third) {
    if (!context.hasTime() || !target.accepts(context.work())) {
      return false;
    }
    return told(
        () ->
            switch (name) {
              case "create" -> {
                JsonObject options = object(second);
                yield answer(
                    target, 201, target.create(withId(object(first), options), options(options)));
              }
              case "upsert" -> {
                JsonObject options = object(second);
                yield answer(
                    target, 200, target.upsert(withId(object(first), options), options(options)));
              }
              case "replace" ->
                  answer(
                      target, 200, target.replace(first, object(second), options(object(third))));
              case "read" -> {
                JsonObject found = target.read(first, options(object(second)));
                yield found == null
                    ? answer(target, 304, JsonObject.EMPTY)
                    : answer(target, 200, found);
              }
              case "delete" -> {
                target.delete(first, options(object(second)));
                yield answer(target, 204, JsonObject.EMPTY);
              }
              case "query" -> page(target, first, object(second));
              default -> throw new IllegalStateException("There is no operation " + name + ".");
            });
  }

  private static JsonObject page(ScriptHost target, String query, JsonObject options) {
    ScriptHost.Page page = target.query(query.isEmpty() ? null : object(query), options(options));
    JsonObject.Builder feed = described(target, 200);
    if (page.continuation() != null) {
      feed.put("continuation", page.continuation());
    }
    return JsonObject.builder()
        .put("resource", JsonArray.of(page.results()))
        .put("options", feed.build())
        .build();
  }

  private static JsonObject answer(ScriptHost target, int status, JsonObject resource) {
    return JsonObject.builder()
        .put("resource", resource)
        .put("options", described(target, status).put("notModified", status == 304).build())
        .build();
  }

  private static JsonObject.Builder described(ScriptHost target, int status) {
    ScriptHost.Quota quota = target.quota();
    return JsonObject.builder()
        .put("statusCode", status)
        .put("currentCollectionSizeInMB", quota.sizeMegabytes())
        .put("maxCollectionSizeInMB", quota.limitMegabytes());
  }

  /**
   * Runs an operation and returns failures that a script may handle as text; other failures end the
   * script.
   */
  private String told(Supplier<JsonObject> operation) {
    try {
      return operation.get().toString();
    } catch (DatabaseException e) {
      int status = e.code().status();
      boolean refusal = status >= 400 && status <= 413 && e.code() != ErrorCode.GONE;
      if (!refusal && e.code() != ErrorCode.RETRY) {
        throw fail(e);
      }
      return JsonObject.of(
              "error",
              JsonObject.builder().put("number", status).put("body", e.getMessage()).build())
          .toString();
    }
  }

  private DatabaseException fail(DatabaseException e) {
    if (failure == null) {
      failure = e;
    }
    return e;
  }

  private void log(String line) {
    int room = logMax - log.length();
    log.append(line, 0, Math.min(room, line.length()));
  }

  private static JsonObject withId(JsonObject document, JsonObject options) {
    return document.has("id") || isTrue(options, "disableAutomaticIdGeneration")
        ? document
        : document.with("id", JsonString.of(UUID.randomUUID().toString()));
  }

  private static ScriptHost.Options options(JsonObject json) {
    return new ScriptHost.Options(
        string(json, "etag"),
        string(json, "ifNoneMatch"),
        indexed(string(json, "indexAction")),
        json.at("pageSize") instanceof JsonNumber size && size.isIntegral()
            ? Math.clamp(size.longValue(), -1, 1000)
            : PAGE_SIZE,
        string(json, "continuation"),
        isTrue(json, "enableScan"));
  }

  private static @Nullable Boolean indexed(@Nullable String action) {
    if (action == null || action.equals("default")) {
      return null;
    }
    return action.equals("include");
  }

  private static @Nullable String string(JsonObject json, String name) {
    return json.at(name) instanceof JsonString(String text) ? text : null;
  }

  private static boolean isTrue(JsonObject json, String name) {
    return json.at(name) instanceof JsonBoolean bool && bool.value();
  }

  private static JsonObject object(String text) {
    JsonValue value = JsonReader.DEFAULT.read(text);
    if (value instanceof JsonObject object) {
      return object;
    }
    throw DatabaseException.badRequest("A document or a list of options must be an object.");
  }

  private static String text(Value[] arguments, int position) {
    return arguments[position].asString();
  }
}
