package dev.partita.peer.membership;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a node's folder says about it. Immutable.
 *
 * @param name for people
 * @param address where it listens for other nodes, as HOST:PORT
 * @param generation how often it was started
 * @param peers where the nodes were when it joined, by their numbers, for as long as it has not
 *     heard more
 */
public record NodeRecord(
    String cluster,
    int number,
    String name,
    String address,
    long generation,
    Map<Integer, String> peers) {

  private static final int FORMAT = 1;
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,64}");
  private static final String PEER = "peer.";

  public NodeRecord {
    requireName(name);
    peers = Map.copyOf(peers);
  }

  /**
   * @throws DatabaseException BAD_REQUEST if a node cannot have this name
   */
  static void requireName(String name) {
    if (!NAME.matcher(name).matches()) {
      throw DatabaseException.badRequest(
              "A node cannot have this name; use up to 64 letters, digits, dots, hyphens and"
                  + " underscores")
          .with("name", name);
    }
  }

  NodeRecord startedOnceMore() {
    return new NodeRecord(cluster, number, name, address, generation + 1, peers);
  }

  String text() {
    var text = new StringBuilder("format=" + FORMAT + "\n");
    text.append("cluster=").append(cluster).append('\n');
    text.append("node=").append(number).append('\n');
    text.append("name=").append(name).append('\n');
    text.append("address=").append(address).append('\n');
    text.append("generation=").append(generation).append('\n');
    new TreeMap<>(peers)
        .forEach((peer, where) -> text.append(PEER + peer + "=" + where).append('\n'));
    return text.toString();
  }

  /**
   * Reads what {@link #text} has written.
   *
   * @throws DatabaseException CORRUPT, or INCOMPATIBLE_FORMAT for that of another version
   */
  static NodeRecord parse(String text) {
    Map<String, String> values = new LinkedHashMap<>();
    for (String line : text.lines().toList()) {
      int equals = line.indexOf('=');
      if (equals > 0) {
        values.put(line.substring(0, equals), line.substring(equals + 1));
      }
    }
    try {
      int format = Integer.parseInt(value(values, "format"));
      if (format != FORMAT) {
        throw new DatabaseException(
                ErrorCode.INCOMPATIBLE_FORMAT,
                "The folder of this node was written by another version of Partita. Start it with"
                    + " that one.")
            .with("format", format)
            .with("understood", FORMAT);
      }
      Map<Integer, String> peers = new TreeMap<>();
      values.forEach(
          (key, value) -> {
            if (key.startsWith(PEER)) {
              peers.put(Integer.parseInt(key.substring(PEER.length())), value);
            }
          });
      return new NodeRecord(
          value(values, "cluster"),
          Integer.parseInt(value(values, "node")),
          value(values, "name"),
          value(values, "address"),
          Long.parseLong(value(values, "generation")),
          peers);
    } catch (NumberFormatException e) {
      throw corrupt(e);
    }
  }

  private static String value(Map<String, String> values, String key) {
    String value = values.get(key);
    if (value == null) {
      throw corrupt(null).with("missing", key);
    }
    return value;
  }

  private static DatabaseException corrupt(@Nullable Exception cause) {
    return new DatabaseException(
        ErrorCode.CORRUPT,
        "The file cluster/node of the data folder cannot be read. Restore the folder cluster from a"
            + " backup, or empty the data folder and have the node join again.",
        cause);
  }
}
