package dev.partita.nosql;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.container.Container;
import dev.partita.container.OwnedPartition;
import dev.partita.container.key.PartitionKey;
import dev.partita.document.Documents;
import dev.partita.document.ItemCondition;
import dev.partita.document.ItemOperation;
import dev.partita.document.ItemResult;
import dev.partita.document.Items;
import dev.partita.document.Precondition;
import dev.partita.document.ReadTerms;
import dev.partita.document.Submitted;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonReader;
import dev.partita.json.JsonValue;
import dev.partita.json.patch.JsonPatch;
import dev.partita.telemetry.RequestDetail;
import java.util.Set;
import java.util.function.Supplier;

/** Requests on items: reading, writing and listing them. */
final class ItemCalls {

  private static final Set<String> CHANGES = Set.of("PUT", "PATCH", "DELETE");

  private final Documents documents;
  private final Resolver resolver;
  private final Queries queries;
  private final ChangeFeedCalls changeFeeds;
  private final BatchCalls batches;
  private final ScriptCalls scripts;
  private final ConsistencyPolicy consistency;

  ItemCalls(
      Documents documents,
      Resolver resolver,
      Queries queries,
      ScriptCalls scripts,
      ConsistencyPolicy consistency) {
    this.scripts = scripts;
    this.consistency = consistency;
    this.documents = documents;
    this.resolver = resolver;
    this.queries = queries;
    this.changeFeeds = new ChangeFeedCalls(documents, queries.quotas(), consistency);
    this.batches = new BatchCalls(documents);
  }

  Reply feed(Call call) {
    Container container = container(call);
    return switch (call.method()) {
      case "GET" -> {
        String incremental = call.header("a-im");
        yield incremental == null
            ? list(call, container)
            : described(container, changeFeeds.read(call, container, incremental));
      }
      case "POST" -> post(call, container);
      default -> throw call.methodNotAllowed();
    };
  }

  Reply single(Call call) {
    if (isChange(call)) {
      return submit(call).get();
    }
    Container container = container(call);
    PartitionKey key = Scope.requireKey(call, container);
    return answered(call, container, key, () -> single(call, documents.items(container), key));
  }

  private Reply single(Call call, Items items, PartitionKey key) {
    Container container = items.container();
    String id = resolver.itemId(call.path(), items, key);
    Precondition precondition = precondition(call);
    return switch (call.method()) {
      case "GET" -> read(call, items, key, id, precondition);
      case "PUT", "PATCH", "DELETE" -> scripts.write(call, container, key, change(call, id));
      default -> throw call.methodNotAllowed();
    };
  }

  /** What is to be done to an item. */
  private static ItemOperation change(Call call, String id) {
    return switch (call.method()) {
      case "PUT" -> new ItemOperation.Replace(id, call.json(), precondition(call));
      case "PATCH" -> patch(id, JsonReader.DEFAULT.read(call.body()), precondition(call));
      case "DELETE" -> new ItemOperation.Delete(id, precondition(call));
      default -> throw call.methodNotAllowed();
    };
  }

  /** A patch with its condition, which the partition in charge compiles. */
  static ItemOperation patch(String id, JsonValue body, Precondition precondition) {
    JsonPatch patch = JsonPatch.fromJson(body);
    ItemCondition condition = JsonPatch.condition(body).map(ItemCondition::of).orElse(null);
    return new ItemOperation.Patch(id, patch, condition, precondition);
  }

  private static Precondition precondition(Call call) {
    return new Precondition(call.header("if-match"), call.header("if-none-match"));
  }

  /** Whether a call is for a write of one item that runs no scripts. */
  static boolean isChange(Call call) {
    return switch (call.intent()) {
      case CREATE, UPSERT -> !ScriptCalls.hasTriggers(call);
      case CHANGE ->
          !call.path().isFeed()
              && CHANGES.contains(call.method())
              && !ScriptCalls.hasTriggers(call);
      default -> false;
    };
  }

  /** Hands such a write over without waiting for it. */
  Submitted<Reply> submit(Call call) {
    Container container = container(call);
    Items items = documents.items(container);
    PartitionKey key;
    ItemOperation operation;
    if (call.path().isFeed()) {
      JsonObject document = call.json();
      key = key(call, container, document);
      operation = creation(call, document);
    } else {
      key = Scope.requireKey(call, container);
      operation = change(call, resolver.itemId(call.path(), items, key));
    }
    call.outcome().detail(() -> RequestDetail.of(key, operation));
    return items
        .submit(key, operation)
        .then(
            result -> answered(call, container, key, () -> written(call, container, result.get())));
  }

