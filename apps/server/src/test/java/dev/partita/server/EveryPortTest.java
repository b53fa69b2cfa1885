package dev.partita.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Modifier;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** No port without a contract. */
@Timeout(60)
class EveryPortTest {

  @Test
  void everyPortHasAContract() throws Exception {
    try (ContractServer server = new ContractServer(ContractServer.OPEN)) {
      List<Integer> known = new ArrayList<>();
      for (ProtocolContract contract : contractsBelow(ProtocolContract.class)) {
        known.add(contract.address(server).getPort());
      }
      assertThat(known)
          .containsAll(
              server.server().listening().stream().map(InetSocketAddress::getPort).toList());
    }
  }

  private static List<ProtocolContract> contractsBelow(Class<?> type) throws Exception {
    List<ProtocolContract> contracts = new ArrayList<>();
    if (!Modifier.isAbstract(type.getModifiers())) {
      contracts.add((ProtocolContract) type.getDeclaredConstructor().newInstance());
    }
    if (type.isSealed()) {
      for (Class<?> below : type.getPermittedSubclasses()) {
        contracts.addAll(contractsBelow(below));
      }
    }
    return contracts;
  }
}
