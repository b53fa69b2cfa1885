package dev.partita.nosql;

import dev.partita.base.error.DatabaseException;
import dev.partita.container.catalogue.Catalogue;
import dev.partita.container.catalogue.ResourceRecord;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Requests on the small resources that all work alike: users and permissions of a database, scripts
 * of a container.
 */
final class ResourceCalls {

  /**
   * A kind of resource.
   *
   * @param segment its place in paths, and its name in the catalogue
   * @param feedName its name in feeds
   * @param check takes what a client sent, refuses what is not valid, and gives what is kept
   */
  record Kind(String segment, String feedName, UnaryOperator<JsonObject> check) {}

  /** What an answer shows beyond what is kept. */
  @FunctionalInterface
  interface Decoration {
    Decoration NONE = (_, json) -> json;

    JsonObject.Builder apply(ResourceRecord record, JsonObject.Builder json);
  }

  private final Catalogue catalogue;
  private final Resolver resolver;
  private final Feeds feeds;

  ResourceCalls(Catalogue catalogue, Resolver resolver, Feeds feeds) {
    this.catalogue = catalogue;
    this.resolver = resolver;
    this.feeds = feeds;
  }

  Reply feed(Call call, Kind kind, int parent, String parentSelf, Decoration decoration) {
    String parentRid = parentSelf.substring(0, parentSelf.length() - 1);
    String rid = parentRid.substring(parentRid.lastIndexOf('/') + 1);
    if (call.intent() == Intent.CREATE || call.intent() == Intent.UPSERT) {
      return create(call, kind, parent, parentSelf, decoration);
    }
    List<JsonObject> documents =
        catalogue.resources(kind.segment(), parent).stream()
            .map(record -> document(record, parentSelf, decoration))
            .toList();
    return switch (call.intent()) {
      case READ -> feeds.list(call, rid, kind.feedName(), documents);
      case QUERY -> feeds.query(call, rid, kind.feedName(), documents);
      default -> throw call.methodNotAllowed();
    };
  }

  private Reply create(Call call, Kind kind, int parent, String parentSelf, Decoration decoration) {
    JsonObject json = call.json();
    String name = name(json);
    JsonObject body = kind.check().apply(json);
    var existing = catalogue.resource(kind.segment(), parent, name);
    if (call.intent() == Intent.UPSERT && existing.isPresent()) {
      return reply(
          200,
          catalogue.replaceResource(existing.get().number(), name, body, requirement(call)),
          parentSelf,
          decoration);
    }
    return reply(
        201, catalogue.createResource(kind.segment(), parent, name, body), parentSelf, decoration);
  }

  Reply single(
      Call call,
      Kind kind,
      int parent,
      String nameOrRid,
      String parentSelf,
      Decoration decoration) {
    ResourceRecord record = resolver.resource(kind.segment(), parent, nameOrRid);
    return switch (call.method()) {
      case "GET" ->
          Etags.isKnown(call, etag(record))
              ? Reply.notModified(etag(record))
              : reply(200, record, parentSelf, decoration);
      case "PUT" -> {
        JsonObject json = call.json();
        yield reply(
            200,
            catalogue.replaceResource(
                record.number(), name(json), kind.check().apply(json), requirement(call)),
            parentSelf,
            decoration);
      }
      case "DELETE" -> {
        catalogue.deleteResource(record.number(), requirement(call));
        yield Reply.of(204).charge(Feeds.METADATA_WRITE);
      }
      default -> throw call.methodNotAllowed();
    };
  }

  String self(ResourceRecord record, String parentSelf) {
    return parentSelf + record.kind() + "/" + Rids.of(catalogue, record) + "/";
  }

  private Reply reply(int status, ResourceRecord record, String parentSelf, Decoration decoration) {
    return Reply.of(status)
        .etag(etag(record))
        .charge(status == 200 ? Feeds.METADATA_READ : Feeds.METADATA_WRITE)
        .body(document(record, parentSelf, decoration));
  }

  private JsonObject document(ResourceRecord record, String parentSelf, Decoration decoration) {
    JsonObject.Builder json =
        record.body().toBuilder()
            .put("id", record.name())
            .put("_rid", Rids.of(catalogue, record))
            .put("_self", self(record, parentSelf))
            .put("_etag", etag(record))
            .put("_ts", record.changedMillis() / 1000);
    return decoration.apply(record, json).build();
  }

  private static Catalogue.Requirement requirement(Call call) {
    String ifMatch = call.header("if-match");
    return current -> Etags.require(ifMatch, etag(current));
  }

  private static String etag(ResourceRecord record) {
    JsonObject named = JsonObject.of(record.name(), record.body());
    return Etags.of(
        JsonObject.of(record.kind(), named),
        record.number(),
        record.version(),
        record.changedMillis());
  }

  private static String name(JsonObject json) {
    if (json.at("id") instanceof JsonString(String name)) {
      return name;
    }
    throw DatabaseException.badRequest("A resource needs an id that is a string.");
  }
}
