package dev.partita.faults;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.time.Clock;
import dev.partita.base.time.Deadline;
import dev.partita.client.Client;
import dev.partita.client.ClientRequest;
import dev.partita.client.ValueText;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/** A cluster of three processes on this machine. For one thread but for the clients. */
final class ThreeNodes implements AutoCloseable {

  private static final long PATIENCE_MILLIS = 180_000;
  private static final long LOOK_MILLIS = 50;

  final List<NodeProcess> nodes = new ArrayList<>();
  private final Path folder;
  private final Clock clock = Clock.system();

  ThreeNodes(Path folder) throws IOException {
    this.folder = folder;
    for (String name : List.of("a", "b", "c")) {
      add(name);
    }
    await("three replicas of everything", this::isWhole);
  }

  /** Founds the cluster with the first node, and has further ones join. */
  NodeProcess add(String name) throws IOException {
    NodeProcess node = new NodeProcess(name, folder);
    nodes.add(node);
    if (nodes.size() == 1) {
      node.start("--cluster");
    } else {
      node.start("--join=" + nodes.getFirst().address(), "--token=" + token());
    }
    await("node " + name, () -> isReady(node));
    return node;
  }

  String token() {
    return text(
        nodes.getFirst().client.require(ClientRequest.admin("POST", "cluster", "token")).object(),
        "token");
  }

  static String text(JsonObject object, String name) {
    return ValueText.plain(object.at(name));
  }

  /** Whether a node is up and has what it needs. */
  boolean isReady(NodeProcess node) {
    if (!node.isRunning()) {
      try {
        throw new AssertionError("Node " + node.name + " has ended:\n" + node.logText());
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    }
    try {
      JsonObject status = status(node.client);
      return objects(status.at("nodes")).stream()
          .anyMatch(each -> text(each, "name").equals(node.name));
    } catch (DatabaseException e) {
      return false;
    }
  }

  JsonObject status(Client client) {
    return client.require(ClientRequest.admin("GET", "cluster")).object();
  }

  /** Whether every group has all of its replicas, and nothing is under way. */
  boolean isWhole() {
    try {
      JsonObject status = status(running().getFirst().client);
      return text(status, "health").equals("healthy")
          && objects(status.at("groups")).size() > 1
          && objects(status.at("groups")).stream()
              .allMatch(
                  group ->
                      group.has("leader")
                          && !group.has("becomes")
                          && ((JsonArray) group.at("voters")).size() == 3);
    } catch (DatabaseException e) {
      return false;
    }
  }

  List<NodeProcess> running() {
    return nodes.stream().filter(NodeProcess::isRunning).toList();
  }

  /** The node that leads most groups. */
  NodeProcess leader() {
    JsonObject status = status(running().getFirst().client);
    NodeProcess leader = nodes.getFirst();
    int most = -1;
    for (JsonObject node : objects(status.at("nodes"))) {
      int leads = Integer.parseInt(text(node, "leads"));
      if (leads > most) {
        most = leads;
        leader = named(text(node, "name"));
      }
    }
    return leader;
  }

  private NodeProcess named(String name) {
    return nodes.stream().filter(node -> node.name.equals(name)).findFirst().orElseThrow();
  }

  static List<JsonObject> objects(JsonValue value) {
    return value instanceof JsonArray array
        ? array.elements().stream().map(JsonObject.class::cast).toList()
        : List.of();
  }

  void createContainer(String database, String container) {
    Client client = nodes.getLast().client;
    client.require(
        ClientRequest.nosql("POST", "dbs").withBody(JsonObject.of("id", JsonString.of(database))));
    client.require(
        ClientRequest.nosql("POST", "dbs", database, "colls")
            .with("x-ms-offer-throughput", "40000")
            .withBody(
                JsonObject.builder()
                    .put("id", container)
                    .put(
                        "partitionKey",
                        JsonObject.builder()
                            .put("paths", JsonArray.of(JsonString.of("/pk")))
                            .put("kind", "Hash")
                            .put("version", 2)
                            .build())
                    .build()));
    // Other nodes hear of it a moment later.
    for (NodeProcess node : nodes) {
      await(
          "the container at " + node.name,
          () ->
              node.client
                  .send(ClientRequest.nosql("GET", "dbs", database, "colls", container))
                  .isSuccess());
    }
  }

  void await(String what, BooleanSupplier condition) {
    Deadline deadline = Deadline.in(PATIENCE_MILLIS, clock);
    while (!condition.getAsBoolean()) {
      if (deadline.isOver()) {
        throw new AssertionError("Not in time: " + what + logs());
      }
      clock.sleep(LOOK_MILLIS);
    }
  }

  /** The ends of all logs. */
  private String logs() {
    StringBuilder logs = new StringBuilder();
    for (NodeProcess node : nodes) {
      try {
        String text = node.logText();
        logs.append("\n--- ").append(node.name).append('\n');
        logs.append(text.substring(Math.max(0, text.length() - 3_000)));
      } catch (IOException e) {
        logs.append(e);
      }
    }
    return logs.toString();
  }

  @Override
  public void close() {
    for (NodeProcess node : nodes) {
      node.close();
    }
  }
}
