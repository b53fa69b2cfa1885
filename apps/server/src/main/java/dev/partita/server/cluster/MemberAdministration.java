package dev.partita.server.cluster;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.base.time.Clock;
import dev.partita.base.time.IsoTime;
import dev.partita.cluster.ClusterJson;
import dev.partita.cluster.ClusterMap;
import dev.partita.cluster.ClusterSettings;
import dev.partita.cluster.NodeEntry;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonValue;
import dev.partita.protocol.ClusterAdministration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** What operators have done to the cluster, at any of its nodes. */
final class MemberAdministration implements ClusterAdministration {

  /** As long as tokens are good. */
  private static final long TOKEN_MILLIS = TimeUnit.MINUTES.toMillis(30);

  private final String cluster;
  private final int self;
  private final Supplier<ClusterMap> map;
  private final ClusterRecordsOfCatalogue records;
  private final Supplier<ClusterMember.NewToken> tokens;
  private final Clock clock;

  MemberAdministration(
      String cluster,
      int self,
      Supplier<ClusterMap> map,
      ClusterRecordsOfCatalogue records,
      Supplier<ClusterMember.NewToken> tokens,
      Clock clock) {
    this.cluster = cluster;
    this.self = self;
    this.map = map;
    this.records = records;
    this.tokens = tokens;
    this.clock = clock;
  }

  @Override
  public JsonObject status() {
    return ClusterJson.status(cluster, self, map.get());
  }

  @Override
  public JsonObject token() {
    ClusterMember.NewToken token = tokens.get();
    return JsonObject.builder()
        .put("token", token.token())
        .put("expiresAt", IsoTime.text(clock.millis() + TOKEN_MILLIS))
        .put("command", token.command())
        .build();
  }

  @Override
  public JsonObject drain(String node) {
    return become(require(node), NodeEntry.State.DRAINING);
  }

  @Override
  public JsonObject remove(String node) {
    NodeEntry leaving = require(node);
    long staying = records.nodes().stream().filter(NodeEntry::stays).count();
    if (leaving.stays()) {
      staying--;
    }
    ClusterMap known = map.get();
    int most =
        known.groups().values().stream()
            .filter(group -> !group.isCatalogue())
            .mapToInt(group -> group.wanted().voters().size())
            .max()
            .orElse(1);
    if (staying < most) {
      throw new DatabaseException(
              ErrorCode.CONFLICT,
              "Without this node there would be fewer nodes than replicas. Add a node first, with"
                  + " 'partita cluster token', or want fewer replicas.")
          .with("node", leaving.name())
          .with("nodesLeft", staying)
          .with("replicas", most);
    }
    return become(leaving, NodeEntry.State.LEAVING);
  }

  private JsonObject become(NodeEntry node, NodeEntry.State state) {
    records.describe(node.withState(state));
    JsonArray nodes = ClusterJson.nodes(map.get());
    for (JsonValue each : nodes) {
      if (each instanceof JsonObject json && json.at("node").equals(JsonNumber.of(node.number()))) {
        return json;
      }
    }
    return JsonObject.builder().put("name", node.name()).build();
  }

  private NodeEntry require(String node) {
    return records
        .node(node)
        .orElseThrow(
            () ->
                new DatabaseException(
                        ErrorCode.NOT_FOUND, "The cluster has no node of this name or number.")
                    .with("node", node));
  }

  @Override
  public JsonObject set(Map<String, String> changes) {
    ClusterSettings settings = records.settings();
    for (Map.Entry<String, String> change : changes.entrySet()) {
      settings = settings.with(change.getKey(), change.getValue());
    }
    records.change(settings);
    return settings.toJson();
  }
}
