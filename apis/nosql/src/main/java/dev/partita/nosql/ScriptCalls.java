package dev.partita.nosql;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.container.Container;
import dev.partita.container.Forwarding;
import dev.partita.container.catalogue.Catalogue;
import dev.partita.container.catalogue.ResourceRecord;
import dev.partita.container.key.PartitionKey;
import dev.partita.document.Documents;
import dev.partita.document.ItemOperation;
import dev.partita.document.ItemSession;
import dev.partita.document.Items;
import dev.partita.document.ScriptCall;
import dev.partita.document.SessionResult;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonReader;
import dev.partita.json.JsonString;
import dev.partita.json.JsonUndefined;
import dev.partita.json.JsonValue;
import dev.partita.json.JsonWriter;
import dev.partita.script.ProcedureResult;
import dev.partita.script.Script;
import dev.partita.script.TriggerCall;
import dev.partita.telemetry.RequestDetail;
import dev.partita.throughput.RequestCharge;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Requests that run scripts: stored procedures, and writes of items with triggers. */
final class ScriptCalls {

  private static final String BEFORE = "x-ms-documentdb-pre-trigger-include";
  private static final String AFTER = "x-ms-documentdb-post-trigger-include";
  private static final String LOGGING = "x-ms-documentdb-script-enable-logging";
  private static final String LOG = "x-ms-documentdb-script-log-results";

  private static final Map<String, Set<String>> MATCHING =
      Map.of(
          "Create", Set.of("All", "Create"),
          "Replace", Set.of("All", "Replace", "Update"),
          "Upsert", Set.of("All", "Create", "Replace", "Update"),
          "Delete", Set.of("All", "Delete"));

  /** What a run gives. */
  record Ran(JsonValue body, @Nullable String etag, String log, int status) {}

  /** What a request does within its transaction, maybe several times. */
  @FunctionalInterface
  private interface Run {
    Supplier<Ran> run(ItemSession session, ScriptItems host);
  }

  private final Documents documents;
  private final Resolver resolver;
  private final Scripts scripts;
  private final Queries queries;
  private final @Nullable ForwardedScripts forwarded;

  /**
   * @param forwarding the way to the leaders of partitions; null on a node that is alone
   */
  ScriptCalls(
      Documents documents,
      Resolver resolver,
      Scripts scripts,
      Queries queries,
      @Nullable Forwarding forwarding,
      Catalogue catalogue) {
    this.documents = documents;
    this.resolver = resolver;
    this.scripts = scripts;
    this.queries = queries;
    this.forwarded =
        forwarding == null ? null : new ForwardedScripts(forwarding, catalogue, this::runHere);
  }

  static boolean hasTriggers(Call call) {
    return call.header(BEFORE) != null || call.header(AFTER) != null;
  }

  /** Executes a stored procedure. */
  Reply execute(Call call, Container container) {
    ScriptCall.Procedure procedure =
        new ScriptCall.Procedure(
            Scope.requireKey(call, container),
            call.path().at(5),
            arguments(call),
            call.flag(LOGGING));
    SessionResult<Ran> result = run(container, procedure);
    Reply reply = answer(container, result, false);
    return procedure.logging() ? reply.header(LOG, encoded(result.value().log())) : reply;
  }

  /** Makes a write between the triggers that the request names, all in one transaction. */
  Reply write(Call call, Container container, PartitionKey key, ItemOperation write) {
    ScriptCall.TriggeredWrite triggered =
        new ScriptCall.TriggeredWrite(key, write, name(call, BEFORE), name(call, AFTER));
    call.outcome().detail(() -> RequestDetail.of(key, write));
    SessionResult<Ran> result = run(container, triggered);
    Reply reply = answer(container, result, call.minimal());
    return result.value().etag() == null ? reply : reply.etag(result.value().etag());
  }

  /** Has a call carried out where the partition of its key is led. */
  private SessionResult<Ran> run(Container container, ScriptCall call) {
    return forwarded == null ? runHere(container, call) : forwarded.run(container, call);
  }

  private SessionResult<Ran> runHere(Container container, ScriptCall call) {
    return switch (call) {
      case ScriptCall.Procedure procedure -> runProcedure(container, procedure);
      case ScriptCall.TriggeredWrite write -> runWrite(container, write);
    };
  }

