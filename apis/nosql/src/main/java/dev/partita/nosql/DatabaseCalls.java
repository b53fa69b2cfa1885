package dev.partita.nosql;

import dev.partita.base.error.DatabaseException;
import dev.partita.container.Containers;
import dev.partita.container.catalogue.Catalogue;
import dev.partita.container.catalogue.DatabaseRecord;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import java.util.List;

/** Requests on databases. */
final class DatabaseCalls {

  private final Catalogue catalogue;
  private final Containers containers;
  private final Resolver resolver;
  private final Feeds feeds;

  DatabaseCalls(Catalogue catalogue, Containers containers, Resolver resolver, Feeds feeds) {
    this.catalogue = catalogue;
    this.containers = containers;
    this.resolver = resolver;
    this.feeds = feeds;
  }

  Reply feed(Call call) {
    return switch (call.intent()) {
      case READ -> feeds.list(call, "", "Databases", documents());
      case QUERY -> feeds.query(call, "", "Databases", documents());
      case CREATE -> create(call);
      default -> throw call.methodNotAllowed();
    };
  }

  Reply single(Call call) {
    DatabaseRecord record = resolver.database(call.path());
    return switch (call.method()) {
      case "GET" ->
          Etags.isKnown(call, etag(record)) ? Reply.notModified(etag(record)) : reply(200, record);
      case "DELETE" -> {
        Etags.require(call.header("if-match"), etag(record));
        containers.deleteDatabase(record.number());
        yield Reply.of(204).charge(Feeds.METADATA_WRITE);
      }
      default -> throw call.methodNotAllowed();
    };
  }

  private Reply create(Call call) {
    if (!(call.json().at("id") instanceof JsonString(String name))) {
      throw DatabaseException.badRequest("A database needs an id that is a string.");
    }
    return reply(201, containers.createDatabase(resolver.account(), name, Throughputs.of(call)));
  }

  private List<JsonObject> documents() {
    return catalogue.databases(resolver.account()).stream().map(DatabaseCalls::document).toList();
  }

  private static Reply reply(int status, DatabaseRecord record) {
    return Reply.of(status)
        .etag(etag(record))
        .charge(status == 200 ? Feeds.METADATA_READ : Feeds.METADATA_WRITE)
        .body(document(record));
  }

  private static JsonObject document(DatabaseRecord record) {
    return contents(record).with("_etag", JsonString.of(etag(record)));
  }

  private static JsonObject contents(DatabaseRecord record) {
    String rid = Rids.of(record);
    return JsonObject.builder()
        .put("id", record.name())
        .put("_rid", rid)
        .put("_self", "dbs/" + rid + "/")
        .put("_colls", "colls/")
        .put("_users", "users/")
        .put("_ts", record.changedMillis() / 1000)
        .build();
  }

  private static String etag(DatabaseRecord record) {
    return Etags.of(contents(record), record.changedMillis());
  }
}
