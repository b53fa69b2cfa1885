package dev.partita.nosql;

import dev.partita.base.error.DatabaseException;
import dev.partita.container.Container;
import dev.partita.container.Engine;
import dev.partita.container.catalogue.ContainerDefinition;
import dev.partita.container.catalogue.ContainerRecord;
import dev.partita.container.catalogue.DatabaseRecord;
import dev.partita.json.JsonObject;
import java.util.List;

/** Requests on containers. */
final class ContainerCalls {

  private final Engine engine;
  private final Resolver resolver;
  private final Feeds feeds;

  ContainerCalls(Engine engine, Resolver resolver, Feeds feeds) {
    this.engine = engine;
    this.resolver = resolver;
    this.feeds = feeds;
  }

  Reply feed(Call call) {
    DatabaseRecord database = resolver.database(call.path().at(1));
    List<JsonObject> documents =
        engine.catalogue().containers(database.number()).stream()
            .map(ContainerDocument::write)
            .toList();
    String rid = Rids.of(database);
    return switch (call.method()) {
      case "GET" -> feeds.list(call, rid, "DocumentCollections", documents);
      case "POST" ->
          feeds.isQuery(call)
              ? feeds.query(call, rid, "DocumentCollections", documents)
              : create(call, database);
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
        engine.deleteContainer(container.number());
        yield Reply.of(204).charge(Feeds.METADATA_WRITE);
      }
      default -> throw call.methodNotAllowed();
    };
  }

  private Reply create(Call call, DatabaseRecord database) {
    ContainerDefinition definition = ContainerDocument.read(call.json());
    Container container =
        engine.createContainer(database.number(), definition, Throughputs.of(call));
    return reply(201, container);
  }

  private Reply read(Call call, Container container) {
    String etag = ContainerDocument.etag(container.record());
    if (etag.equals(call.header("if-none-match"))) {
      return Reply.of(304).etag(etag).charge(Feeds.METADATA_READ);
    }
    Reply reply = reply(200, container);
    if (call.flag("x-ms-documentdb-populatequotainfo")) {
      long records =
          container.partitions().stream()
              .mapToLong(owned -> owned.partition().state().recordCount())
              .sum();
      long kilobytes = container.sizeBytes() / 1024;
      reply
          .header(
              "x-ms-resource-usage",
              "functions=0;storedProcedures=0;triggers=0;documentSize=0;documentsSize=%d;documentsCount=%d;collectionSize=%d;"
                  .formatted(kilobytes, records, kilobytes))
          .header(
              "x-ms-resource-quota",
              "functions=50;storedProcedures=100;triggers=25;documentSize=2048;documentsSize=%d;collectionSize=%d;"
                  .formatted(quotaKilobytes(container), quotaKilobytes(container)))
          .header("x-ms-documentdb-collection-index-transformation-progress", "100");
    }
    return reply;
  }

  private long quotaKilobytes(Container container) {
    return engine.limits().physicalPartitionBytes() / 1024 * container.map().current().size();
  }

  private Reply replace(Call call, Container container) {
    Etags.require(call.header("if-match"), ContainerDocument.etag(container.record()));
    JsonObject json = call.json();
    if (!json.has("partitionKey")) {
      throw DatabaseException.badRequest(
              "The partition key must be given when a container is replaced.")
          .with("container", container.record().name());
    }
    return reply(200, engine.changeDefinition(container.number(), ContainerDocument.read(json)));
  }

  private Reply reply(int status, Container container) {
    ContainerRecord record = container.record();
    DatabaseRecord database = engine.catalogue().database(record.database()).orElseThrow();
    return Reply.of(status)
        .etag(ContainerDocument.etag(record))
        .charge(status == 200 ? Feeds.METADATA_READ : Feeds.METADATA_WRITE)
        .from(database)
        .body(ContainerDocument.write(record));
  }
}