  private SessionResult<Ran> runProcedure(Container container, ScriptCall.Procedure procedure) {
    Script script =
        scripts.compiled(resolver.resource("sprocs", container.number(), procedure.procedure()));
    return transact(
        container,
        procedure.key(),
        (session, host) -> {
          ProcedureResult ran =
              scripts.engine().procedure(script, procedure.arguments(), host, procedure.logging());
          return () -> new Ran(session.settled(ran.body()), null, ran.log(), 200);
        });
  }

  private SessionResult<Ran> runWrite(Container container, ScriptCall.TriggeredWrite call) {
    String operation = operation(call.write());
    Optional<Script> before = trigger(container, call.before(), "Pre", operation);
    Optional<Script> after = trigger(container, call.after(), "Post", operation);
    return transact(
        container,
        call.key(),
        (session, host) -> {
          JsonValue given = document(session, call.write());
          if (before.isPresent()) {
            TriggerCall asked = asked(operation, given, JsonUndefined.UNDEFINED);
            given = scripts.engine().before(before.get(), asked, host);
          }
          boolean exists = call.write() instanceof ItemOperation.Upsert && exists(session, given);
          JsonValue made = made(session, call.write(), given);
          JsonValue body =
              after.isPresent()
                  ? scripts.engine().after(after.get(), asked(operation, given, made), host)
                  : made;
          int status = status(call.write(), exists);
          return () -> new Ran(session.settled(body), etag(session, made), "", status);
        });
  }

  /** The name that triggers have for an operation: to them, a patch is a replacement. */
  private static String operation(ItemOperation write) {
    return switch (write.kind()) {
      case CREATE -> "Create";
      case UPSERT -> "Upsert";
      case REPLACE, PATCH -> "Replace";
      case DELETE -> "Delete";
      case MERGE, MERGE_OR_CREATE, READ, EXPIRE -> throw withoutTriggers(write);
    };
  }

  private static IllegalStateException withoutTriggers(ItemOperation write) {
    return new IllegalStateException("There are no triggers for " + write.kind() + ".");
  }

  /** What is to be written, as triggers are shown it; undefined for a delete. */
  private static JsonValue document(ItemSession session, ItemOperation write) {
    return switch (write) {
      case ItemOperation.Create(var document) -> document;
      case ItemOperation.CreateNew(var document) -> document;
      case ItemOperation.Upsert(var document, _) -> document;
      case ItemOperation.Replace(_, var document, _) -> document;
      case ItemOperation.Patch(var id, var patch, var condition, var precondition) ->
          session.patched(id, patch, condition, precondition);
      case ItemOperation.Delete _ -> JsonUndefined.UNDEFINED;
      case ItemOperation.Merge _,
          ItemOperation.MergeOrCreate _,
          ItemOperation.Read _,
          ItemOperation.Expire _ ->
          throw withoutTriggers(write);
    };
  }

  private static @Nullable String etag(ItemSession session, JsonValue made) {
    return made instanceof JsonObject item
            && session.settled(item.at("_etag")) instanceof JsonString(String etag)
        ? etag
        : null;
  }

  private Reply answer(Container container, SessionResult<Ran> result, boolean minimal) {
    Ran ran = result.value();
    Reply reply =
        Reply.of(ran.status())
            .from(resolver.databaseOf(container).name(), container.record())
            .charge(result.charge())
            .served(result.partition(), result.lsn());
    return minimal || ran.body().isUndefined() ? reply : reply.body(JsonWriter.bytes(ran.body()));
  }

  private static JsonValue made(ItemSession session, ItemOperation write, JsonValue given) {
    if (write instanceof ItemOperation.Delete(var id, var precondition)) {
      session.delete(id, precondition);
      return JsonUndefined.UNDEFINED;
    }
    if (!(given instanceof JsonObject document)) {
      throw DatabaseException.badRequest("The trigger has left no document to write.");
    }
    return switch (write) {
      case ItemOperation.Create _, ItemOperation.CreateNew _ -> session.create(document);
      case ItemOperation.Upsert(_, var precondition) -> session.upsert(document, precondition);
      case ItemOperation.Replace(var id, _, var precondition) ->
          session.replace(id, document, precondition);
      case ItemOperation.Patch(var id, _, _, var precondition) ->
          session.replace(id, document, precondition);
      default -> throw withoutTriggers(write);
    };
  }

