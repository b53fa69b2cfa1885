package dev.partita.server.cluster;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.cluster.ClusterSettings;
import dev.partita.cluster.GroupEntry;
import dev.partita.cluster.NodeEntry;
import dev.partita.cluster.placement.ClusterRecords;
import dev.partita.container.catalogue.ClusterCatalogue;
import dev.partita.container.catalogue.GroupRecord;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonValue;
import dev.partita.replication.group.Members;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/** The records of the cluster in the catalogue. Safe for use by any number of threads. */
final class ClusterRecordsOfCatalogue implements ClusterRecords {

  private static final String SETTINGS = "cluster";
  private static final String VOTERS = "voters";
  private static final String LEARNERS = "learners";
  private static final String BECOMES = "becomes";

  private final ClusterCatalogue catalogue;

  ClusterRecordsOfCatalogue(ClusterCatalogue catalogue) {
    this.catalogue = catalogue;
  }

  List<NodeEntry> nodes() {
    return catalogue.nodes().stream().flatMap(each -> NodeProperties.read(each).stream()).toList();
  }

  /** A node by its name or its number. */
  Optional<NodeEntry> node(String nameOrNumber) {
    return nodes().stream()
        .filter(
            node ->
                node.name().equals(nameOrNumber)
                    || Integer.toString(node.number()).equals(nameOrNumber))
        .findFirst();
  }

  List<GroupEntry> groups() {
    return catalogue.groups().stream().map(ClusterRecordsOfCatalogue::read).toList();
  }

  ClusterSettings settings() {
    return catalogue.setting(SETTINGS).orElse(null) instanceof JsonObject json
        ? ClusterSettings.fromJson(json)
        : ClusterSettings.STANDARD;
  }

  void change(ClusterSettings settings) {
    catalogue.changeSetting(SETTINGS, settings.toJson());
  }

  /** Writes down what a node is, unless the record says so already. */
  void describe(NodeEntry node) {
    catalogue.changeNode(
        node.number(),
        record -> {
          JsonObject properties = NodeProperties.of(node);
          return record.properties().equals(properties)
              ? record
              : record.withProperties(properties);
        });
  }

  @Override
  public boolean create(GroupEntry group) {
    try {
      catalogue.createGroup(group.number(), List.copyOf(group.members().voters()));
      return true;
    } catch (DatabaseException e) {
      if (e.code() == ErrorCode.CONFLICT) {
        return false;
      }
      throw e;
    }
  }

  @Override
  public boolean change(GroupEntry seen, GroupEntry after) {
    boolean[] changed = {false};
    catalogue.changeGroup(
        seen.number(),
        record -> {
          changed[0] = read(record).equals(seen);
          return changed[0]
              ? record.withMembers(List.copyOf(after.hosts()), placement(after))
              : record;
        });
    return changed[0];
  }

  @Override
  public boolean strike(NodeEntry node) {
    boolean[] changed = {false};
    catalogue.changeNode(
        node.number(),
        record -> {
          changed[0] = NodeProperties.read(record).equals(Optional.of(node));
          return changed[0] ? record.withProperties(NodeProperties.struck(record)) : record;
        });
    return changed[0];
  }

  // Groups

  private static GroupEntry read(GroupRecord record) {
    JsonObject placement = record.placement();
    Members members = placement.isEmpty() ? Members.of(record.founders()) : members(placement);
    return new GroupEntry(
        record.number(),
        members,
        placement.at(BECOMES) instanceof JsonObject target ? members(target) : null);
  }

  private static JsonObject placement(GroupEntry group) {
    JsonObject json = json(group.members());
    Members target = group.target();
    return target == null ? json : json.with(BECOMES, json(target));
  }

  private static JsonObject json(Members members) {
    return JsonObject.builder()
        .put(VOTERS, numbers(members.voters()))
        .put(LEARNERS, numbers(members.learners()))
        .build();
  }

  private static JsonArray numbers(Collection<Integer> numbers) {
    return JsonArray.of(numbers.stream().map(JsonNumber::of).toList());
  }

  private static Members members(JsonObject json) {
    return new Members(numbers(json.at(VOTERS)), numbers(json.at(LEARNERS)));
  }

  private static SortedSet<Integer> numbers(JsonValue value) {
    List<Integer> numbers = new ArrayList<>();
    if (value instanceof JsonArray array) {
      for (JsonValue each : array) {
        if (each instanceof JsonNumber number) {
          numbers.add((int) number.longValue());
        }
      }
    }
    return new TreeSet<>(numbers);
  }
}
