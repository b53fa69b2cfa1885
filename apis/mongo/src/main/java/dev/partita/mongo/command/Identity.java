package dev.partita.mongo.command;

/** What a server says that it is, which decides how drivers use it. */
public enum Identity {
  /**
   * One of any number of routers: drivers spread their load over those of the connection string.
   */
  ROUTER,
  /**
   * The primary of a replica set of the name that connection strings of Azure Cosmos DB have, which
   * drivers insist on if the string names it.
   */
  REPLICA_SET
}
