package dev.partita.server;

import dev.partita.base.error.DatabaseException;
import dev.partita.protocol.setting.PortChoice;
import dev.partita.protocol.setting.Setting;
import dev.partita.protocol.setting.SettingValue;
import dev.partita.protocol.setting.SettingValues;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.stream.Stream;

/**
 * Whether a server is a node of a cluster, and which. Immutable.
 *
 * @param isNode whether it is one
 * @param join where a node of the cluster listens that is to be joined; empty to found one, or to
 *     go on with the folder
 * @param token with which it joins
 * @param name of the node
 * @param host where it listens for other nodes
 * @param port where it listens for other nodes
 * @param address where others reach it, as HOST:PORT
 */
public record ClusterChoice(
    boolean isNode,
    String join,
    String token,
    String name,
    String region,
    String zone,
    String rack,
    String host,
    int port,
    String address) {

  /** Of a server that is alone. */
  static final ClusterChoice NONE = new ClusterChoice(false, "", "", "", "", "", "", "", 0, "");

  private static final int PORT = 8980;

  static final Setting<Boolean> CLUSTER =
      Setting.flag(
          "cluster",
          "Be a node of a cluster: of a new one, which the data folder becomes the first node of,"
              + " or of the one that the folder belongs to.");

  static final Setting<String> JOIN =
      Setting.text(
          "join",
          "",
          "HOST:PORT",
          "Become a node of the cluster that has a node listening there for others.");

  static final Setting<String> TOKEN =
      Setting.text(
          "token", "", "TEXT", "The token to join with, which 'partita cluster token' prints.");

  static final Setting<String> NODE_NAME =
      Setting.text(
          "node-name", "", "NAME", "What the node is called; the name of the machine if missing.");

  static final Setting<String> REGION =
      Setting.text("region", "", "NAME", "The region in which the node is.");

  static final Setting<String> ZONE =
      Setting.text(
          "zone",
          "",
          "NAME",
          "What fails together; replicas of the same are put in different ones.");

  static final Setting<String> RACK =
      Setting.text("rack", "", "NAME", "What fails together within a zone.");

  static final Setting<String> CLUSTER_HOST =
      Setting.text(
          "cluster-host",
          "127.0.0.1",
          "ADDRESS",
          "The address to listen on for other nodes, and where they reach this one.");

  static final Setting<Integer> CLUSTER_PORT =
      Setting.number(
          "cluster-port",
          PORT,
          1,
          PortChoice.PORT_MAX,
          "The TCP port to listen on for other nodes.");

  static final Setting<String> CLUSTER_ADDRESS =
      Setting.text(
          "cluster-address",
          "",
          "HOST:PORT",
          "Where other nodes reach this one, if not where it listens.");

  /** What is for nodes of clusters only. */
  static final List<Setting<?>> OF_NODES =
      List.of(TOKEN, NODE_NAME, REGION, ZONE, RACK, CLUSTER_HOST, CLUSTER_PORT, CLUSTER_ADDRESS);

  static final List<Setting<?>> ALL =
      Stream.concat(Stream.of(CLUSTER, JOIN), OF_NODES.stream())
          .<Setting<?>>map(each -> each)
          .toList();

  /**
   * What was chosen.
   *
   * @throws DatabaseException BAD_REQUEST naming a setting that contradicts another
   */
  static ClusterChoice from(SettingValues values) {
    String join = values.of(JOIN);
    boolean isNode = values.of(CLUSTER) || !join.isEmpty();
    if (!isNode) {
      for (Setting<?> setting : OF_NODES) {
        if (!values.given(setting).isDefault()) {
          throw contradicts(
              values.given(setting), "This is for nodes of a cluster: add --cluster or --join");
        }
      }
      return NONE;
    }
    if (!join.isEmpty() && values.of(CLUSTER)) {
      throw contradicts(
          values.given(JOIN), "A server founds a cluster or joins one: leave out --cluster");
    }
    if (join.isEmpty() && !values.of(TOKEN).isEmpty()) {
      throw contradicts(
          values.given(TOKEN), "A token is for joining: say with --join where a node is");
    }
    if (values.of(ServerSettings.IN_MEMORY)) {
      throw contradicts(
          values.given(ServerSettings.IN_MEMORY), "A node of a cluster keeps its data in a folder");
    }
    if (!values.given(ServerSettings.DURABILITY).isDefault()) {
      throw contradicts(
          values.given(ServerSettings.DURABILITY),
          "In a cluster what is acknowledged is always synced, by a majority");
    }
    String host = values.of(CLUSTER_HOST);
    int port = values.of(CLUSTER_PORT);
    String address = values.of(CLUSTER_ADDRESS);
    return new ClusterChoice(
        true,
        join,
        values.of(TOKEN),
        values.of(NODE_NAME).isEmpty() ? machineName(port) : values.of(NODE_NAME),
        values.of(REGION),
        values.of(ZONE),
        values.of(RACK),
        host,
        port,
        address.isEmpty() ? (host.contains(":") ? "[" + host + "]" : host) + ":" + port : address);
  }

  private static DatabaseException contradicts(SettingValue value, String text) {
    return DatabaseException.badRequest(text).with("setting", value.source());
  }

  /** The name of the machine, with the port if it is an unusual one. */
  private static String machineName(int port) {
    String name;
    try {
      name = InetAddress.getLocalHost().getHostName().replaceAll("[^A-Za-z0-9._-]", "-");
    } catch (UnknownHostException e) {
      name = "node";
    }
    return port == PORT ? name : name + "-" + port;
  }

  /** Without the token. */
  @Override
  public String toString() {
    return isNode ? "node " + name + " at " + address : "no node of a cluster";
  }
}
