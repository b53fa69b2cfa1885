package dev.partita.simulation;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.container.key.PartitionKey;
import dev.partita.document.BatchResult;
import dev.partita.document.ItemOperation;
import dev.partita.document.ItemResult;
import dev.partita.document.Items;
import dev.partita.document.Precondition;
import dev.partita.document.StoredItem;
import dev.partita.execution.page.QueryPage;
import dev.partita.execution.plan.QueryRequest;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;
import dev.partita.json.patch.JsonPatch;
import dev.partita.replication.NotInCharge;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/** Those who ask for items: what they ask, and what they make of the answers. */
final class Clients {

  static final List<String> KEYS = List.of("k0", "k1", "k2", "k3", "k4");
  static final List<String> IDS = List.of("a", "b", "c");

  private final Random random;
  private final History history;

  /** The newest version that was seen of each item, and the tags of all versions. */
  private final Map<String, Long> seen = new HashMap<>();

  private final Map<Long, String> etags = new HashMap<>();
  private long lastVersion;

  Clients(Random random, History history) {
    this.random = random;
    this.history = history;
  }

  /** An action on some items of a container. */
  Action anAction(History.Target target) {
    return switch (random.nextInt(10)) {
      case 0, 1 -> new Action.Read(anId());
      case 2 -> new Action.ReadAll();
      case 3 -> {
        List<Action.Step> steps = new ArrayList<>();
        for (int i = random.nextInt(3); i >= 0; i--) {
          steps.add(aStep(target));
        }
        yield new Action.Write(steps);
      }
      default -> new Action.Write(List.of(aStep(target)));
    };
  }

  private Action.Step aStep(History.Target target) {
    String id = anId();
    long expected =
        random.nextBoolean() ? seen.getOrDefault(name(target, id), Action.ANY) : Action.ANY;
    return switch (random.nextInt(6)) {
      case 0 -> new Action.Create(id, ++lastVersion);
      case 1, 2 -> new Action.Upsert(id, ++lastVersion, expected);
      case 3 -> new Action.Replace(id, ++lastVersion, expected);
      case 4 -> new Action.Patch(id, ++lastVersion, expected);
      default -> new Action.Delete(id, expected);
    };
  }

  private String anId() {
    return IDS.get(random.nextInt(IDS.size()));
  }

  private static String name(History.Target target, String id) {
    return target + "/" + id;
  }

  /** Asks, on a thread of the engine's process, and notes the answer. */
  void carryOut(ServingEngine engine, History.Request request, Action action) {
    History.Target target = request.target();
    PartitionKey key = PartitionKey.of(target.key());
    try {
      Items items = engine.documents().items(engine.container(target.container()));
      switch (action) {
        case Action.Read(String id) -> read(items, key, request, id);
        case Action.ReadAll() -> readAll(engine, items, request);
        case Action.Write(List<Action.Step> steps) when steps.size() == 1 ->
            write(items, key, request, steps.getFirst());
        case Action.Write write -> write(items, key, request, write);
      }
    } catch (RuntimeException e) {
      note(request, action, ServingEngine.requireExpected(action.toString(), e));
    }
  }

  private static void note(History.Request request, Action action, Throwable failure) {
    if (failure instanceof NotInCharge) {
      request.withdrawn("not leading");
    } else if (failure instanceof DatabaseException known) {
      switch (known.code()) {
        case STORAGE_FULL, THROTTLED, OWNER_NOT_FOUND -> request.withdrawn(known.text());
        case CONFLICT, NOT_FOUND, PRECONDITION_FAILED -> request.refused(0, known.code());
        case UNAVAILABLE, TIMEOUT, RETRY -> request.lost(known.text());
        default ->
            throw new SimulationFailure("Not an answer to " + action + ": " + failure, failure);
      }
    } else {
      throw new SimulationFailure("Not an answer to " + action + ": " + failure, failure);
    }
  }

  private void read(Items items, PartitionKey key, History.Request request, String id) {
    try {
      ItemResult result = items.read(key, id);
      StoredItem item = result.requireItem();
      saw(request.target(), item);
      request.answered(new Operation.Found(Map.of(id, version(item.document()))), result.lsn());
    } catch (DatabaseException e) {
      if (e.code() != ErrorCode.NOT_FOUND) {
        throw e;
      }
      request.found(new Operation.Found(Map.of()));
    }
  }

