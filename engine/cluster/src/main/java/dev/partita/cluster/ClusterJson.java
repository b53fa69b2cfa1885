package dev.partita.cluster;

import dev.partita.base.error.DatabaseException;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.replication.group.GroupStatus;
import dev.partita.replication.group.ReplicationGroup;
import java.util.Collection;
import java.util.List;
import java.util.Locale;

/** A cluster as the admin API shows it: docs/admin-api.md. Pure functions. */
public final class ClusterJson {

  private ClusterJson() {}

  /**
   * Everything on one page.
   *
   * @param cluster the id of the cluster
   * @param self the number of the node that answers
   */
  public static JsonObject status(String cluster, int self, ClusterMap map) {
    ClusterStatus status = ClusterStatus.of(map);
    return JsonObject.builder()
        .put("cluster", cluster)
        .put("node", self)
        .put("health", status.health().text())
        .put("problems", Figures.array(status.problems(), ClusterJson::problem))
        .put("settings", map.settings().toJson())
        .put("nodes", nodes(map))
        .put("groups", groups(map))
        .build();
  }

  private static JsonObject problem(ClusterStatus.Problem problem) {
    return JsonObject.builder()
        .put("health", problem.health().text())
        .put("what", problem.what())
        .put("remedy", problem.remedy())
        .build();
  }

  public static JsonArray nodes(ClusterMap map) {
    return Figures.array(List.copyOf(map.nodes().values()), node -> node(map, node));
  }

  private static JsonObject node(ClusterMap map, NodeEntry node) {
    long led = map.groups().keySet().stream().filter(g -> map.leader(g) == node.number()).count();
    long kept =
        map.groups().values().stream()
            .filter(group -> group.members().contains(node.number()))
            .count();
    JsonObject.Builder json =
        JsonObject.builder()
            .put("node", node.number())
            .put("name", node.name())
            .put("state", node.state().name().toLowerCase(Locale.ROOT))
            .put("address", node.address())
            .put("region", node.labels().region())
            .put("zone", node.labels().zone())
            .put("rack", node.labels().rack())
            .put("cores", node.cores())
            .put("answers", map.isHeard(node.number()))
            .put("leads", led)
            .put("keeps", kept);
    if (map.silentMillis(node.number()) != Long.MAX_VALUE) {
      json.put("silentMillis", map.silentMillis(node.number()))
          .put("clockAheadMillis", map.clockAheadMillis(node.number()));
    }
    map.figures(node.number())
        .ifPresent(
            figures ->
                json.put("version", figures.version())
                    .put("endpoint", figures.endpoint())
                    .put("startedMillis", figures.startedMillis())
                    .put("diskBytes", figures.diskBytes())
                    .put("diskFreeBytes", figures.diskFreeBytes())
                    .put("logBytes", figures.logBytes())
                    .put("cpu", JsonNumber.of(figures.cpu())));
    return json.build();
  }

  public static JsonArray groups(ClusterMap map) {
    return Figures.array(List.copyOf(map.groups().values()), group -> group(map, group));
  }

  private static JsonObject group(ClusterMap map, GroupEntry group) {
    int leader = map.leader(group.number());
    JsonObject.Builder json =
        JsonObject.builder()
            .put("group", group.number())
            .put("isCatalogue", group.isCatalogue())
            .put("voters", numbers(group.members().voters()))
            .put("learners", numbers(group.members().learners()))
            .put("votersWanted", map.votersWanted(group))
            .put("hasMajority", map.hasMajority(group))
            .put("bytes", map.bytes(group.number()))
            .put("requestUnits", JsonNumber.of(map.requestUnits(group.number())));
    if (leader != ReplicationGroup.NO_NODE) {
      json.put("leader", leader);
    }
    if (group.isChanging()) {
      json.put("becomes", numbers(group.wanted().voters()));
    }
    return json.put(
            "replicas",
            Figures.array(List.copyOf(group.hosts()), node -> replica(map, group.number(), node)))
        .build();
  }

  private static JsonObject replica(ClusterMap map, int group, int node) {
    JsonObject.Builder json =
        JsonObject.builder()
            .put("node", node)
            .put("leads", map.leader(group) == node)
            .put("takesPart", map.takesPart(group, node));
    map.lag(group, node).ifPresent(lag -> json.put("lag", lag));
    map.replica(group, node)
        .ifPresent(
            replica -> {
              GroupStatus status = replica.status();
              json.put("term", status.term())
                  .put("lastIndex", status.lastIndex())
                  .put("commitIndex", status.commitIndex())
                  .put("appliedIndex", status.appliedIndex())
                  .put("logBytes", status.logBytes())
                  .put("bytes", replica.bytes())
                  .put("elections", status.elections())
                  .put("isInstalling", status.isInstalling());
              DatabaseException problem = status.problem();
              if (problem != null) {
                json.put("problem", problem.getMessage());
              }
            });
    return json.build();
  }

  private static JsonArray numbers(Collection<Integer> numbers) {
    return JsonArray.of(numbers.stream().map(JsonNumber::of).toList());
  }
}
