package dev.partita.admin.cluster;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.json.JsonBoolean;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.json.JsonWriter;
import dev.partita.net.http.Response;
import dev.partita.protocol.ClusterAdministration;
import dev.partita.protocol.OperatorCall;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Requests about the cluster. A server that is alone says so, and what would make it a node of a
 * cluster. Safe for use by any number of threads.
 */
public final class ClusterCalls {

  private static final String ALONE =
      "This server is no node of a cluster. 'partita serve --cluster' makes an empty folder the"
          + " first node of one.";

  private final Supplier<Optional<ClusterAdministration>> cluster;

  public ClusterCalls(Supplier<Optional<ClusterAdministration>> cluster) {
    this.cluster = cluster;
  }

  /**
   * Answers a request.
   *
   * @param path what follows the name of the resource
   */
  public Response answer(OperatorCall call, List<String> path) {
    return switch (String.join("/", path)) {
      case "" -> read(call, "");
      case "nodes" -> read(call, "nodes");
      case "groups" -> read(call, "groups");
      case "token" -> {
        call.requireMethod("POST");
        yield json(require().token());
      }
      case "settings" -> {
        call.requireMethod("POST");
        yield json(require().set(settings(call.json())));
      }
      default -> node(call, path);
    };
  }

  private Response node(OperatorCall call, List<String> path) {
    if (path.size() != 3 || !path.getFirst().equals("nodes")) {
      throw call.unknown();
    }
    return switch (path.get(2)) {
      case "drain" -> {
        call.requireMethod("POST");
        yield json(require().drain(path.get(1)));
      }
      case "remove" -> {
        call.requireMethod("POST");
        yield json(require().remove(path.get(1)));
      }
      default -> throw call.unknown();
    };
  }

  /** The status, or a part of it. */
  private Response read(OperatorCall call, String part) {
    call.requireMethod("GET");
    if (cluster.get().isEmpty()) {
      return json(alone());
    }
    JsonObject status = require().status();
    return json(
        part.isEmpty()
            ? status.with("isCluster", JsonBoolean.of(true))
            : JsonObject.of(part, status.at(part)));
  }

  private static JsonObject alone() {
    return JsonObject.builder()
        .put("isCluster", false)
        .put("health", "healthy")
        .put("text", ALONE)
        .build();
  }

  private ClusterAdministration require() {
    return cluster.get().orElseThrow(() -> new DatabaseException(ErrorCode.CONFLICT, ALONE));
  }

  private static Map<String, String> settings(JsonObject body) {
    Map<String, String> settings = new LinkedHashMap<>();
    for (JsonObject.Member member : body) {
      settings.put(
          member.name(),
          member.value() instanceof JsonString(String text) ? text : member.value().toString());
    }
    if (settings.isEmpty()) {
      throw DatabaseException.badRequest(
          "The body names no setting. Send an object such as {\"repair-after\":\"10m\"}.");
    }
    return settings;
  }

  private static Response json(JsonObject body) {
    return Response.json(200, JsonWriter.bytes(body));
  }
}
