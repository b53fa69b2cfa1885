package dev.partita.nosql;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.container.Container;
import dev.partita.container.Engine;
import dev.partita.container.OwnedPartition;
import dev.partita.container.key.PartitionKey;
import dev.partita.document.Documents;
import dev.partita.document.ItemResult;
import dev.partita.document.Items;
import dev.partita.document.Precondition;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonReader;
import dev.partita.json.patch.JsonPatch;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Requests on items: reading, writing and listing them. */
final class ItemCalls {

  private static final Set<String> LEVELS = Set.of("Session", "ConsistentPrefix", "Eventual");

  private final Engine engine;
  private final Documents documents;
  private final Resolver resolver;
  private final Feeds feeds;
  private final Queries queries;
  private final ChangeFeedCalls changeFeeds;
  private final BatchCalls batches;

  ItemCalls(Documents documents, Resolver resolver, Feeds feeds, Queries queries) {
    this.engine = documents.engine();
    this.documents = documents;
    this.resolver = resolver;
    this.feeds = feeds;
    this.queries = queries;
    this.changeFeeds = new ChangeFeedCalls(documents);
    this.batches = new BatchCalls(documents, queries);
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
    Container container = container(call);
    Items items = documents.items(container);
    PartitionKey key = Scope.requireKey(call, container);
    String id = call.path().at(5);
    Precondition precondition =
        new Precondition(call.header("if-match"), call.header("if-none-match"));
    return switch (call.method()) {
      case "GET" -> read(call, items, key, id, precondition);
      case "PUT" -> {
        refuseWriteOptions(call);
        yield written(call, container, 200, items.replace(key, id, call.json(), precondition));
      }
      case "PATCH" -> {
        refuseWriteOptions(call);
        yield patch(call, items, key, id, precondition);
      }
      case "DELETE" -> {
        refuseWriteOptions(call);
        ItemResult deleted = items.delete(key, id, precondition);
        yield described(container, Reply.of(204))
            .charge(deleted.charge())
            .served(deleted.partition(), deleted.lsn());
      }
      default -> throw call.methodNotAllowed();
    };
  }

  /** Deletes all items of a partition key. */
  Reply deleteByKey(Call call) {
    if (!call.method().equals("POST")) {
      throw call.methodNotAllowed();
    }
    Container container = container(call);
    PartitionKey key = Scope.requireKey(call, container);
    documents.items(container).deleteAll(key);
    return described(container, Reply.of(200))
        .charge(Feeds.METADATA_READ)
        .served(container.owners(container.definition().scheme().positions(key)));
  }

  private Reply post(Call call, Container container) {
    if (call.flag("x-ms-cosmos-is-query-plan-request")) {
      return described(container, queries.plan(call, container));
    }
    if (call.flag("x-ms-cosmos-is-batch-request")) {
      return described(container, batches.run(call, container));
    }
    if (feeds.isQuery(call)) {
      requireConsistency(call);
      return described(container, queries.run(call, documents.items(container)));
    }
    refuseWriteOptions(call);
    Items items = documents.items(container);
    @Nullable PartitionKey key = Scope.optionalKey(call, container).orElse(null);
    JsonObject document = call.json();
    if (call.flag("x-ms-documentdb-is-upsert")) {
      Precondition precondition = new Precondition(call.header("if-match"), null);
      ItemResult result = items.upsert(key, document, precondition);
      return written(call, container, result.kind() == ItemResult.Kind.CREATED ? 201 : 200, result);
    }
    return written(call, container, 201, items.create(key, document));
  }

  private Reply read(
      Call call, Items items, PartitionKey key, String id, Precondition precondition) {
    Container container = items.container();
    requireConsistency(call);
    String session = call.header("x-ms-session-token");
    if (session != null) {
      OwnedPartition owner =
          container.owner(container.definition().scheme().logicalKey(key).position());
      SessionTokens.require(container, owner, session);
    }
    ItemResult result = items.read(key, id, precondition);
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

  private Reply patch(
      Call call, Items items, PartitionKey key, String id, Precondition precondition) {
    JsonPatch patch = JsonPatch.fromJson(JsonReader.DEFAULT.read(call.body()));
    return written(
        call,
        items.container(),
        200,
        items.patch(key, id, patch, queries.condition(patch.condition()), precondition));
  }

  private Reply list(Call call, Container container) {
    requireConsistency(call);
    return described(container, queries.list(call, documents.items(container)));
  }

  private Reply written(Call call, Container container, int status, ItemResult result) {
    Reply reply =
        described(container, Reply.of(status))
            .etag(result.etag())
            .charge(result.charge())
            .served(result.partition(), result.lsn());
    return call.minimal() ? reply : reply.body(result.requireItem().json());
  }

  private Reply described(Container container, Reply reply) {
    return reply.from(
        engine.catalogue().database(container.record().database()).orElseThrow().name(),
        container.record());
  }

  /** The container of the path, if it is the one the client means. */
  private Container container(Call call) {
    Container container = resolver.container(call.path());
    String intended = call.header("x-ms-cosmos-intended-collection-rid");
    if (intended != null && !intended.equals(Rids.of(container.record()))) {
      throw new DatabaseException(
              ErrorCode.CONTAINER_REPLACED,
              "The container of this name is not the one that the client knew.")
          .with("intended", intended)
          .with("found", Rids.of(container.record()));
    }
    return container;
  }

  private static void refuseWriteOptions(Call call) {
    call.refuse("x-ms-documentdb-pre-trigger-include");
    call.refuse("x-ms-documentdb-post-trigger-include");
  }

  static void requireConsistency(Call call) {
    String level = call.header("x-ms-consistency-level");
    String strategy = call.header("x-ms-cosmos-read-consistency-strategy");
    if (level != null && strategy != null) {
      throw DatabaseException.badRequest(
              "A consistency level and a read consistency strategy exclude each other.")
          .with("x-ms-consistency-level", level)
          .with("x-ms-cosmos-read-consistency-strategy", strategy);
    }
    if (level != null && !LEVELS.contains(level)) {
      throw Call.invalid(
          "x-ms-consistency-level",
          level,
          "one that is not stronger than the account's, Session: " + LEVELS);
    }
  }
}