  private static boolean exists(ItemSession session, JsonValue given) {
    return given instanceof JsonObject document
        && document.at("id") instanceof JsonString(String id)
        && session.has(id);
  }

  private static int status(ItemOperation write, boolean exists) {
    return switch (write.kind()) {
      case CREATE -> 201;
      case UPSERT -> exists ? 200 : 201;
      case DELETE -> 204;
      default -> 200;
    };
  }

  private Optional<Script> trigger(
      Container container, @Nullable String name, String type, String operation) {
    if (name == null) {
      return Optional.empty();
    }
    ResourceRecord record = resolver.resource("triggers", container.number(), name);
    String own = text(record, "triggerOperation");
    if (!text(record, "triggerType").equalsIgnoreCase(type)
        || MATCHING.getOrDefault(operation, Set.of()).stream().noneMatch(own::equalsIgnoreCase)) {
      throw DatabaseException.badRequest("The trigger is for something else.")
          .with("trigger", record.name())
          .with("triggerType", text(record, "triggerType"))
          .with("triggerOperation", own)
          .with("operation", operation);
    }
    return Optional.of(scripts.compiled(record));
  }

  /** The name in a header; null if it gives none. */
  private static @Nullable String name(Call call, String header) {
    String value = call.header(header);
    if (value == null) {
      return null;
    }
    if (value.indexOf(',') >= 0) {
      throw Call.invalid(header, value, "one trigger at most");
    }
    return value.trim();
  }

  private static String text(ResourceRecord record, String name) {
    return record.body().at(name) instanceof JsonString(String text) ? text : "";
  }

  private static TriggerCall asked(String operation, JsonValue given, JsonValue made) {
    return new TriggerCall(operation, Map.of(), given, made);
  }

  /** Runs something in a transaction, and adds what its queries cost, which is paid already. */
  private SessionResult<Ran> transact(Container container, PartitionKey key, Run run) {
    Items items = documents.items(container);
    String database = resolver.databaseOf(container).name();
    List<ScriptItems> hosts = new CopyOnWriteArrayList<>();
    try {
      SessionResult<Ran> result =
          items.transact(
              key,
              scripts.engine()::atPlace,
              session -> {
                ScriptItems host =
                    new ScriptItems(items, key, session, queries, database, scripts.timeMillis());
                hosts.add(host);
                return run.run(session, host);
              });
      RequestCharge charge = total(container, key, result.charge(), hosts, false);
      return new SessionResult<>(result.value(), result.lsn(), result.partition(), charge);
    } catch (DatabaseException e) {
      if (hosts.isEmpty()) {
        throw e;
      }
      boolean isOutOfTime = e.code() == ErrorCode.TIMEOUT;
      throw e.with(
          "requestCharge", total(container, key, ErrorReply.charge(e), hosts, isOutOfTime));
    }
  }

  /**
   * Adds what queries cost, which is paid already, and computing, which is paid here. How far a
   * script got that ran out of time depends on the machine, so that it does not count.
   */
  private static RequestCharge total(
      Container container,
      PartitionKey key,
      RequestCharge operations,
      List<ScriptItems> hosts,
      boolean isOutOfTime) {
    RequestCharge before =
        hosts.stream().map(ScriptItems::spent).reduce(operations, RequestCharge::plus);
    RequestCharge computing =
        isOutOfTime
            ? ScriptCharges.MOST
            : ScriptCharges.of(hosts.stream().mapToLong(ScriptItems::work).sum());
    long missing = ScriptCharges.LEAST.hundredths() - before.hundredths() - computing.hundredths();
    RequestCharge more = computing.plus(new RequestCharge(Math.max(0, missing)));
    byte[] position = container.definition().scheme().logicalKey(key).position();
    container.owner(position).admission().charge(key.toJson(), more);
    return before.plus(more);
  }

  private static JsonArray arguments(Call call) {
    if (call.body().length == 0) {
      return JsonArray.EMPTY;
    }
    if (JsonReader.DEFAULT.read(call.body()) instanceof JsonArray arguments) {
      return arguments;
    }
    throw DatabaseException.badRequest("The arguments of a procedure are a JSON array.");
  }

  private static String encoded(String log) {
    return URLEncoder.encode(log, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
