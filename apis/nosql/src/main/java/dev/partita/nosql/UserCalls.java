package dev.partita.nosql;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.time.Clock;
import dev.partita.container.Container;
import dev.partita.container.catalogue.DatabaseRecord;
import dev.partita.container.catalogue.ResourceRecord;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.json.JsonUndefined;

/** Requests on users and their permissions, whose answers carry resource tokens. */
final class UserCalls {

  private static final ResourceCalls.Kind USERS =
      new ResourceCalls.Kind("users", "Users", _ -> JsonObject.EMPTY);
  private static final ResourceCalls.Kind PERMISSIONS =
      new ResourceCalls.Kind("permissions", "Permissions", UserCalls::permission);
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
    DatabaseRecord database = resolver.database(path.at(1));
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
    ResourceCalls.Decoration withToken =
        (record, json) -> json.put("_token", token(call, record.body()));
    return path.size() == 5
        ? resources.feed(call, PERMISSIONS, user.number(), userSelf, withToken)
        : resources.single(call, PERMISSIONS, user.number(), path.at(5), userSelf, withToken);
  }

  private static JsonObject permission(JsonObject json) {
    if (!(json.at("resource") instanceof JsonString resource)) {
      throw DatabaseException.badRequest("A permission needs the path of a resource.");
    }
    if (!(json.at("permissionMode") instanceof JsonString(String mode))
        || !(mode.equalsIgnoreCase("All") || mode.equalsIgnoreCase("Read"))) {
      throw DatabaseException.badRequest("A permission's mode is All or Read.")
          .with("permissionMode", json.at("permissionMode"));
    }
    return JsonObject.builder()
        .put("permissionMode", mode.equalsIgnoreCase("All") ? "All" : "Read")
        .put("resource", resource)
        .put(
            "resourcePartitionKey",
            json.at("resourcePartitionKey") instanceof JsonArray key
                ? key
                : JsonUndefined.UNDEFINED)
        .build();
  }

  private String token(Call call, JsonObject permission) {
    String resource = ((JsonString) permission.at("resource")).value();
    boolean all = permission.at("permissionMode").equals(JsonString.of("All"));
    String key =
        permission.at("resourcePartitionKey") instanceof JsonArray array ? array.toString() : null;
    return tokens.issue(
        new Grant(names(resource), all, key), clock.millis() + 1000 * seconds(call));
  }

  /** The path by names, since that is how tokens are compared. */
  private String names(String resource) {
    ResourcePath path = ResourcePath.parse(resource);
    if (path.size() < 4) {
      return path.link();
    }
    Container container = resolver.container(path);
    DatabaseRecord database = resolver.database(path.at(1));
    String names = "dbs/" + database.name() + "/colls/" + container.record().name();
    for (int i = 4; i < path.size(); i++) {
      names += "/" + path.at(i);
    }
    return names;
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
