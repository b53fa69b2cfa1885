package dev.partita.cluster;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonBoolean;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonReader;
import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;
import dev.partita.json.JsonWriter;
import dev.partita.replication.group.GroupStatus;
import dev.partita.replication.group.ReplicaStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** {@link NodeFigures} as nodes send them to each other. Pure functions. */
public final class Figures {

  private Figures() {}

  public static byte[] encode(NodeFigures figures) {
    return JsonWriter.bytes(
        JsonObject.builder()
            .put("node", figures.node())
            .put("version", figures.version())
            .put("endpoint", figures.endpoint())
            .put("startedMillis", figures.startedMillis())
            .put("clockMillis", figures.clockMillis())
            .put("diskBytes", figures.diskBytes())
            .put("diskFreeBytes", figures.diskFreeBytes())
            .put("logBytes", figures.logBytes())
            .put("cpu", JsonNumber.of(figures.cpu()))
            .put("replicas", array(figures.replicas(), Figures::replica))
            .build());
  }

  private static JsonObject replica(ReplicaFigures replica) {
    GroupStatus status = replica.status();
    JsonObject.Builder json =
        JsonObject.builder()
            .put("group", replica.group())
            .put("bytes", replica.bytes())
            .put("requestUnits", JsonNumber.of(replica.requestUnits()))
            .put("isReadable", replica.isReadable())
            .put("term", status.term())
            .put("leader", status.leader())
            .put("firstIndex", status.firstIndex())
            .put("lastIndex", status.lastIndex())
            .put("commitIndex", status.commitIndex())
            .put("appliedIndex", status.appliedIndex())
            .put("durableIndex", status.durableIndex())
            .put("logBytes", status.logBytes())
            .put("elections", status.elections())
            .put("isInstalling", status.isInstalling())
            .put("replicas", array(status.replicas(), Figures::member));
    DatabaseException problem = status.problem();
    if (problem != null) {
      json.put("problem", problem.getMessage());
    }
    return json.build();
  }

  private static JsonObject member(ReplicaStatus member) {
    return JsonObject.builder()
        .put("node", member.node())
        .put("isLearner", member.isLearner())
        .put("matchIndex", member.matchIndex())
        .put("silentMillis", member.silentMillis())
        .put("isInstalling", member.isInstalling())
        .build();
  }

  /**
   * @throws DatabaseException BAD_REQUEST if it is not what {@link #encode} gives
   */
  public static NodeFigures decode(byte[] bytes) {
    JsonObject json = JsonReader.DEFAULT.readObject(bytes);
    return new NodeFigures(
        (int) number(json, "node"),
        text(json, "version"),
        text(json, "endpoint"),
        number(json, "startedMillis"),
        number(json, "clockMillis"),
        number(json, "diskBytes"),
        number(json, "diskFreeBytes"),
        number(json, "logBytes"),
        fraction(json, "cpu"),
        list(json, "replicas", Figures::readReplica));
  }

  private static ReplicaFigures readReplica(JsonObject json) {
    return new ReplicaFigures(
        (int) number(json, "group"),
        new GroupStatus(
            number(json, "term"),
            (int) number(json, "leader"),
            number(json, "firstIndex"),
            number(json, "lastIndex"),
            number(json, "commitIndex"),
            number(json, "appliedIndex"),
            number(json, "durableIndex"),
            number(json, "logBytes"),
            number(json, "elections"),
            truth(json, "isInstalling"),
            list(json, "replicas", Figures::readMember),
            json.has("problem")
                ? new DatabaseException(ErrorCode.UNAVAILABLE, text(json, "problem"))
                : null),
        number(json, "bytes"),
        fraction(json, "requestUnits"),
        truth(json, "isReadable"));
  }

  private static ReplicaStatus readMember(JsonObject json) {
    return new ReplicaStatus(
        (int) number(json, "node"),
        truth(json, "isLearner"),
        number(json, "matchIndex"),
        number(json, "silentMillis"),
        truth(json, "isInstalling"));
  }

  static <T> JsonArray array(List<T> values, Function<T, JsonObject> toJson) {
    return JsonArray.of(values.stream().map(toJson).toList());
  }

  private static <T> List<T> list(JsonObject json, String name, Function<JsonObject, T> read) {
    if (!(json.at(name) instanceof JsonArray values)) {
      throw unreadable(name);
    }
    List<T> list = new ArrayList<>();
    for (JsonValue value : values) {
      if (!(value instanceof JsonObject each)) {
        throw unreadable(name);
      }
      list.add(read.apply(each));
    }
    return list;
  }

  static String plain(JsonValue value) {
    return value instanceof JsonString(String text) ? text : value.toString();
  }

  private static String text(JsonObject json, String name) {
    if (json.at(name) instanceof JsonString(String text)) {
      return text;
    }
    throw unreadable(name);
  }

  private static long number(JsonObject json, String name) {
    if (json.at(name) instanceof JsonNumber number && number.isIntegral()) {
      return number.longValue();
    }
    throw unreadable(name);
  }

  private static double fraction(JsonObject json, String name) {
    if (json.at(name) instanceof JsonNumber number) {
      return number.doubleValue();
    }
    throw unreadable(name);
  }

  private static boolean truth(JsonObject json, String name) {
    if (json.at(name) instanceof JsonBoolean value) {
      return value == JsonBoolean.TRUE;
    }
    throw unreadable(name);
  }

  private static DatabaseException unreadable(String part) {
    return DatabaseException.badRequest("The figures of a node cannot be read.").with("part", part);
  }
}
