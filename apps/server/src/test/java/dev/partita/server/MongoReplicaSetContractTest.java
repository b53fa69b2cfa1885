package dev.partita.server;

import java.net.InetSocketAddress;

/** What the MongoDB API owes at the port for drivers that look for a replica set. */
final class MongoReplicaSetContractTest extends MongoContractTest {

  @Override
  InetSocketAddress address(ContractServer server) {
    return server.at("mongo-replica-set");
  }
}
