package dev.partita.protocol;

import dev.partita.json.JsonObject;
import java.util.Map;

/**
 * What operators see of the cluster that the server is a node of, and have done to it. Safe for use
 * by any number of threads; calls wait.
 */
public interface ClusterAdministration {

  /** Nodes, groups, settings, what is wrong and what to do. */
  JsonObject status();

  /**
   * Makes a token with which one node may join, once and for a while.
   *
   * @return the token, until when it is good, and the command line of the node that joins
   */
  JsonObject token();

  /**
   * Has a node lead nothing, until it is started again.
   *
   * @param node its name or its number
   * @return the node
   * @throws dev.partita.base.error.DatabaseException NOT_FOUND
   */
  JsonObject drain(String node);

  /**
   * Has the replicas of a node made elsewhere, and then strikes it from the cluster.
   *
   * @param node its name or its number
   * @return the node
   * @throws dev.partita.base.error.DatabaseException NOT_FOUND; CONFLICT if too few nodes would be
   *     left
   */
  JsonObject remove(String node);

  /**
   * Changes settings of the whole cluster, all of them or none.
   *
   * @return the settings as they are then
   * @throws dev.partita.base.error.DatabaseException BAD_REQUEST naming the first that there is not
   *     or that cannot have its value
   */
  JsonObject set(Map<String, String> settings);
}
