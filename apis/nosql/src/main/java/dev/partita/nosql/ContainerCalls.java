package dev.partita.nosql;

import dev.partita.base.error.DatabaseException;
import dev.partita.container.Container;
import dev.partita.container.Containers;
import dev.partita.container.catalogue.Catalogue;
import dev.partita.container.catalogue.ContainerDefinition;
import dev.partita.container.catalogue.ContainerRecord;
import dev.partita.container.catalogue.DatabaseRecord;
import dev.partita.document.Documents;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonValue;
import java.util.List;

/** Requests on containers. */
final class ContainerCalls {

  private final Documents documents;
  private final Catalogue catalogue;
  private final Containers containers;
  private final Resolver resolver;
  private final Feeds feeds;
  private final ContainerQuotas quotas;

  ContainerCalls(
      Catalogue catalogue,
      Containers containers,
      Documents documents,
      Resolver resolver,
      Feeds feeds,
      ContainerQuotas quotas) {
    this.documents = documents;
    this.catalogue = catalogue;
    this.containers = containers;
    this.quotas = quotas;
    this.resolver = resolver;
    this.feeds = feeds;
  }

  Reply feed(Call call) {
    DatabaseRecord database = resolver.database(call.path());
    List<JsonObject> documents =
        catalogue.containers(database.number()).stream().map(ContainerDocument::write).toList();
    String rid = Rids.of(database);
    return switch (call.intent()) {
      case READ -> feeds.list(call, rid, "DocumentCollections", documents);
      case QUERY -> feeds.query(call, rid, "DocumentCollections", documents);
      case CREATE -> create(call, database);
      default -> throw call.methodNotAllowed();
    };
  }

  Reply single(Call call) {
    Container container = resolver.container(call.path());
    return switch (call.method()) {
      case "GET" -> read(call, container);
      case "PUT" -> replace(call, container);
      case "DELETE" -> {
        Etags.require(call.header("if-match"), ContainerDocument.etag(container.record()));
        containers.deleteContainer(container.number());
        yield Reply.of(204).charge(Feeds.METADATA_WRITE);
      }
      default -> throw call.methodNotAllowed();
    };
  }

  private Reply create(Call call, DatabaseRecord database) {
    ContainerDefinition definition = ContainerDocument.read(call.json());
    EncryptionPolicy.requireKeys(
        definition.properties().at(EncryptionPolicy.NAME), catalogue, database.number());
    Container container =
        containers.createContainer(database.number(), definition, Throughputs.of(call));
    return reply(201, container);
  }

  private Reply read(Call call, Container container) {
    String etag = ContainerDocument.etag(container.record());
    if (Etags.isKnown(call, etag)) {
      return Reply.notModified(etag);
    }
    JsonObject json = ContainerDocument.write(container.record());
    if (call.flag("x-ms-documentdb-populatepartitionstatistics")) {
      json = json.with("statistics", ContainerStatistics.of(container));
    }
    Reply reply = described(200, container).body(json);
    return call.flag("x-ms-documentdb-populatequotainfo")
        ? withQuota(call, reply, container)
        : reply;
  }

  private Reply withQuota(Call call, Reply reply, Container container) {
    return quotas
        .say(reply, call, container, container.partitions())
        .header(
            "x-ms-documentdb-collection-index-transformation-progress",
            Integer.toString(documents.items(container).reader().indexProgressPercent()));
  }

  private Reply replace(Call call, Container container) {
    Etags.require(call.header("if-match"), ContainerDocument.etag(container.record()));
    JsonObject json = call.json();
    if (!json.has("partitionKey")) {
      throw DatabaseException.badRequest(
              "The partition key must be given when a container is replaced.")
          .with("container", container.record().name());
    }
    JsonValue conflicts = ContainerDocument.conflicts(container.definition());
    if (!json.has(ConflictPolicy.NAME)) {
      json = json.with(ConflictPolicy.NAME, conflicts);
    }
    ContainerDefinition changed =
        ContainerDocument.read(json).withModel(container.definition().model());
    if (!conflicts.equals(ContainerDocument.conflicts(changed))) {
      throw DatabaseException.badRequest(
              "Updating conflict resolution policy is currently not supported: make another"
                  + " container.")
          .with("container", container.record().name())
          .with(ConflictPolicy.NAME, conflicts);
    }
    JsonValue encryption = container.definition().properties().at(EncryptionPolicy.NAME);
    if (!encryption.equals(changed.properties().at(EncryptionPolicy.NAME))) {
      throw DatabaseException.badRequest(
              "What clients encrypt cannot be changed: make another container.")
          .with("container", container.record().name());
    }
    return reply(200, containers.changeDefinition(container.number(), changed));
  }

  private Reply reply(int status, Container container) {
    return described(status, container).body(ContainerDocument.write(container.record()));
  }

  private Reply described(int status, Container container) {
    ContainerRecord record = container.record();
    return Reply.of(status)
        .etag(ContainerDocument.etag(record))
        .charge(status == 200 ? Feeds.METADATA_READ : Feeds.METADATA_WRITE)
        .from(resolver.databaseOf(container));
  }
}