  /** Reads all items by a query, in one page, which is of one moment. */
  private void readAll(ServingEngine engine, Items items, History.Request request) {
    String key = request.target().key();
    String text =
        switch (random.nextInt(3)) {
          case 0 -> "SELECT * FROM c WHERE c.pk = '%s'";
          case 1 -> "SELECT * FROM c WHERE c.pk = '%s' AND c.v > 0";
          default -> "SELECT * FROM c WHERE c.pk = '%s' ORDER BY c.v";
        };
    QueryPage page;
    try {
      page = engine.queries().page(items, QueryRequest.of(text.formatted(key)));
    } catch (DatabaseException e) {
      if (e.code() != ErrorCode.BAD_REQUEST || !e.context().containsKey("maxMillis")) {
        throw e;
      }
      request.withdrawn("the clock has jumped, so that its time was over");
      return;
    }
    if (page.continuation() != null) {
      request.withdrawn("the same, but a part of the result");
      return;
    }
    Map<String, Long> found = new TreeMap<>();
    for (JsonValue value : page.values()) {
      if (value instanceof JsonObject document
          && document.at("id") instanceof JsonString(String id)
          && document.at("_etag") instanceof JsonString(String etag)) {
        saw(request.target(), id, version(document), etag);
        Long twice = found.put(id, version(document));
        SimulationFailure.require(twice == null, "A page has an item twice: %s", value);
      }
    }
    request.found(new Operation.Found(found));
  }

  private void write(Items items, PartitionKey key, History.Request request, Action.Step step) {
    ItemResult result = items.carryOut(key, operation(request.target(), step));
    if (result.item() != null) {
      saw(request.target(), result.requireItem());
    }
    request.answered(new Operation.Written(), result.lsn());
  }

  private void write(Items items, PartitionKey key, History.Request request, Action.Write write) {
    BatchResult result =
        items.batch(
            key, write.steps().stream().map(step -> operation(request.target(), step)).toList());
    DatabaseException error = result.error();
    if (error == null) {
      // Versions in between were never there for anyone else.
      request.answered(new Operation.Written(), result.lsn());
    } else {
      request.refused(result.failedAt(), error.code());
    }
  }

  private ItemOperation operation(History.Target target, Action.Step step) {
    return switch (step) {
      case Action.Create(String id, long version) ->
          new ItemOperation.Create(document(target, id, version));
      case Action.Upsert(String id, long version, long expected) ->
          new ItemOperation.Upsert(document(target, id, version), precondition(expected));
      case Action.Replace(String id, long version, long expected) ->
          new ItemOperation.Replace(id, document(target, id, version), precondition(expected));
      case Action.Patch(String id, long version, long expected) ->
          new ItemOperation.Patch(id, patch(version), null, precondition(expected));
      case Action.Delete(String id, long expected) ->
          new ItemOperation.Delete(id, precondition(expected));
    };
  }

  private static JsonObject document(History.Target target, String id, long version) {
    return JsonObject.builder()
        .put("id", id)
        .put("pk", target.key())
        .put("v", version)
        .put("rest", version % 7)
        .put("text", "x".repeat((int) (version * 31 % 400)))
        .build();
  }

  private static JsonPatch patch(long version) {
    JsonObject operation =
        JsonObject.builder()
            .put("op", "set")
            .put("path", "/v")
            .put("value", JsonNumber.of(version))
            .build();
    return JsonPatch.fromJson(JsonObject.of("operations", JsonArray.of(List.of(operation))));
  }

  private Precondition precondition(long expected) {
    String etag = etags.get(expected);
    return etag == null ? Precondition.NONE : Precondition.ifMatch(etag);
  }

  private void saw(History.Target target, StoredItem item) {
    JsonObject document = item.document();
    if (document.at("id") instanceof JsonString(String id)) {
      saw(target, id, version(document), item.etag());
    }
  }

  private void saw(History.Target target, String id, long version, String etag) {
    history.saw(target, id, version, etag);
    seen.put(name(target, id), version);
    etags.put(version, etag);
  }

  static long version(JsonValue document) {
    return document instanceof JsonObject object && object.at("v") instanceof JsonNumber number
        ? number.longValue()
        : 0;
  }
}
