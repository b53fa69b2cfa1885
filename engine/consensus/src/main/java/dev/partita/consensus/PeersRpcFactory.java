package dev.partita.consensus;

import com.alipay.sofa.jraft.rpc.RaftRpcFactory;
import com.alipay.sofa.jraft.rpc.RpcClient;
import com.alipay.sofa.jraft.rpc.RpcServer;
import com.alipay.sofa.jraft.util.Endpoint;
import com.alipay.sofa.jraft.util.SPI;

/**
 * Has the engine talk through {@link dev.partita.replication.peer.Peers}. Public since the engine
 * looks for it among the services of the class path; not for use by others.
 */
@SPI(name = "peers", priority = 100)
public final class PeersRpcFactory implements RaftRpcFactory {

  @Override
  public void registerProtobufSerializer(String className, Object... args) {}

  @Override
  public RpcClient createRpcClient(ConfigHelper<RpcClient> helper) {
    return new PeersRpcClient();
  }

  /** There is none: messages come to a {@link Messenger}. */
  @Override
  public RpcServer createRpcServer(Endpoint endpoint, ConfigHelper<RpcServer> helper) {
    throw new UnsupportedOperationException("Nothing of the engine listens.");
  }
}
