package dev.partita.nosql;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.time.Clock;
import dev.partita.container.Container;
import dev.partita.container.catalogue.DatabaseRecord;
import dev.partita.container.catalogue.ResourceRecord;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonNull;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.json.JsonUndefined;
import dev.partita.json.JsonValue;
import java.util.Optional;

/** Requests on users and their permissions, whose answers carry resource tokens. */
final class UserCalls {

  private static final ResourceCalls.Kind USERS =
      new ResourceCalls.Kind("users", "Users", _ -> JsonObject.EMPTY);
  private static final String EXPIRY = "x-ms-documentdb-expiry-seconds";
  private static final long DEFAULT_SECONDS = 3_600;
  private static final long MIN_SECONDS = 600;
  private static final long MAX_SECONDS = 86_400;

  private final ResourceCalls resources;
  private final Resolver resolver;
  private final ResourceTokens tokens;
  private final Clock clock;

  UserCalls(ResourceCalls resources, Resolver resolver, ResourceTokens tokens, Clock clock) {
    this.resources = resources;
    this.resolver = resolver;
    this.tokens = tokens;
    this.clock = clock;
  }

  Reply handle(Call call) {
    ResourcePath path = call.path();
    DatabaseRecord database = resolver.database(path);
    String databaseSelf = "dbs/" + Rids.of(database) + "/";
    ResourceCalls.Decoration shownUser = (_, json) -> json.put("_permissions", "permissions/");
    if (path.size() == 3) {
      return resources.feed(call, USERS, database.number(), databaseSelf, shownUser);
    }
    if (path.size() == 4) {
      return resources.single(call, USERS, database.number(), path.at(3), databaseSelf, shownUser);
    }
    ResourceRecord user = resolver.resource("users", database.number(), path.at(3));
    String userSelf = resources.self(user, databaseSelf);
    ResourceCalls.Kind permissions =
        new ResourceCalls.Kind("permissions", "Permissions", json -> permission(json, database));
    // Before anything is written: a header that cannot be must not leave a permission behind.
    long expiresMillis = clock.millis() + 1000 * seconds(call);
    ResourceCalls.Decoration withToken =
        (record, json) -> json.put("_token", token(record.body(), expiresMillis));
    return path.size() == 5
        ? resources.feed(call, permissions, user.number(), userSelf, withToken)
        : resources.single(call, permissions, user.number(), path.at(5), userSelf, withToken);
  }

  private JsonObject permission(JsonObject json, DatabaseRecord database) {
    if (!(json.at("permissionMode") instanceof JsonString(String mode))
        || !(mode.equalsIgnoreCase("All") || mode.equalsIgnoreCase("Read"))) {
      throw DatabaseException.badRequest("A permission's mode is All or Read.")
          .with("permissionMode", json.at("permissionMode"));
    }
    if (!(json.at("resource") instanceof JsonString(String resource))) {
      throw DatabaseException.badRequest("A permission needs the path of a resource.")
          .with("resource", json.at("resource"));
    }
    Optional<Container> container = container(resource, database);
    return JsonObject.builder()
        .put("permissionMode", mode)
        .put("resource", resource)
        .put("resourcePartitionKey", partitionKey(json.at("resourcePartitionKey"), container))
        .build();
  }

  /**
   * The container that a permission is about; there are none on databases or parts of them. It need
   * not exist yet: until it does, tokens of the permission are good for nothing.
   */
  private Optional<Container> container(String resource, DatabaseRecord database) {
    ResourcePath path = ResourcePath.parse(resource);
    if (path.isFeed() || path.size() < 4 || !path.kinds().startsWith("dbs/colls")) {
      throw DatabaseException.badRequest(
              "A permission is on a container, or on an item or a script of one.")
          .with("resource", resource);
    }
    if (resolver.database(path).number() != database.number()) {
      throw DatabaseException.badRequest(
              "A permission is on something in the database of its user.")
          .with("resource", resource);
    }
    return resolver.findContainer(database, path.at(3));
  }

  private static JsonValue partitionKey(JsonValue given, Optional<Container> container) {
    return switch (given) {
      case JsonUndefined _, JsonNull _ -> JsonUndefined.UNDEFINED;
      case JsonArray key -> {
        container.ifPresent(found -> Scope.definition(found).parsePrefix(key.toString()));
        yield key;
      }
      default ->
          throw DatabaseException.badRequest("A permission's resourcePartitionKey is an array.")
              .with("resourcePartitionKey", given);
    };
  }

  private String token(JsonObject permission, long expiresMillis) {
    String resource = ((JsonString) permission.at("resource")).value();
    boolean all =
        permission.at("permissionMode") instanceof JsonString(String mode)
            && mode.equalsIgnoreCase("All");
    String key =
        permission.at("resourcePartitionKey") instanceof JsonArray array ? array.toString() : null;
    String link = resolver.lastingLink(ResourcePath.parse(resource));
    return tokens.issue(new Grant(link, all, key), expiresMillis);
  }

  private static long seconds(Call call) {
    String given = call.header(EXPIRY);
    if (given == null) {
      return DEFAULT_SECONDS;
    }
    try {
      long seconds = Long.parseLong(given.trim());
      if (seconds >= MIN_SECONDS && seconds <= MAX_SECONDS) {
        return seconds;
      }
    } catch (NumberFormatException e) {
      throw Call.invalid(EXPIRY, given, "600 to 86400");
    }
    throw Call.invalid(EXPIRY, given, "600 to 86400");
  }
}
