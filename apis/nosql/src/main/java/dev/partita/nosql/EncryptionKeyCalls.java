package dev.partita.nosql;

import dev.partita.base.error.DatabaseException;
import dev.partita.container.catalogue.DatabaseRecord;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;

/**
 * Requests on the keys with which clients encrypt properties before they send them. Clients wrap
 * the keys themselves; what is kept here opens nothing.
 */
final class EncryptionKeyCalls {

  static final String SEGMENT = "clientencryptionkeys";

  private static final ResourceCalls.Kind KEYS =
      new ResourceCalls.Kind(SEGMENT, "ClientEncryptionKeys", EncryptionKeyCalls::checked);

  private final ResourceCalls resources;
  private final Resolver resolver;

  EncryptionKeyCalls(ResourceCalls resources, Resolver resolver) {
    this.resources = resources;
    this.resolver = resolver;
  }

  Reply handle(Call call) {
    if (call.method().equals("DELETE")) {
      // Items that were encrypted with it could not be read any more.
      throw call.methodNotAllowed();
    }
    ResourcePath path = call.path();
    DatabaseRecord database = resolver.database(path);
    String self = "dbs/" + Rids.of(database) + "/";
    return path.isFeed()
        ? resources.feed(call, KEYS, database.number(), self, ResourceCalls.Decoration.NONE)
        : resources.single(
            call, KEYS, database.number(), path.at(3), self, ResourceCalls.Decoration.NONE);
  }

  private static JsonObject checked(JsonObject json) {
    for (String text : new String[] {"encryptionAlgorithm", "wrappedDataEncryptionKey"}) {
      if (!(json.at(text) instanceof JsonString)) {
        throw DatabaseException.badRequest("An encryption key lacks a text that it needs.")
            .with("property", text)
            .with("value", json.at(text));
      }
    }
    if (!(json.at("keyWrapMetadata") instanceof JsonObject)) {
      throw DatabaseException.badRequest(
              "An encryption key needs an object keyWrapMetadata, which says how to unwrap it.")
          .with("keyWrapMetadata", json.at("keyWrapMetadata"));
    }
    return JsonObject.builder()
        .put("encryptionAlgorithm", json.at("encryptionAlgorithm"))
        .put("wrappedDataEncryptionKey", json.at("wrappedDataEncryptionKey"))
        .put("keyWrapMetadata", json.at("keyWrapMetadata"))
        .build();
  }
}