  /**
   * The answer, also where it is that the item is missing, taken or another version: clients take
   * the state of their session from those as well.
   */
  private Reply answered(
      Call call, Container container, PartitionKey key, Supplier<Reply> operation) {
    try {
      return operation.get();
    } catch (DatabaseException e) {
      return switch (e.code()) {
        case NOT_FOUND, CONFLICT, PRECONDITION_FAILED -> {
          OwnedPartition owner =
              container.owner(container.definition().scheme().logicalKey(key).position());
          Reply refused = ErrorReply.of(e, call.activityId());
          yield (e.code() == ErrorCode.NOT_FOUND
                  ? refused.fromNamed(resolver.databaseOf(container).name(), container.record())
                  : described(container, refused))
              .served(owner.number(), owner.partition().state().lsn());
        }
        default -> throw e;
      };
    }
  }

  /** Deletes all items of a partition key. */
  Reply deleteByKey(Call call) {
    if (!call.method().equals("POST")) {
      throw call.methodNotAllowed();
    }
    Container container = container(call);
    PartitionKey key = Scope.requireKey(call, container);
    documents.items(container).deleteAll(key);
    container.catchUp();
    return described(container, Reply.of(200))
        .charge(Feeds.METADATA_READ)
        .served(container.owners(container.definition().scheme().positions(key)));
  }

  private Reply post(Call call, Container container) {
    return switch (call.intent()) {
      case PLAN -> described(container, queries.plan(call, container));
      case BATCH -> described(container, batches.run(call, container));
      case QUERY -> {
        yield described(
            container, queries.run(call, documents.items(container), consistency.terms(call)));
      }
      case CREATE, UPSERT -> create(call, container);
      default -> throw call.methodNotAllowed();
    };
  }

  private Reply create(Call call, Container container) {
    if (isChange(call)) {
      return submit(call).get();
    }
    JsonObject document = call.json();
    PartitionKey key = key(call, container, document);
    return answered(
        call, container, key, () -> scripts.write(call, container, key, creation(call, document)));
  }

  private static PartitionKey key(Call call, Container container, JsonObject document) {
    return Scope.optionalKey(call, container)
        .orElseGet(() -> Scope.definition(container).extract(document));
  }

  private static ItemOperation creation(Call call, JsonObject document) {
    return call.intent() == Intent.CREATE
        ? new ItemOperation.Create(document)
        : new ItemOperation.Upsert(document, precondition(call));
  }

  private Reply read(
      Call call, Items items, PartitionKey key, String id, Precondition precondition) {
    Container container = items.container();
    ReadTerms terms = consistency.terms(call);
    SessionTokens.requireReadable(call, container, key);
    call.outcome().detail(() -> RequestDetail.of(key, new ItemOperation.Read(id, precondition)));
    ItemResult result = items.read(key, id, precondition, terms);
    Reply reply =
        described(container, Reply.of(result.kind() == ItemResult.Kind.READ ? 200 : 304))
            .etag(result.etag())
            .charge(result.charge())
            .served(result.partition(), result.lsn());
    return result.kind() == ItemResult.Kind.READ
        ? reply
            .header("x-ms-item-lsn", Long.toString(result.requireItem().lsn()))
            .body(result.requireItem().json())
        : reply;
  }

  private Reply list(Call call, Container container) {
    return described(
        container, queries.list(call, documents.items(container), consistency.terms(call)));
  }

  private Reply written(Call call, Container container, ItemResult result) {
    boolean isDeleted = result.kind() == ItemResult.Kind.DELETED;
    boolean isCreated = result.kind() == ItemResult.Kind.CREATED;
    Reply reply =
        Reply.of(isDeleted ? 204 : isCreated ? 201 : 200)
            .charge(result.charge())
            .served(result.partition(), result.lsn());
    if (isDeleted) {
      return described(container, reply);
    }
    reply.etag(result.etag());
    // Python keeps the session by the id in the item. Without an item, but told the container's
    // name, it would keep those of all containers as one, and ask one for the writes of another.
    return call.minimal()
        ? reply.header("x-ms-content-path", Rids.of(container.record()))
        : described(container, reply).body(result.requireItem().json());
  }

  private Reply described(Container container, Reply reply) {
    return reply.from(resolver.databaseOf(container).name(), container.record());
  }

  /** The container of the path, if it is the one the client means. */
  private Container container(Call call) {
    Container container;
    try {
      container = resolver.container(call.path());
    } catch (DatabaseException e) {
      if (e.code() == ErrorCode.OWNER_NOT_FOUND && call.intent() == Intent.BATCH) {
        // Clients that send many operations at once do not know of owners.
        throw new DatabaseException(ErrorCode.NOT_FOUND, e.getMessage())
            .with("container", call.path().at(3));
      }
      throw e;
    }
    String intended = call.header("x-ms-cosmos-intended-collection-rid");
    if (intended != null) {
      Resolver.requireIntended(container, intended);
    }
    return container;
  }
}
